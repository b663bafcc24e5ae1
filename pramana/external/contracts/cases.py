"""What belongs to a case: the parts documents have in it, and what was decided."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from pramana.external.contracts.stages import Verdict


class Way(StrEnum):
    """How a document came to belong to a case."""

    LET_IN = "let_in"
    EXTRACTED = "extracted"
    REVIEWED = "reviewed"
    STACKED = "stacked"


class Where(StrEnum):
    """Where a decision was made."""

    RESEARCH = "research"
    EXTRACTION = "extraction"
    REVIEW = "review"


@dataclass(frozen=True)
class CaseDocument:
    """A document's part in a case; `subject_id` is the extraction, review or stack it is in."""

    document_id: UUID
    way: Way
    subject_id: UUID | None = None


@dataclass(frozen=True)
class CaseDecision:
    """What somebody decided in a case: let pages in, approved fields, approved records."""

    where: Where
    subject_id: UUID
    text: str
    by_id: UUID | None
    at: datetime
    verdict: Verdict | None = None
    count: int = 0
    """Pages let in, or records approved."""
    rationale: str = ""
