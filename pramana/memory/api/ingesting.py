from typing import Annotated
from uuid import UUID

from ninja import Header, Router, Schema
from ninja import Status as Answer
from pydantic import Field, StringConstraints

from pramana.memory.api.schemas import AddMessages, EntityResult, Label, Result
from pramana.memory.contracts.messages import GROUP_ID, LONGEST_GROUP_ID, MessageView
from pramana.memory.services.entities import add_entity
from pramana.memory.services.receiving import receive, retry_message
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()
ACCEPTED = {"message": "Messages added to processing queue", "success": True}
Key = Annotated[str, Header(alias="Idempotency-Key", max_length=255)]


class EntityNode(Schema):
    uuid: UUID | None = None
    group_id: Annotated[str, StringConstraints(pattern=GROUP_ID, max_length=LONGEST_GROUP_ID)]
    name: Annotated[str, Field(min_length=1, max_length=300, pattern=r"\S")]
    summary: Label = ""


@router.post("/messages", response={202: Result}, auth=needs(Role.REVIEWER))
def add_messages(
    request: ScopedRequest, body: AddMessages, key: Key = ""
) -> Answer[dict[str, object]]:
    """Accept messages for a group. Each is read in the background, in order, on its own.

    The same `Idempotency-Key` again queues nothing twice.
    """
    incoming = [each.incoming(body.group_id) for each in body.messages]
    receive(request.scope, incoming, key=key)
    return Answer(202, ACCEPTED)


@router.post("/entity-node", response={201: EntityResult}, auth=needs(Role.REVIEWER))
def add_entity_node(request: ScopedRequest, body: EntityNode) -> Answer[EntityResult]:
    """Add an entity by hand. 409 if the uuid is taken."""
    made = add_entity(
        request.scope, body.group_id, body.name, summary=body.summary, entity_id=body.uuid
    )
    return Answer(201, EntityResult.of(made))


@router.post(
    "/messages/jobs/{uuid:message_id}/retry",
    response={202: MessageView},
    auth=needs(Role.REVIEWER),
)
def retry(request: ScopedRequest, message_id: UUID) -> Answer[MessageView]:
    """Read a failed message again. 409 if it has not failed."""
    return Answer(202, retry_message(request.scope, message_id))
