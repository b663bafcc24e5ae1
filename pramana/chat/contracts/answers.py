"""What chat answers: the shapes of the Chat document with optional additions; saved turns."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field


class RequestState(StrEnum):
    """How far a request has come. Each change is saved with the turn and sent as a run event."""

    RECEIVED = "RECEIVED"
    RETRIEVING = "RETRIEVING"
    GENERATING = "GENERATING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"

    @property
    def is_over(self) -> bool:
        return self in (RequestState.COMPLETED, RequestState.FAILED)


class Mode(StrEnum):
    """In which way a question was answered."""

    FULL = "full"
    SELECTED_TEXT = "selected_text"
    RETRIEVAL_ONLY = "retrieval_only"
    """Sources without an answer: the model failed, or nothing it wrote is in the sources."""
    NO_RESULTS = "no_results"


SNIPPET = 200


class ResponseModel(BaseModel):
    """A frozen value that is part of the HTTP interface."""

    model_config = ConfigDict(frozen=True)


class QuoteOut(ResponseModel):
    """Words of a source that a sentence of the answer rests on, and where they are."""

    sentence: int = Field(ge=0, description="Which sentence of the answer, from 0.")
    words: str
    document_id: UUID | None = Field(default=None, description="None for a selection or a memory.")
    page: int | None = Field(default=None, description="From 0.")
    start: int = Field(
        ge=0, description="In the document, the episode or the selection; code points, NFC."
    )
    end: int = Field(ge=0)
    place: str = Field(
        default="", description="A cell such as `Prices!B3`, a slide, or a header of a mail."
    )


class SentenceOut(ResponseModel):
    """Where a sentence is in `answer`, and which sources it rests on, numbered from 1."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)
    sources: list[int] = Field(default_factory=list)


class MemorySource(ResponseModel):
    """Where a remembered fact was said, and when it was true."""

    group_id: str
    episode_id: UUID
    fact_id: UUID
    valid_at: datetime | None = None
    invalid_at: datetime | None = None
    claimed_by: str | None = Field(
        default=None, description="Whose claim it is; null for a plain fact."
    )
    confidence: float = Field(default=0.5, description="How sure the fact is, from 0 to 1.")


class SourceCitation(ResponseModel):
    """A passage or a remembered fact; the answer cites it by its place in the list, from 1."""

    source_url: str
    title: str
    section: str
    chunk_position: int = Field(ge=0)
    similarity_score: float = Field(ge=0.0, le=1.0)
    snippet: str = Field(max_length=SNIPPET)
    match: Literal["vector", "lexical"] = Field(
        default="vector", description="What the score is: a cosine, or the share of words found."
    )
    why: str = Field(default="", description="Why this source is here, in a sentence.")
    document_id: UUID | None = None
    page: int | None = None
    kind: Literal["document", "memory"] = "document"
    memory: MemorySource | None = Field(
        default=None, description="Of a remembered fact: `start` and `end` count in its episode."
    )
    outside: bool = Field(
        default=False, description="Whether a person approved this source from the web."
    )
    quotes: list[QuoteOut] = Field(default_factory=list)


class SelectedTextCitation(ResponseModel):
    source_type: Literal["selected_text"] = "selected_text"
    selection_length: int = Field(ge=0)
    snippet: str = Field(max_length=SNIPPET)
    relevance_note: str
    quotes: list[QuoteOut] = Field(default_factory=list)


Citation = SourceCitation | SelectedTextCitation


class NearestOut(ResponseModel):
    """What came nearest to a question that nothing answers. It is no source of the answer."""

    title: str
    section: str
    source_url: str
    document_id: UUID | None = None
    page: int | None = None
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    words: str


class ResponseMetadata(ResponseModel):
    query_time_ms: float = Field(ge=0)
    retrieval_count: int = Field(ge=0)
    mode: Mode
    low_confidence: bool = False
    request_id: UUID
    engine: str | None = Field(default=None, description="Who composed: a model, or `offline`.")
    degraded_reason: str | None = Field(default=None, description="What was missing, by its code.")
    searched_for: str | None = Field(
        default=None, description="The question as it was searched for, where that was another."
    )
    sentences: list[SentenceOut] = Field(default_factory=list)
    nearest: list[NearestOut] = Field(
        default_factory=list, description="Without an answer: what comes nearest to one."
    )


class ChatResponse(ResponseModel):
    answer: str | None = None
    fallback_message: str | None = None
    sources: list[Citation] = Field(default_factory=list)
    metadata: ResponseMetadata
    session_id: UUID


class HistoryEntry(ResponseModel):
    timestamp: datetime
    query: str
    response: str
    sources: list[Citation]
    metadata: ResponseMetadata | None = None


class ConversationHistoryResponse(ResponseModel):
    session_id: UUID
    entries: list[HistoryEntry] = Field(default_factory=list)
    total_entries: int = Field(ge=0)


@dataclass(frozen=True)
class TurnView:
    """A turn as far as it has come: enough to show it, or to continue its stream."""

    id: int
    session_id: UUID
    request_id: UUID
    run_id: UUID
    asked_at: datetime
    state: RequestState
    query: str = field(default="", repr=False)
    response: str = field(default="", repr=False)
    said: tuple[str, ...] = field(default=(), repr=False)
    sources: tuple[dict[str, Any], ...] = field(default=(), repr=False)
    metadata: dict[str, Any] = field(default_factory=dict, repr=False)
    fallback_message: str = ""
    error: str = ""
    error_code: str = ""
    feedback: str = ""

    @property
    def answer(self) -> dict[str, Any]:
        """The turn in the shape of a response."""
        return {"answer": self.response, "sources": self.sources, "metadata": self.metadata}


class AnswerFeedback(StrEnum):
    """What a person says about an answer."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"
    """The documents say more, or say it where the answer says nothing."""


@dataclass(frozen=True)
class ConversationSummary:
    """A conversation in a list, named by its title or its first question."""

    id: UUID
    first_question: str = field(repr=False)
    turns: int
    created_at: datetime
    last_active: datetime
    title: str = field(default="", repr=False)
    is_pinned: bool = False
    share_id: UUID | None = None
    shared_at: datetime | None = None

    @property
    def name(self) -> str:
        return self.title or self.first_question

    @property
    def has_news(self) -> bool:
        """Whether something was asked after it was shared; the link does not show that."""
        return bool(self.shared_at and self.last_active > self.shared_at)


@dataclass(frozen=True)
class SharedConversation:
    """A conversation as its link shows it to the tenant."""

    name: str = field(repr=False)
    user_id: UUID
    shared_at: datetime
    turns: tuple[TurnView, ...]


@dataclass(frozen=True)
class JudgedAnswer:
    """Feedback on an answer, without a word of it."""

    request_id: UUID
    session_id: UUID
    run_id: UUID
    engine: str
    feedback: AnswerFeedback
    at: datetime
