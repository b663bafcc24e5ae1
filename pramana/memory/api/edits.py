"""Mending the graph by hand: adding, correcting, judging and reopening facts; renaming, merging and
splitting entities; settling duplicates; and undoing each of these.

The operations join the graph's, because some share a path with operations there.
"""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from ninja import Schema
from ninja import Status as Answer
from pydantic import Field, StringConstraints

from pramana.memory.api.graph import Limit, Offset, entity_result, fact_results
from pramana.memory.api.graph import router as graph_router
from pramana.memory.api.schemas import (
    DuplicateResult,
    EntityResult,
    FactResult,
    Label,
    Moment,
)
from pramana.memory.contracts.graph import (
    EditKind,
    FactCorrection,
    FactEnd,
    FactView,
    Grain,
    GraphEditView,
    NewFact,
    Weakness,
)
from pramana.memory.contracts.messages import GROUP_ID, LONGEST_GROUP_ID
from pramana.memory.selectors.evidence import audited_facts, edits_of
from pramana.memory.selectors.graph import facts_by_id
from pramana.memory.selectors.groups import check_group_known
from pramana.memory.services.entity_edits import join_entities, rename_entity
from pramana.memory.services.fact_edits import (
    add_fact,
    confirm_fact,
    correct_fact,
    refuse_fact,
    refuse_facts,
    reopen_fact,
)
from pramana.memory.services.undo import (
    confirm_duplicate,
    split_entity,
    undo_duplicate,
    undo_edit,
)
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs

router = AreaRouter("memory_edits", beside=graph_router)

LONGEST_FACT = 10_000
Reason = Annotated[str, Field(min_length=1, max_length=2_000, pattern=r"\S")]
Relation = Annotated[str, Field(min_length=1, max_length=100, pattern=r"\w")]
EntityName = Annotated[str, Field(min_length=1, max_length=300, pattern=r"\S")]
FactText = Annotated[str, Field(max_length=LONGEST_FACT)]


class Why(Schema):
    why: Reason


class EntityEdge(Why):
    """A fact that a person states. Each end is a known entity, or a name to find or to add."""

    group_id: Annotated[str, StringConstraints(pattern=GROUP_ID, max_length=LONGEST_GROUP_ID)]
    source_node_uuid: UUID | None = None
    source_name: EntityName | None = None
    target_node_uuid: UUID | None = None
    target_name: EntityName | None = None
    name: Relation
    fact: FactText = ""
    """The fact in words; made from the names and the relation if it is empty."""
    valid_from: Moment | None = None
    valid_from_grain: Grain = Grain.DAY
    valid_until: Moment | None = None
    valid_until_grain: Grain = Grain.DAY

    def new_fact(self) -> NewFact:
        return NewFact(
            subject=FactEnd(self.source_node_uuid, self.source_name or ""),
            relation=self.name,
            object=FactEnd(self.target_node_uuid, self.target_name or ""),
            text=self.fact,
            valid_from=self.valid_from,
            start_grain=self.valid_from_grain,
            valid_until=self.valid_until,
            end_grain=self.valid_until_grain,
        )


class EntityEdgeCorrection(Why):
    """What to change about a fact. What is left out stays; a date of null is removed."""

    fact: FactText | None = None
    name: Relation | None = None
    source_node_uuid: UUID | None = None
    target_node_uuid: UUID | None = None
    valid_from: Moment | None = None
    valid_from_grain: Grain | None = None
    valid_until: Moment | None = None
    valid_until_grain: Grain | None = None

    def correction(self) -> FactCorrection:
        sent = self.model_fields_set
        return FactCorrection(
            text=self.fact,
            relation=self.name,
            subject_id=self.source_node_uuid,
            object_id=self.target_node_uuid,
            valid_from=self.valid_from,
            start_grain=self.valid_from_grain,
            removes_start="valid_from" in sent and self.valid_from is None,
            valid_until=self.valid_until,
            end_grain=self.valid_until_grain,
            removes_end="valid_until" in sent and self.valid_until is None,
        )


