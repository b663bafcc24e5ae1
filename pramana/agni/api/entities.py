from typing import Annotated
from uuid import UUID

from ninja import Router, Schema
from pydantic import Field

from pramana.agni import services
from pramana.agni.contracts.requests import Resolution
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()


class ResolvedOut(Schema):
    success: bool
    entity_status: str


class MessageIn(Schema):
    message: Annotated[str, Field(max_length=10_000)] = ""


class PostedOut(Schema):
    success: bool
    message_id: str


@router.post(
    "/sessions/{uuid:session_id}/entities/{int:entity_index}/",
    response=ResolvedOut,
    auth=needs(Role.ADMIN),
)
def resolve(
    request: ScopedRequest, session_id: UUID, entity_index: int, body: Resolution
) -> ResolvedOut:
    """Match an entity to a record, create it, or skip it."""
    status = services.resolve_entity(request.scope, session_id, entity_index, body)
    return ResolvedOut(success=True, entity_status=status.value)


@router.delete(
    "/sessions/{uuid:session_id}/entities/{int:entity_index}/",
    response=ResolvedOut,
    auth=needs(Role.ADMIN),
)
def reopen(request: ScopedRequest, session_id: UUID, entity_index: int) -> ResolvedOut:
    """Take the decision on an entity back."""
    status = services.reopen_entity(request.scope, session_id, entity_index)
    return ResolvedOut(success=True, entity_status=status.value)


@router.post(
    "/sessions/{uuid:session_id}/conversations/{conversation_key}/",
    response=PostedOut,
    auth=needs(Role.ADMIN),
)
def post_message(
    request: ScopedRequest, session_id: UUID, conversation_key: str, body: MessageIn
) -> PostedOut:
    """Say something to the extractor; its answer comes in the same thread."""
    message_id = services.post_message(request.scope, session_id, conversation_key, body.message)
    return PostedOut(success=True, message_id=message_id)
