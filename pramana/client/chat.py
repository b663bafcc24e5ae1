"""Chat: answers, their sources, and the frames of a streamed answer."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID, uuid4

from pydantic import Field

from pramana.client.calls import ApiCall, ApiModel, Id, nothing, one, present_values, raw
from pramana.client.operations import C, Part, operation, stream_operation
from pramana.client.streams import StreamRequest


class QuoteInfo(ApiModel):
    """Words of a source that support a sentence of the answer."""

    sentence: int
    words: str
    document_id: UUID | None = None
    page: int | None = None
    start: int
    end: int
    place: str = ""
    """A cell such as `Prices!B3`, a slide, or a header of a mail."""


class SourceInfo(ApiModel):
    """A numbered source, from 1: a passage, a fact from memory, or the selected text."""

    source_url: str = ""
    title: str = ""
    section: str = ""
    snippet: str
    kind: str = "document"
    source_type: str = ""
    similarity_score: float | None = None
    why: str = ""
    document_id: UUID | None = None
    page: int | None = None
    outside: bool = False
    quotes: list[QuoteInfo] = Field(default_factory=list)


class AnswerMetadata(ApiModel):
    query_time_ms: float
    retrieval_count: int
    mode: str
    low_confidence: bool = False
    request_id: UUID
    engine: str | None = None
    degraded_reason: str | None = None


class ChatAnswer(ApiModel):
    answer: str | None
    fallback_message: str | None = None
    sources: list[SourceInfo]
    metadata: AnswerMetadata
    session_id: UUID


class ChatFrame(ApiModel):
    """One frame of a streamed answer: a sentence, the sources, or the end."""

    delta: str | None = None
    sources: list[SourceInfo] | None = None
    metadata: AnswerMetadata | None = None
    session_id: UUID | None = None
    fallback_message: str | None = None
    done: bool = False


class Exchange(ApiModel):
    timestamp: datetime
    query: str
    response: str
    sources: list[SourceInfo]


class History(ApiModel):
    session_id: UUID
    entries: list[Exchange]
    total_entries: int


class ConversationInfo(ApiModel):
    id: UUID
    name: str
    turns: int
    last_active: datetime
    is_pinned: bool
    share_id: UUID | None
    shared_at: datetime | None


class QuotedSource(ApiModel):
    number: int
    title: str
    source_url: str
    document_id: UUID | None
    quotes: list[QuoteInfo]


class SharedExchange(ApiModel):
    query: str
    response: str
    asked_at: datetime
    sources: list[QuotedSource]


class SharedConversationInfo(ApiModel):
    name: str
    shared_by_id: UUID
    shared_at: datetime
    turns: list[SharedExchange]


CONVERSATIONS = "/api/conversations/"


class Chat(Part[C]):
    @operation
    def ask(
        self,
        question: str,
        *,
        session_id: Id | None = None,
        selected_text: str | None = None,
        collection_id: Id | None = None,
        filters: dict[str, Any] | None = None,
        memory_group: str | None = None,
        as_of: datetime | None = None,
    ) -> ApiCall[ChatAnswer]:
        """Answer from the documents, or from `selected_text` alone if it is given."""
        body = present_values(
            query=question,
            session_id=session_id,
            selected_text=selected_text,
            collection_id=collection_id,
            filters=filters,
            memory_group=memory_group,
            as_of=as_of,
        )
        return ApiCall("POST", "/chat", one(ChatAnswer), json=body, starts_work=True)

    @stream_operation
    def stream(
        self,
        question: str,
        *,
        session_id: Id | None = None,
        selected_text: str | None = None,
        collection_id: Id | None = None,
        filters: dict[str, Any] | None = None,
        memory_group: str | None = None,
        as_of: datetime | None = None,
    ) -> StreamRequest[ChatFrame]:
        """Stream the answer: sentences, then the sources, then `done`."""
        body = present_values(
            query=question,
            session_id=session_id,
            selected_text=selected_text,
            collection_id=collection_id,
            filters=filters,
            memory_group=memory_group,
            as_of=as_of,
        )
        request_id = uuid4()
        begin: ApiCall[object] = ApiCall(
            "POST",
            "/chat/stream",
            nothing,
            json=body,
            headers={"X-Request-ID": str(request_id)},
            starts_work=True,
        )
        return _frames(request_id, begin)

    @stream_operation
    def resume(self, request_id: Id, *, after: int = 0) -> StreamRequest[ChatFrame]:
        """Resume the stream of an earlier answer, skipping the first `after` frames."""
        return _frames(request_id, _rest(request_id, after), after)

    @operation
    def history(self, session_id: Id, *, limit: int = 50) -> ApiCall[History]:
        """The newest exchanges of a conversation, oldest first."""
        return ApiCall("GET", f"/history/{session_id}", one(History), params={"limit": limit})

    @operation
    def conversation(self, session_id: Id) -> ApiCall[ConversationInfo]:
        """The name and the state of a conversation of your own."""
        return ApiCall("GET", f"{CONVERSATIONS}{session_id}", one(ConversationInfo))

    @operation
    def change(
        self, session_id: Id, *, title: str | None = None, is_pinned: bool | None = None
    ) -> ApiCall[ConversationInfo]:
        """Name a conversation, or pin it."""
        body = present_values(title=title, is_pinned=is_pinned)
        path = f"{CONVERSATIONS}{session_id}"
        return ApiCall("PATCH", path, one(ConversationInfo), json=body)

    @operation
    def share(self, session_id: Id) -> ApiCall[ConversationInfo]:
        """Show its answers until now to the tenant, under its `share_id`."""
        path = f"{CONVERSATIONS}{session_id}/share"
        return ApiCall("POST", path, one(ConversationInfo), repeatable=True)

    @operation
    def unshare(self, session_id: Id) -> ApiCall[None]:
        """Make it private again."""
        return ApiCall("DELETE", f"{CONVERSATIONS}{session_id}/share", nothing)

    @operation
    def shared(self, share_id: Id) -> ApiCall[SharedConversationInfo]:
        """A conversation that someone of the tenant shares."""
        return ApiCall("GET", f"{CONVERSATIONS}shared/{share_id}", one(SharedConversationInfo))

    @operation
    def shared_file(
        self, share_id: Id, format: Literal["md", "docx", "pdf"] = "md"
    ) -> ApiCall[bytes]:
        """A shared conversation as Word, PDF or Markdown."""
        params = {"format": format}
        return ApiCall("GET", f"{CONVERSATIONS}shared/{share_id}/file", raw, params=params)


def _frames(request_id: Id, begin: ApiCall[object], after: int = 0) -> StreamRequest[ChatFrame]:
    return StreamRequest(
        begin=begin,
        resume=lambda _, seen: _rest(request_id, seen),
        read=ChatFrame.model_validate,
        is_last=lambda data: bool(data.get("done")),
        after=after,
    )


def _rest(request_id: Id, after: int) -> ApiCall[object]:
    return ApiCall("GET", f"/chat/stream/{request_id}", nothing, params={"after": after})