class Refusals(Why):
    uuids: Annotated[list[UUID], Field(min_length=1, max_length=500)]


class RefusalResult(Schema):
    refused: int
    """How many facts were not refused before."""


class EntityNodeCorrection(Why):
    name: EntityName | None = None
    type: Annotated[str, Field(min_length=1, max_length=100, pattern=r"\S")] | None = None


class EntityMerge(Why):
    into: UUID
    """The entity that stays."""


class EntitySplit(Why):
    name: EntityName
    fact_uuids: Annotated[list[UUID], Field(max_length=1_000)] | None = None
    """The facts that move; without them, those that only episodes with this name state."""


class EditResult(Schema):
    """A change by a person: who, why, and what it was before."""

    uuid: UUID
    group_id: str
    kind: EditKind
    by: UUID | None
    """The person; null for an API key without a person."""
    why: Label
    created_at: datetime
    undone_at: datetime | None
    undone_by: UUID | None
    edge_uuid: UUID | None
    node_uuid: UUID | None
    before: dict[str, Any]
    after: dict[str, Any]

    @classmethod
    def of(cls, edit: GraphEditView) -> "EditResult":
        return cls(
            uuid=edit.id,
            group_id=edit.group_id,
            kind=edit.kind,
            by=edit.actor_id,
            why=edit.reason,
            created_at=edit.created_at,
            undone_at=edit.undone_at,
            undone_by=edit.undone_by_id,
            edge_uuid=edit.fact_id,
            node_uuid=edit.entity_id,
            before=dict(edit.before),
            after=dict(edit.after),
        )


class EditList(Schema):
    edits: list[EditResult]


class AuditedFactResult(FactResult):
    weaknesses: list[Weakness] = Field(default_factory=list)


class AuditList(Schema):
    facts: list[AuditedFactResult]


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


@router.post("/entity-edge/{uuid:fact_id}/reopen", response=FactResult, auth=needs(Role.REVIEWER))
def reopen_entity_edge(request: ScopedRequest, fact_id: UUID, body: Why) -> FactResult:
    """Undo the last closing of a fact, so that it holds again. 404 if nothing closed it."""
    return _result(request, reopen_fact(request.scope, fact_id, body.why))


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
    return entity_result(request.scope, entity)


@router.post("/entity-node/{uuid:node_id}/merge", response=EntityResult, auth=needs(Role.REVIEWER))
def merge_entity_node(request: ScopedRequest, node_id: UUID, body: EntityMerge) -> EntityResult:
    """Merge an entity into another of its group, and return that one."""
    kept = join_entities(request.scope, node_id, body.into, body.why)
    return entity_result(request.scope, kept)


@router.post(
    "/entity-node/{uuid:node_id}/split", response={201: EntityResult}, auth=needs(Role.REVIEWER)
)
def split_entity_node(
    request: ScopedRequest, node_id: UUID, body: EntitySplit
) -> Answer[EntityResult]:
    """Make a part of an entity an entity of its own, under a name, and return that one."""
    entity = split_entity(request.scope, node_id, body.name, body.why, fact_ids=body.fact_uuids)
    return Answer(201, entity_result(request.scope, entity))


@router.post(
    "/duplicates/{uuid:duplicate_id}/confirm",
    response=DuplicateResult,
    auth=needs(Role.REVIEWER),
)
def confirm_merge(request: ScopedRequest, duplicate_id: UUID, body: Why) -> DuplicateResult:
    """Confirm that a name was rightly merged into its entity. 409 if the merge was undone."""
    return DuplicateResult.of(confirm_duplicate(request.scope, duplicate_id, body.why))


@router.post(
    "/duplicates/{uuid:duplicate_id}/undo", response=EntityResult, auth=needs(Role.REVIEWER)
)
def undo_merge(request: ScopedRequest, duplicate_id: UUID, body: Why) -> EntityResult:
    """Make a merged name its own entity again, with what was said under it, and return it."""
    separate = undo_duplicate(request.scope, duplicate_id, body.why)
    return entity_result(request.scope, separate)


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
