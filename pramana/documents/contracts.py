"""The values that documents give to other apps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import PurePath
from typing import Any, Literal
from uuid import UUID

PropertyValue = str | float | bool

PASSAGES = "documents.passage"
"""The name of the search space for passages."""


class Status(StrEnum):
    """How far the reading of a document has come."""

    QUEUED = "queued"
    READING = "reading"
    OCR_COMPLETE = "ocr_complete"
    """The text can be read but not searched yet."""
    COMPLETED = "completed"
    FAILED = "failed"


class PropertyKind(StrEnum):
    """The kinds of values that a property of documents may have."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    BOOLEAN = "boolean"


class SourceStatus(StrEnum):
    QUEUED = "queued"
    FETCHING = "fetching"
    COMPLETED = "completed"
    FAILED = "failed"


@dataclass(frozen=True)
class Continuation:
    """A task to queue when a document's reading has ended, in the same transaction."""

    task: str
    payload: Mapping[str, str]
    run_id: UUID | None = None


@dataclass(frozen=True)
class SourceView:
    """A page or site, and the result of its last fetching."""

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
    """Where outside material came from, and who approved it."""

    address: str
    fetched_at: datetime
    let_in_by_id: UUID | None


def has_own_title(title: str, filename: str) -> bool:
    return title not in (filename, PurePath(filename).stem)


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
    """An earlier document of the tenant with the same content, when this one was added."""
    origin: OutsideOrigin | None = None
    """For outside material only."""
    container_id: UUID | None = None
    """The mail that the document was attached to, or the archive that it was in."""
    container_path: str = ""
    thread: tuple[UUID, ...] = ()
    """The other messages of a mail's conversation, first ones first; not in lists."""
    tags: tuple[str, ...] = ()
    properties: Mapping[str, PropertyValue] = field(default_factory=dict)
    """Values by name; dates are ISO dates."""
    notes: str = ""
    trashed_at: datetime | None = None
    """When it was moved to the trash; it is erased thirty days later."""

    @property
    def is_titled(self) -> bool:
        """Whether the title says something else than the file name."""
        return has_own_title(self.title, self.filename)


@dataclass(frozen=True)
class PropertyView:
    """A property that documents may have."""

    id: UUID
    name: str
    kind: PropertyKind


@dataclass(frozen=True)
class DocumentChanges:
    """What a person changes about a document; None leaves it as it is."""

    title: str | None = None
    tags: Sequence[str] | None = None
    notes: str | None = None
    properties: Mapping[str, Any] | None = None
    """Only the named properties change; None or an empty text removes a value."""


@dataclass(frozen=True)
class SavedViewItem:
    """A saved view of the library: its name, and the query string of its address."""

    id: UUID
    name: str
    query: str


@dataclass(frozen=True)
class RefusedFile:
    """A file of a batch that was not taken, with the error that it would give alone."""

    filename: str
    error_code: str
    message: str


@dataclass(frozen=True)
class BatchResult:
    """What became of the files of a batch."""

    documents: list[DocumentView]
    refused: list[RefusedFile]


@dataclass(frozen=True)
class PageView:
    """The range of a page in the text, and how it was read."""

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
    blocks: list[dict[str, Any]] = field(default_factory=list)
    """The items of lists, the rows of tables, and code."""


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
    lead: str = ""
    """The header of the table or the introduction of the list that it begins within; it is read
    and indexed with the passage, but is not part of its range."""


@dataclass(frozen=True)
class PassageHit:
    """A passage that matches a query, with its scores and the ranges of the matching words."""

    document_id: UUID
    passage_id: UUID
    title: str
    filename: str
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
    """How well it matches the query: from .5 on it is a match, below .3 it is not."""
    match: Literal["vector", "lexical"]
    """What the strength is based on: meaning and words, or words alone."""
    words: tuple[str, ...]
    why: str
    flags: tuple[str, ...]
    lead: str = ""
    """The header of the table or the introduction of the list that the passage begins within."""
    outside: bool = False
    """Whether it is from outside material, which a person approved from the web."""
    container_id: UUID | None = None
    """The mail that its document was attached to, or the archive that it was in."""

    @property
    def is_titled(self) -> bool:
        """Whether the title says something else than the file name."""
        return has_own_title(self.title, self.filename)
