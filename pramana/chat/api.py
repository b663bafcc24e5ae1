"""Chat over HTTP, as the Chat document describes it: ask, stream, resume a stream, history."""

from typing import Annotated, Any
from uuid import UUID, uuid4

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from ninja import Query, Router

from pramana.chat.contracts.answers import ChatResponse, ConversationHistoryResponse
from pramana.chat.contracts.questions import (
    Asker,
    ChatQuestion,
    ChatRequest,
    MemoryFilter,
    PassageFilter,
    SessionId,
    parse_session_id,
)
from pramana.chat.selectors import get_turn, history
from pramana.chat.turns import LiveTurn, follow_turn, start_turn
from pramana.jobs.streams import EVENT_STREAM, stream
from pramana.kit.errors import ContextError
from pramana.postgres.loans import release_connections
from pramana.tenancy.contracts import KeyKind, Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["chat"])

MAX_FRAMES = 100_000


@router.post("/chat", response=ChatResponse, auth=needs(Role.VIEWER, publishable=True))
async def ask(request: ScopedRequest, body: ChatRequest) -> ChatResponse:
    """Answer a question from the documents, or from the selected text alone.

    Each sentence of the answer was checked against the words it rests on. 429 when too many
    questions are being answered already.
    """
    turn = await _start(request, body, streamed=False)
    return await turn.outcome()


@router.post("/chat/stream", auth=needs(Role.VIEWER, publishable=True), openapi_extra=EVENT_STREAM)
async def ask_and_stream(request: ScopedRequest, body: ChatRequest) -> StreamingHttpResponse:
    """The same, sentence by sentence: `{"delta"}` frames, one with `sources`, `metadata` and
    `session_id`, then `{"done": true}`; or `{"error", "error_code"}`.

    The answer is completed and saved even if nobody listens any more. The stream can be resumed
    with the request's id, which is in `X-Request-ID`.
    """
    turn = await _start(request, body, streamed=True)
    return await stream(turn.stream())


@router.get(
    "/chat/stream/{uuid:request_id}",
    auth=needs(Role.VIEWER, publishable=True),
    openapi_extra=EVENT_STREAM,
)
async def resume_stream(
    request: ScopedRequest,
    request_id: UUID,
    after: Annotated[int, Query(ge=0, le=MAX_FRAMES)] = 0,
) -> StreamingHttpResponse:
    """Resume the stream of an earlier request, without its first `after` frames."""
    asker = request_asker(request)
    await sync_to_async(get_turn)(request.scope, asker, request_id)
    return await stream(follow_turn(request.scope, asker, request_id, after))


@router.get(
    "/history/{session_id}",
    response=ConversationHistoryResponse,
    auth=needs(Role.VIEWER, publishable=True),
)
def conversation_history(
    request: ScopedRequest,
    session_id: SessionId,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> ConversationHistoryResponse:
    """The newest exchanges of a conversation, oldest first."""
    return history(request.scope, request_asker(request), parse_session_id(session_id), limit=limit)


def request_asker(request: ScopedRequest) -> Asker:
    """Whose conversations this request may see: a person's, or a publishable key's."""
    principal, user_id = request.principal, request.scope.actor_id
    if user_id is None:
        raise ContextError("A conversation belongs to a person.")
    if principal.key_kind is KeyKind.PUBLISHABLE:
        return Asker(user_id, principal.key_id, frozenset(principal.collections))
    return Asker(user_id)


async def _start(request: ScopedRequest, body: ChatRequest, *, streamed: bool) -> LiveTurn:
    """Start a turn for the request.

    The connection that authentication used is returned to the pool first: requests that hold one
    connection while they wait for another could deadlock.
    """
    await sync_to_async(release_connections)()
    filters: dict[str, Any] = body.filters.model_dump() if body.filters else {}
    question = ChatQuestion(
        asker=request_asker(request),
        request_id=request.request_id,
        query=body.query,
        session_id=body.session_id or uuid4(),
        is_new=body.session_id is None,
        selected_text=body.selected_text,
        passages=PassageFilter(**filters, collection_id=body.collection_id),
        memory=MemoryFilter(body.memory_group, body.as_of) if body.memory_group else None,
        matter=body.matter,
        streamed=streamed,
    )
    return await start_turn(request.scope, question)
