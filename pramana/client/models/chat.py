"""Answers, the sources they rest on, and the frames in which they come."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from pramana.client.models.answer import Answer


class Quote(Answer):
    """Words of a source that a sentence of the answer rests on."""

    sentence: int
    words: str
    document_id: UUID | None = None
    page: int | None = None
    start: int
    end: int


class Source(Answer):
    """What the answer calls by its number, from 1: a passage, a remembered fact, a selection."""

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
    quotes: list[Quote] = Field(default_factory=list)


class AnswerMetadata(Answer):
    query_time_ms: float
    retrieval_count: int
    mode: str
    low_confidence: bool = False
    request_id: UUID
    engine: str | None = None
    degraded_reason: str | None = None


class ChatAnswer(Answer):
    answer: str | None
    fallback_message: str | None = None
    sources: list[Source]
    metadata: AnswerMetadata
    session_id: UUID


class ChatFrame(Answer):
    """A part of an answer: a sentence, then the sources, then the end."""

    delta: str | None = None
    sources: list[Source] | None = None
    metadata: AnswerMetadata | None = None
    session_id: UUID | None = None
    fallback_message: str | None = None
    done: bool = False


class Exchange(Answer):
    timestamp: datetime
    query: str
    response: str
    sources: list[Source]


class History(Answer):
    session_id: UUID
    entries: list[Exchange]
    total_entries: int
