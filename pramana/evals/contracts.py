"""Evaluation cases (a machine's claim and a person's decision on it) and accuracy reports."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class ClaimKind(StrEnum):
    """What was claimed."""

    ENTITY = "entity"
    """That a text names an entity worth keeping."""
    CANDIDATE = "candidate"
    """That the most likely record is the right one."""
    FIELD = "field"
    """That a document contains a value."""
    CELL = "cell"
    """The same, in a stack."""
    SOURCE = "source"
    """That a web page is worth ingesting."""
    DUPLICATE = "duplicate"
    """That two names in a memory are the same entity."""
    LINK = "link"
    """That a record and a memory entity are the same thing."""
    ANSWER = "answer"
    """That the documents answer a question like this."""


class CaseOutcome(StrEnum):
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
class EvalCase:
    """One decision as a case. It holds no text of a document, so it may be kept and compared."""

    kind: ClaimKind
    decision: CaseOutcome
    right: bool
    """Whether the decision confirmed the claim."""
    at: datetime
    subject_id: UUID
    """The session, extraction, table, run, duplicate or link of the decision."""
    place: str = ""
    """Which entity, path or column."""
    confidence: float | None = None
    trust: float | None = None
    engine: str = ""
    prompt: str = ""
    version: int | None = None
    """None if the version of the prompt was not recorded."""
    missed: bool = False
    """Nothing was claimed, but a person added a value. It does not count for precision."""


@dataclass(frozen=True)
class CalibrationBin:
    """The cases in one range of confidence: their mean confidence and how many were right."""

    low: float
    high: float
    cases: int
    mean: float
    right: float
    """The share that was right, 0..1."""


@dataclass(frozen=True)
class CalibrationReport:
    """`error` is the expected calibration error: how far confidence and accuracy differ."""

    cases: int
    error: float | None
    bins: tuple[CalibrationBin, ...] = ()


@dataclass(frozen=True)
class ReportGroup:
    """The cases that one report covers."""

    kind: ClaimKind
    prompt: str
    version: int | None
    engine: str


@dataclass(frozen=True)
class AccuracyReport:
    group: ReportGroup
    decided: int
    right: int
    missed: int
    precision: float | None
    low: float | None
    high: float | None
    """The 95 % confidence interval of the precision (Wilson)."""
    confidence: CalibrationReport
    trust: CalibrationReport


@dataclass(frozen=True)
class Comparison:
    """One kind of claim by one engine, with two versions of its prompt."""

    kind: ClaimKind
    engine: str
    before: AccuracyReport
    after: AccuracyReport

    @property
    def gained(self) -> float | None:
        """How much precision rose; None if one version has no cases."""
        if self.before.precision is None or self.after.precision is None:
            return None
        return self.after.precision - self.before.precision

    @property
    def is_clear(self) -> bool:
        """Whether the difference is significant: the confidence intervals do not overlap."""
        one, other = self.before, self.after
        if None in (one.low, one.high, other.low, other.high):
            return False
        assert one.low is not None and one.high is not None
        assert other.low is not None and other.high is not None
        return one.high < other.low or other.high < one.low


@dataclass(frozen=True)
class JudgedShare:
    """How many of the judged values were right."""

    right: int
    judged: int

    @property
    def share(self) -> float | None:
        return self.right / self.judged if self.judged else None

    def __add__(self, other: "JudgedShare") -> "JudgedShare":
        return JudgedShare(self.right + other.right, self.judged + other.judged)


@dataclass(frozen=True)
class LearningEffect:
    """How often a field was right before a document of its sender had taught it, and after."""

    field: str
    before: JudgedShare
    after: JudgedShare
