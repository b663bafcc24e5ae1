"""Documents, collections and passages."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pramana.client.models.answer import Answer

Status = Literal["queued", "reading", "ocr_complete", "completed", "failed"]


class Uploaded(Answer):
    id: UUID
    filename: str
    status: Status
    source_url: str
    run_id: UUID | None = None
    duplicate_of: UUID | None = None


class Document(Answer):
    id: UUID
    title: str
    filename: str
    kind: str
    status: Status
    error: str
    size: int
    language: str
    page_count: int | None
    passage_count: int
    created_at: datetime
    run_id: UUID | None
    collection_id: UUID | None
    source_url: str
    duplicate_of: UUID | None = None


class DocumentPage(Answer):
    documents: list[Document]
    next: str | None


class DocumentText(Answer):
    id: UUID
    text: str


class Collection(Answer):
    id: UUID
    name: str
    document_count: int
    created_at: datetime


class Hit(Answer):
    """A passage for a query. Offsets are code points of the document's text."""

    document_id: UUID
    passage_id: UUID
    title: str
    source_url: str
    section: str
    page: int
    text: str
    start: int
    end: int
    marks: list[tuple[int, int]]
    score: float
    strength: float
    match: Literal["vector", "lexical"]
    why: str
    outside: bool = False
