"""Mending the graph by hand: adding, correcting, confirming and refusing facts; renaming, merging
and splitting entities; and undoing each of these.

The operations join the graph's router, because some share a path with operations there.
"""

from uuid import UUID

from ninja import Status as Answer

from pramana.memory.api.edit_schemas import (
    AuditedFactResult,
    AuditList,
    EditList,
    EditResult,
    EntityEdge,
    EntityEdgeCorrection,
    EntityMerge,
    EntityNodeCorrection,
    EntitySplit,
    RefusalResult,
    Refusals,
    Why,
)
from pramana.memory.api.graph import Limit, Offset, fact_results, router
from pramana.memory.api.schemas import EntityResult, FactResult
from pramana.memory.contracts.graph import FactView
from pramana.memory.selectors.edits import audited_facts, edits_of
from pramana.memory.selectors.graph import facts_by_id
from pramana.memory.selectors.groups import check_group_known
from pramana.memory.services.edits import undo_edit
from pramana.memory.services.entity_edits import join_entities, rename_entity
from pramana.memory.services.entity_splits import split_entity
from pramana.memory.services.fact_edits import (
    add_fact,
    confirm_fact,
    correct_fact,
    refuse_fact,
    refuse_facts,
)
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs


def _result(request: ScopedRequest, fact: FactView) -> FactResult:
    return fact_results(request.scope, [fact])[0]


@router.post("/entity-edge", response={201: FactResult}, auth=needs(Role.REVIEWER))
def add_entity_edge(request: ScopedRequest, body: EntityEdge) -> Answer[FactResult]:
    """Add a fact by hand, without a model. It closes what contradicts it, as a message would."""
    fact = add_fact(request.scope, body.group_id, body.new_fact(), body.why)
    return Answer(201, _result(request, fact))


@router.patch("/entity-edge/{uuid:fact_id}", response=FactResult, auth=needs(Role.REVIEWER))
def correct_entity_edge(
    request: ScopedRequest, fact_id: UUID, body: EntityEdgeCorrection
) -> FactResult:
    """Correct a fact's words, relation, ends or dates."""
    return _result(request, correct_fact(request.scope, fact_id, body.correction(), body.why))


@router.post("/entity-edge/{uuid:fact_id}/confirm", response=FactResult, auth=needs(Role.REVIEWER))
def confirm_entity_edge(request: ScopedRequest, fact_id: UUID, body: Why) -> FactResult:
    """Confirm a fact. A claim becomes a plain fact, and closes what contradicts it."""
    return _result(request, confirm_fact(request.scope, fact_id, body.why))


@router.post("/entity-edge/{uuid:fact_id}/refuse", response=FactResult, auth=needs(Role.REVIEWER))
def refuse_entity_edge(request: ScopedRequest, fact_id: UUID, body: Why) -> FactResult:
    """Refuse a fact: it held at no time, and what it had ended holds again."""
    return _result(request, refuse_fact(request.scope, fact_id, body.why))


@router.post("/group/{group_id}/refuse", response=RefusalResult, auth=needs(Role.REVIEWER))
def refuse_many_edges(request: ScopedRequest, group_id: str, body: Refusals) -> RefusalResult:
    """Refuse many facts of a group at once, all or none."""
    return RefusalResult(refused=refuse_facts(request.scope, group_id, body.uuids, body.why))


@router.get("/group/{group_id}/audit", response=AuditList, auth=needs(Role.VIEWER))
def audit_group(
    request: ScopedRequest,
    group_id: str,
    weak: bool = False,
    offset: Offset = 0,
    limit: Limit = 100,
) -> AuditList:
    """List facts that hold and that nobody has judged yet, newest first. `weak`: the weak ones."""
    scope = request.scope
    check_group_known(scope, group_id)
    audited = audited_facts(scope, group_id, weak_only=weak, offset=offset, limit=limit)
    facts = facts_by_id(scope, [each.line.id for each in audited])
    results = {each.uuid: each for each in fact_results(scope, list(facts.values()))}
    return AuditList(
        facts=[
            AuditedFactResult(
                **results[each.line.id].model_dump(), weaknesses=list(each.weaknesses)
            )
            for each in audited
            if each.line.id in results
        ]
    )


@router.patch("/entity-node/{uuid:node_id}", response=EntityResult, auth=needs(Role.REVIEWER))
def correct_entity_node(
    request: ScopedRequest, node_id: UUID, body: EntityNodeCorrection
) -> EntityResult:
    """Change an entity's name or type. No message changes a name that a person chose."""
    entity = rename_entity(
        request.scope, node_id, body.why, name=body.name or "", type_=body.type or ""
    )
    return EntityResult.of(entity)


@router.post("/entity-node/{uuid:node_id}/merge", response=EntityResult, auth=needs(Role.REVIEWER))
def merge_entity_node(request: ScopedRequest, node_id: UUID, body: EntityMerge) -> EntityResult:
    """Merge an entity into another of its group, and return that one."""
    return EntityResult.of(join_entities(request.scope, node_id, body.into, body.why))


@router.post(
    "/entity-node/{uuid:node_id}/split", response={201: EntityResult}, auth=needs(Role.REVIEWER)
)
def split_entity_node(
    request: ScopedRequest, node_id: UUID, body: EntitySplit
) -> Answer[EntityResult]:
    """Make a part of an entity an entity of its own, under a name, and return that one."""
    entity = split_entity(request.scope, node_id, body.name, body.why, fact_ids=body.fact_uuids)
    return Answer(201, EntityResult.of(entity))


@router.get("/group/{group_id}/edits", response=EditList, auth=needs(Role.VIEWER))
def list_edits(
    request: ScopedRequest,
    group_id: str,
    edge_uuid: UUID | None = None,
    node_uuid: UUID | None = None,
    offset: Offset = 0,
    limit: Limit = 100,
) -> EditList:
    """List what people changed in a group, newest first: who, why, before and after."""
    check_group_known(request.scope, group_id)
    edits = edits_of(
        *(request.scope, group_id),
        fact_id=edge_uuid,
        entity_id=node_uuid,
        offset=offset,
        limit=limit,
    )
    return EditList(edits=[EditResult.of(each) for each in edits])


@router.post("/graph-edits/{uuid:edit_id}/undo", response=EditResult, auth=needs(Role.REVIEWER))
def undo_graph_edit(request: ScopedRequest, edit_id: UUID) -> EditResult:
    """Undo a change. 409 if it was undone, or if what it changed was changed again since."""
    return EditResult.of(undo_edit(request.scope, edit_id))
