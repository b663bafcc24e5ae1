"""Documents as others may see them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class Status(StrEnum):
    """How far reading has come; each step is visible on the page."""

    QUEUED = "queued"
    READING = "reading"
    OCR_COMPLETE = "ocr_complete"
    """The text can be read; it cannot be searched yet."""
    COMPLETED = "completed"
    FAILED = "failed"


@dataclass(frozen=True)
class DocumentView:
    id: UUID
    title: str
    filename: str
    status: Status
    error: str
    size: int
    created_at: datetime
    run_id: UUID | None
    collection_id: UUID | None
    passage_count: int
    source_url: str


@dataclass(frozen=True)
class Stretch:
    """A stretch of a text that is searched and cited as one: half-open, in code points."""

    start: int
    end: int


@dataclass(frozen=True)
class Hit:
    """A passage that answers a query, why, and where its words are in the document."""

    document_id: UUID
    passage_id: UUID
    title: str
    text: str
    start: int
    end: int
    marks: tuple[tuple[int, int], ...]
    score: float
    why: str
