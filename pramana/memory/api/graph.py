"""The graph over HTTP: searching it, correcting it, deleting from it, export and import."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from django.http import StreamingHttpResponse
from ninja import Query, Schema
from ninja import Status as Answer

from pramana.kit.scope import Scope
from pramana.memory.api.schemas import (
    LONGEST_QUERY,
    BuildJob,
    CommunityList,
    CommunityResult,
    DuplicateList,
    DuplicateResult,
    EntityNode,
    EntityResult,
    EpisodeList,
    EpisodeQuery,
    EpisodeResult,
    FactResult,
    GetMemory,
    NodeList,
    NodeQuery,
    Result,
    SearchQuery,
    SearchResults,
)
from pramana.memory.contracts.graph import EntityView, FactView
from pramana.memory.search import search_entities, search_episodes, search_facts
from pramana.memory.selectors.communities import communities_of
from pramana.memory.selectors.evidence import closing_reasons, episodes_stating, evidence_of
from pramana.memory.selectors.graph import duplicates_of, get_fact, with_summaries
from pramana.memory.selectors.groups import check_group_known
from pramana.memory.services.communities import request_build
from pramana.memory.services.deletion import (
    delete_episode,
    delete_fact,
    delete_group,
    erase_entity,
)
from pramana.memory.services.entity_edits import add_entity
from pramana.memory.services.transfer import export_lines, import_group
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs

router = AreaRouter("memory_graph")
Offset = Annotated[int, Query(ge=0, le=1_000_000)]
Limit = Annotated[int, Query(ge=1, le=1000)]


def fact_results(scope: Scope, facts: Sequence[FactView]) -> list[FactResult]:
    """The facts in their order, with what stands behind them, from one query for all of each."""
    ids = [each.id for each in facts]
    episodes, evidence = episodes_stating(scope, ids), evidence_of(scope, ids)
    reasons = closing_reasons(scope, ids)
    return [
        FactResult.of(
            each,
            episodes[each.id],
            quote=evidence[each.id].words if each.id in evidence else "",
            reason=reasons.get(each.id),
        )
        for each in facts
    ]


def entity_result(scope: Scope, entity: EntityView) -> EntityResult:
    return EntityResult.of(with_summaries(scope, [entity])[0])


@router.post("/search", response=SearchResults, auth=needs(Role.VIEWER))
def search(request: ScopedRequest, body: SearchQuery) -> SearchResults:
    """Find facts that fit a query and hold now, in the named groups or in all of the tenant's."""
    facts = search_facts(
        request.scope,
        body.query,
        group_ids=body.group_ids,
        limit=body.max_facts,
        as_of=body.as_of,
        known_at=body.known_at,
        include_invalid=body.include_invalid,
    )
    return SearchResults(facts=fact_results(request.scope, facts))


@router.post("/search/nodes", response=NodeList, auth=needs(Role.VIEWER))
def search_nodes(request: ScopedRequest, body: NodeQuery) -> NodeList:
    """Find entities that a query names, or whose facts fit it."""
    entities = search_entities(
        request.scope, body.query, group_ids=body.group_ids, limit=body.max_nodes
    )
    return NodeList(nodes=[EntityResult.of(each) for each in entities])


@router.post("/search/episodes", response=EpisodeList, auth=needs(Role.VIEWER))
def search_messages(request: ScopedRequest, body: EpisodeQuery) -> EpisodeList:
    """Find episodes that answer a query. Later statements on the same matter come first."""
    episodes = search_episodes(
        request.scope, body.query, group_ids=body.group_ids, limit=body.max_episodes
    )
    return EpisodeList(episodes=[EpisodeResult.of(each) for each in episodes])


@router.post("/get-memory", response=SearchResults, auth=needs(Role.VIEWER))
def get_memory(request: ScopedRequest, body: GetMemory) -> SearchResults:
    """Find facts that fit a conversation; with `center_node_uuid`, nearest to that entity first."""
    text = "\n".join(f"{each.role or each.role_type}: {each.content}" for each in body.messages)
    facts = search_facts(
        request.scope,
        text[-LONGEST_QUERY:],
        group_ids=[body.group_id],
        limit=body.max_facts,
        center_id=body.center_node_uuid,
    )
    return SearchResults(facts=fact_results(request.scope, facts))


@router.get("/entity-edge/{uuid:fact_id}", response=FactResult, auth=needs(Role.VIEWER))
def get_entity_edge(request: ScopedRequest, fact_id: UUID) -> FactResult:
    """One fact."""
    return fact_results(request.scope, [get_fact(request.scope, fact_id)])[0]


@router.delete("/entity-edge/{uuid:fact_id}", response=Result, auth=needs(Role.REVIEWER))
def delete_entity_edge(request: ScopedRequest, fact_id: UUID) -> dict[str, object]:
    """Erase a fact."""
    delete_fact(request.scope, fact_id)
    return {"message": "Entity Edge deleted", "success": True}


