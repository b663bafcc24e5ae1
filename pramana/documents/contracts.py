"""Documents as others may see them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal
from uuid import UUID

PASSAGES = "documents.passage"
"""The name under which passages are found."""


class Status(StrEnum):
    """How far reading has come; each step is visible on the page."""

    QUEUED = "queued"
    READING = "reading"
    OCR_COMPLETE = "ocr_complete"
    """The text can be read; it cannot be searched yet."""
    COMPLETED = "completed"
    FAILED = "failed"


class SourceStatus(StrEnum):
    QUEUED = "queued"
    FETCHING = "fetching"
    COMPLETED = "completed"
    FAILED = "failed"


@dataclass(frozen=True)
class Continuation:
    """Work to ask for when a document's reading has ended, in the transaction that ends it."""

    task: str
    payload: Mapping[str, str]
    run_id: UUID | None = None


@dataclass(frozen=True)
class SourceView:
    """A page or site, and how its last fetching went."""

    id: UUID
    url: str
    whole_site: bool
    collection_id: UUID | None
    status: SourceStatus
    error: str
    fetched: int
    unchanged: int
    failed: int
    run_id: UUID | None
    created_at: datetime
    fetched_at: datetime | None
    created_by_id: UUID | None = None


@dataclass(frozen=True)
class CollectionView:
    id: UUID
    name: str
    document_count: int
    created_at: datetime


@dataclass(frozen=True)
class OutsideOrigin:
    """Where outside material came from, and who let it in."""

    address: str
    fetched_at: datetime
    let_in_by_id: UUID | None


@dataclass(frozen=True)
class DocumentView:
    id: UUID
    title: str
    filename: str
    kind: str
    status: Status
    error: str
    size: int
    language: str
    script: str
    page_count: int | None
    passage_count: int
    created_at: datetime
    run_id: UUID | None
    collection_id: UUID | None
    source_url: str
    duplicate_of: UUID | None = None
    """An earlier document of the tenant with the same bytes, when this one was taken in."""
    origin: OutsideOrigin | None = None
    """For outside material only."""


@dataclass(frozen=True)
class PageView:
    """A page's place in the text, how it was read and how sure that is."""

    number: int
    start: int
    end: int
    read_by: str
    confidence: float
    flagged: bool
    quality: Mapping[str, Any]
    language: str
    headings: list[dict[str, Any]]
    tables: list[list[list[dict[str, Any]]]]
    error: str


@dataclass(frozen=True)
class PassageView:
    id: UUID
    document_id: UUID
    position: int
    start: int
    end: int
    page: int
    section: str
    text: str


@dataclass(frozen=True)
class Hit:
    """A passage that answers a query, why, and where its words are in the document."""

    document_id: UUID
    passage_id: UUID
    title: str
    source_url: str
    section: str
    position: int
    page: int
    text: str
    start: int
    end: int
    marks: tuple[tuple[int, int], ...]
    score: float
    lexical: float
    cosine: float | None
    coverage: float
    strength: float
    """How surely it belongs to the query: from .5 it does, below .3 it does not."""
    match: Literal["vector", "lexical"]
    """What the strength rests on: meaning and words, or words alone."""
    words: tuple[str, ...]
    why: str
    flags: tuple[str, ...]
    outside: bool = False
    """Whether it stands in material that a person let in from the web."""
