"""What chat answers: the shapes of the Chat document, and the optional fields we add to them."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from pramana.chat.contracts.states import Mode

SNIPPET = 200


class Shape(BaseModel):
    """`example` and the like travel to OpenAPI; values are checked when made."""

    model_config = ConfigDict(frozen=True)


class QuoteOut(Shape):
    """Words of a source that a sentence of the answer rests on, and where they stand."""

    sentence: int = Field(ge=0, description="Which sentence of the answer, from 0.")
    words: str
    document_id: UUID | None = Field(default=None, description="None for a selection or a memory.")
    page: int | None = Field(default=None, description="From 0.")
    start: int = Field(
        ge=0, description="In the document, the episode or the selection; code points, NFC."
    )
    end: int = Field(ge=0)


class SentenceOut(Shape):
    """Where a sentence stands in `answer`, and which sources it rests on, numbered from 1."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)
    sources: list[int] = Field(default_factory=list)


class MemorySource(Shape):
    """Where a remembered fact was said, and when it holds."""

    group_id: str
    episode_id: UUID
    fact_id: UUID
    valid_at: datetime | None = None
    invalid_at: datetime | None = None


class SourceCitation(Shape):
    """A passage or a remembered fact that was found; the answer calls it by its place, from 1."""

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
        default=False, description="Whether a person let this source in from the web."
    )
    quotes: list[QuoteOut] = Field(default_factory=list)


class SelectedTextCitation(Shape):
    source_type: Literal["selected_text"] = "selected_text"
    selection_length: int = Field(ge=0)
    snippet: str = Field(max_length=SNIPPET)
    relevance_note: str
    quotes: list[QuoteOut] = Field(default_factory=list)


Citation = SourceCitation | SelectedTextCitation


class ResponseMetadata(Shape):
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


class ChatResponse(Shape):
    answer: str | None = None
    fallback_message: str | None = None
    sources: list[Citation] = Field(default_factory=list)
    metadata: ResponseMetadata
    session_id: UUID


class HistoryEntry(Shape):
    timestamp: datetime
    query: str
    response: str
    sources: list[Citation]
    metadata: ResponseMetadata | None = None


class ConversationHistoryResponse(Shape):
    session_id: UUID
    entries: list[HistoryEntry] = Field(default_factory=list)
    total_entries: int = Field(ge=0)