@router.post("/entity-node", response={201: EntityResult}, auth=needs(Role.REVIEWER))
def add_entity_node(request: ScopedRequest, body: EntityNode) -> Answer[EntityResult]:
    """Add an entity by hand. 409 if the uuid is taken; the response says which one it got."""
    entity = add_entity(
        request.scope, body.group_id, body.name, summary=body.summary, entity_id=body.uuid
    )
    return Answer(201, EntityResult.of(entity))


@router.delete("/entity-node/{uuid:node_id}", response=Result, auth=needs(Role.REVIEWER))
def erase_one_entity(request: ScopedRequest, node_id: UUID) -> dict[str, object]:
    """Erase an entity, every episode that mentions it, and what is known from those alone."""
    erase_entity(request.scope, node_id)
    return {"message": "Entity deleted", "success": True}


@router.delete("/episode/{uuid:episode_id}", response=Result, auth=needs(Role.REVIEWER))
def delete_one_episode(request: ScopedRequest, episode_id: UUID) -> dict[str, object]:
    """Erase an episode, and the facts and entities that are known from it alone."""
    delete_episode(request.scope, episode_id)
    return {"message": "Episode deleted", "success": True}


@router.delete("/group/{group_id}", response=Result, auth=needs(Role.REVIEWER))
def delete_whole_group(request: ScopedRequest, group_id: str) -> dict[str, object]:
    """Erase a group with everything in it, including accepted messages that were not read yet."""
    delete_group(request.scope, group_id)
    return {"message": "Group deleted", "success": True}


@router.get("/group/{group_id}/communities", response=CommunityList, auth=needs(Role.VIEWER))
def list_communities(
    request: ScopedRequest, group_id: str, offset: Offset = 0, limit: Limit = 100
) -> CommunityList:
    """List a group's communities, oldest first."""
    check_group_known(request.scope, group_id)
    communities = communities_of(request.scope, group_id, offset=offset, limit=limit)
    return CommunityList(communities=[CommunityResult.of(each) for each in communities])


@router.post("/group/{group_id}/communities", response={202: BuildJob}, auth=needs(Role.REVIEWER))
def build_communities(request: ScopedRequest, group_id: str) -> Answer[BuildJob]:
    """Rebuild a group's communities from all its facts, in the background."""
    return Answer(202, BuildJob(job_id=request_build(request.scope, group_id)))


@router.get("/group/{group_id}/duplicates", response=DuplicateList, auth=needs(Role.VIEWER))
def list_duplicates(
    request: ScopedRequest,
    group_id: str,
    undecided: bool = False,
    offset: Offset = 0,
    limit: Limit = 100,
) -> DuplicateList:
    """List names that were merged into an entity, newest first. `undecided`: unreviewed ones."""
    check_group_known(request.scope, group_id)
    duplicates = duplicates_of(
        request.scope, group_id, undecided=undecided, offset=offset, limit=limit
    )
    return DuplicateList(duplicates=[DuplicateResult.of(each) for each in duplicates])


transfer_router = AreaRouter("memory_transfer")
JSON_LINES = "application/x-ndjson"
FILE_SCHEMA = {"schema": {"type": "string", "format": "binary"}}


class ImportResult(Schema):
    entities: int
    episodes: int
    facts: int
    messages: int
    """Sentences that are read in the background, because their export has no facts."""


@transfer_router.get(
    "/group/{group_id}/export",
    auth=needs(Role.VIEWER),
    openapi_extra={
        "responses": {
            200: {
                "description": "The group, one record per line.",
                "content": {JSON_LINES: FILE_SCHEMA},
            }
        }
    },
)
def export_group(request: ScopedRequest, group_id: str) -> StreamingHttpResponse:
    """Export a group as JSON lines, with both times, evidence and history."""
    answer = StreamingHttpResponse(export_lines(request.scope, group_id), content_type=JSON_LINES)
    answer.headers["Content-Disposition"] = f'attachment; filename="{group_id}.jsonl"'
    return answer


@transfer_router.post(
    "/group/{group_id}/import",
    response={201: ImportResult},
    auth=needs(Role.REVIEWER),
    openapi_extra={"requestBody": {"required": True, "content": {JSON_LINES: FILE_SCHEMA}}},
)
def import_into_group(request: ScopedRequest, group_id: str) -> Answer[ImportResult]:
    """Import an export of Pramana, Graphiti or mem0 into a group. Importing it twice adds nothing.

    All of the file is imported or nothing; 422 says which line is wrong.
    """
    counts = import_group(request.scope, group_id, request.body)
    return Answer(
        201,
        ImportResult(
            entities=counts.entities,
            episodes=counts.episodes,
            facts=counts.facts,
            messages=counts.messages,
        ),
    )
