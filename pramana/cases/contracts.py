"""The documents of a case and the decisions made in it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from pramana.external.contracts import Verdict


class DocumentRole(StrEnum):
    """How a document came to belong to a case."""

    LET_IN = "let_in"
    EXTRACTED = "extracted"
    REVIEWED = "reviewed"
    STACKED = "stacked"


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
