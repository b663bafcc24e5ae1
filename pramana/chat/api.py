"""Chat over HTTP, as the Chat document has it: ask, ask and listen, go on listening, look back."""

from typing import Annotated, Any
from uuid import UUID, uuid4

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from ninja import Query, Router

from pramana.chat.contracts.answering import ChatResponse, ConversationHistoryResponse
from pramana.chat.contracts.asking import Ask, Asker, Narrowing, Remembering
from pramana.chat.contracts.requests import ChatRequest, SessionId, session_id_of
from pramana.chat.selectors import get_turn, history
from pramana.chat.turns import LiveTurn, begin, followed
from pramana.jobs.frames import EVENT_STREAM
from pramana.jobs.streams import release_connections, stream
from pramana.kit.errors import ContextError
from pramana.tenancy.contracts import KeyKind, Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["chat"])

MOST_FRAMES = 100_000


@router.post("/chat", response=ChatResponse, auth=needs(Role.VIEWER, publishable=True))
async def ask(request: ScopedRequest, body: ChatRequest) -> ChatResponse:
    """Answer a question from the documents, or from the selected text alone.

    Each sentence of the answer was checked against the words it rests on. 429 when too many
    questions are being answered already.
    """
    live = await _begun(request, body, streamed=False)
    return await live.outcome()


@router.post("/chat/stream", auth=needs(Role.VIEWER, publishable=True), openapi_extra=EVENT_STREAM)
async def ask_and_listen(request: ScopedRequest, body: ChatRequest) -> StreamingHttpResponse:
    """The same, sentence by sentence: `{"delta"}` frames, one with `sources`, `metadata` and
    `session_id`, then `{"done": true}`; or `{"error", "error_code"}`.

    The answer is completed and kept even if nobody listens any more. The request's id, in
    `X-Request-ID`, is what it can be picked up again by.
    """
    live = await _begun(request, body, streamed=True)
    return await stream(live.stream())


@router.get(
    "/chat/stream/{uuid:request_id}",
    auth=needs(Role.VIEWER, publishable=True),
    openapi_extra=EVENT_STREAM,
)
async def go_on_listening(
    request: ScopedRequest,
    request_id: UUID,
    after: Annotated[int, Query(ge=0, le=MOST_FRAMES)] = 0,
) -> StreamingHttpResponse:
    """The frames of an answer that was asked for earlier, without the first `after` of them."""
    asker = asker_of(request)
    await sync_to_async(get_turn)(request.scope, asker, request_id)
    return await stream(followed(request.scope, asker, request_id, after))


@router.get(
    "/history/{session_id}",
    response=ConversationHistoryResponse,
    auth=needs(Role.VIEWER, publishable=True),
)
def look_back(
    request: ScopedRequest,
    session_id: SessionId,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> ConversationHistoryResponse:
    """The newest exchanges of a conversation, oldest first."""
    return history(request.scope, asker_of(request), session_id_of(session_id), limit=limit)


def asker_of(request: ScopedRequest) -> Asker:
    """Whose conversations this request may see."""
    principal, user_id = request.principal, request.scope.actor_id
    if user_id is None:
        raise ContextError("A conversation belongs to a person.")
    if principal.key_kind is KeyKind.PUBLISHABLE:
        return Asker(user_id, principal.key_id, frozenset(principal.collections))
    return Asker(user_id)


async def _begun(request: ScopedRequest, body: ChatRequest, *, streamed: bool) -> LiveTurn:
    """The turn under way. The connection that authentication used goes back to the pool first:
    requests that hold one while they wait for another would in the end wait for each other."""
    await sync_to_async(release_connections)()
    narrowing: dict[str, Any] = body.filters.model_dump() if body.filters else {}
    asked = Ask(
        asker=asker_of(request),
        request_id=request.request_id,
        query=body.query,
        session_id=body.session_id or uuid4(),
        is_new=body.session_id is None,
        selected_text=body.selected_text,
        narrowing=Narrowing(**narrowing, collection_id=body.collection_id),
        remembering=Remembering(body.memory_group, body.as_of) if body.memory_group else None,
        matter=body.matter,
        streamed=streamed,
    )
    return await begin(request.scope, asked)
