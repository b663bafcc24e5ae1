from typing import Annotated
from uuid import UUID

from ninja import Router, Schema
from pydantic import Field

from pramana.memory.api.schemas import FactResult, Facts, Label, Message, Moment
from pramana.memory.search import search_facts
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()
LONGEST_QUERY = 32_000
MaxFacts = Annotated[int, Field(ge=1, le=100)]


class SearchQuery(Schema):
    group_ids: list[Label] | None = None
    query: Annotated[str, Field(max_length=LONGEST_QUERY)]
    max_facts: MaxFacts = 10
    as_of: Moment | None = None
    """Facts that held at this moment, in place of those that hold now."""
    include_invalid: bool = False


class GetMemory(Schema):
    group_id: Label
    max_facts: MaxFacts = 10
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
        include_invalid=body.include_invalid,
    )
    return Facts(facts=[FactResult.of(each) for each in found])


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
    return Facts(facts=[FactResult.of(each) for each in found])
