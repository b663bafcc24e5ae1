"""The documents of a case, the decisions made in it, and what people put into it."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from pramana.external.contracts import Verdict


class DocumentRole(StrEnum):
    """How a document came to belong to a case."""

    LET_IN = "let_in"
    EXTRACTED = "extracted"
    REVIEWED = "reviewed"
    STACKED = "stacked"
    ADDED = "added"


class DecisionPlace(StrEnum):
    """Where a decision was made."""

    RESEARCH = "research"
    EXTRACTION = "extraction"
    REVIEW = "review"


@dataclass(frozen=True)
class CaseDocument:
    """A document in a case. `subject_id` is the extraction, review or stack that uses it."""

    document_id: UUID
    way: DocumentRole
    subject_id: UUID | None = None


@dataclass(frozen=True)
class CaseDecision:
    """A person's decision in a case: approved pages, fields or records."""

    where: DecisionPlace
    subject_id: UUID
    text: str
    by_id: UUID | None
    at: datetime
    verdict: Verdict | None = None
    count: int = 0
    """The number of approved pages or records."""
    rationale: str = ""


class ItemKind(StrEnum):
    """What a person can add to a case."""

    DOCUMENT = "document"
    MEMORY = "memory"
    RECORD = "record"
    PERSON = "person"


@dataclass(frozen=True)
class CaseItemView:
    id: UUID
    kind: ItemKind
    subject: str
    added_by_id: UUID | None
    added_at: datetime


@dataclass(frozen=True)
class CaseNoteView:
    id: UUID
    text: str = field(repr=False)
    written_by_id: UUID | None
    written_at: datetime


class SectionState(StrEnum):
    EMPTY = "empty"
    WAITING = "waiting"
    ANSWERED = "answered"
    EDITED = "edited"
    FAILED = "failed"


@dataclass(frozen=True)
class SectionView:
    """A section of a report. `text` names its sources as `[n]`, by their place."""

    id: UUID
    question: str = field(repr=False)
    text: str = field(repr=False)
    sources: list[dict[str, Any]] = field(repr=False)
    sentences: list[dict[str, Any]] = field(repr=False)
    state: SectionState
    error: str
    engine: str
    answered_at: datetime | None
    edited_by_id: UUID | None
    edited_at: datetime | None
    edition: int
    earlier: list[dict[str, Any]] = field(repr=False)

    @property
    def answer(self) -> dict[str, Any]:
        """The section in the shape of an answer of chat."""
        metadata = {"sentences": self.sentences}
        return {"answer": self.text, "sources": self.sources, "metadata": metadata}


@dataclass(frozen=True)
class CaseReportLine:
    """A report in a list."""

    id: UUID
    case_id: UUID
    title: str = field(repr=False)
    created_by_id: UUID | None
    created_at: datetime


@dataclass(frozen=True)
class CaseReportView(CaseReportLine):
    sections: tuple[SectionView, ...] = ()

    @property
    def waiting(self) -> int:
        return sum(each.state is SectionState.WAITING for each in self.sections)

    @property
    def text_count(self) -> int:
        return sum(bool(each.text) for each in self.sections)
