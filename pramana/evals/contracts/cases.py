"""A case: something a machine claimed, and what a person decided about it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class Kind(StrEnum):
    """What was claimed."""

    ENTITY = "entity"
    """That a text names something worth keeping."""
    CANDIDATE = "candidate"
    """That the likeliest record is the one meant."""
    FIELD = "field"
    """That a value stands in a document."""
    CELL = "cell"
    """The same, in a stack."""
    SOURCE = "source"
    """That a page of the web is worth letting in."""
    DUPLICATE = "duplicate"
    """That two names in a memory are one thing."""
    LINK = "link"
    """That a record and an entity of a memory are one thing."""


class Decision(StrEnum):
    """What the person did."""

    MATCH = "match"
    CREATE = "create"
    SKIP = "skip"
    APPROVE = "approve"
    CORRECT = "correct"
    REMOVE = "remove"
    REVIEW = "review"
    DOUBT = "doubt"
    UNDO = "undo"
    REFUSE = "refuse"


@dataclass(frozen=True)
class Case:
    """One decision as a case. It holds no words of a document, so it may be kept and compared."""

    kind: Kind
    decision: Decision
    right: bool
    """Whether what was claimed stands after the decision."""
    at: datetime
    subject_id: UUID
    """The session, extraction, table, run, duplicate or link it was decided in."""
    place: str = ""
    """Which entity, path or column."""
    confidence: float | None = None
    trust: float | None = None
    engine: str = ""
    prompt: str = ""
    version: int | None = None
    """None where nobody kept which version was asked."""
    missed: bool = False
    """Nothing was claimed where a person then wrote something: no matter of precision."""
