from typing import Annotated
from uuid import UUID

from ninja import Router, Schema
from pydantic import Field

from pramana.memory.api.schemas import (
    EntityResult,
    EpisodeResult,
    Facts,
    Label,
    Message,
    Moment,
)
from pramana.memory.api.told import told
from pramana.memory.search import search_entities, search_episodes, search_facts
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()
LONGEST_QUERY = 32_000
Most = Annotated[int, Field(ge=1, le=100)]


class Asked(Schema):
    group_ids: list[Label] | None = None
    query: Annotated[str, Field(max_length=LONGEST_QUERY)]


class SearchQuery(Asked):
    max_facts: Most = 10
    as_of: Moment | None = None
    """Facts that held at this moment, in place of those that hold now."""
    known_at: Moment | None = None
    """As we knew it at this moment; alone, what was then believed to hold."""
    include_invalid: bool = False


class NodeQuery(Asked):
    max_nodes: Most = 10


class EpisodeQuery(Asked):
    max_episodes: Most = 10


class Nodes(Schema):
    nodes: list[EntityResult]


class Episodes(Schema):
    episodes: list[EpisodeResult]


class GetMemory(Schema):
    group_id: Label
    max_facts: Most = 10
    center_node_uuid: UUID | None = None
    messages: list[Message]


@router.post("/search", response=Facts, auth=needs(Role.VIEWER))
def search(request: ScopedRequest, body: SearchQuery) -> Facts:
    """Facts that fit a question and hold now; in the named groups, or in all of the tenant's."""
    found = search_facts(
        request.scope,
        body.query,
        group_ids=body.group_ids,
        limit=body.max_facts,
        as_of=body.as_of,
        known_at=body.known_at,
        include_invalid=body.include_invalid,
    )
    return Facts(facts=told(request.scope, found))


@router.post("/search/nodes", response=Nodes, auth=needs(Role.VIEWER))
def search_nodes(request: ScopedRequest, body: NodeQuery) -> Nodes:
    """Entities that a question names, or that are known for what it asks."""
    found = search_entities(
        request.scope, body.query, group_ids=body.group_ids, limit=body.max_nodes
    )
    return Nodes(nodes=[EntityResult.of(each) for each in found])


@router.post("/search/episodes", response=Episodes, auth=needs(Role.VIEWER))
def search_messages(request: ScopedRequest, body: EpisodeQuery) -> Episodes:
    """Episodes in which a question is answered; the latest word on a matter first."""
    found = search_episodes(
        request.scope, body.query, group_ids=body.group_ids, limit=body.max_episodes
    )
    return Episodes(episodes=[EpisodeResult.of(each) for each in found])


@router.post("/get-memory", response=Facts, auth=needs(Role.VIEWER))
def get_memory(request: ScopedRequest, body: GetMemory) -> Facts:
    """Facts that fit a conversation, the nearest to an entity first where one is named."""
    said = "\n".join(f"{each.role or each.role_type}: {each.content}" for each in body.messages)
    found = search_facts(
        request.scope,
        said[-LONGEST_QUERY:],
        group_ids=[body.group_id],
        limit=body.max_facts,
        center_id=body.center_node_uuid,
    )
    return Facts(facts=told(request.scope, found))
