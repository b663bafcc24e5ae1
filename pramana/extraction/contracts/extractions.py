"""Extractions, and corrections of them in words, as other capabilities see them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Generic, TypeVar
from uuid import UUID

from pramana.extraction.contracts.fields import FieldSpec, Json


class ExtractionStatus(StrEnum):
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    FAILED = "failed"


class ExtractionMode(StrEnum):
    AUTO = "auto"
    """The structure is inferred from the document."""
    CUSTOM = "custom"
    """Only the given fields. What the document does not say is null with confidence 0."""


@dataclass(frozen=True)
class ExtractionLine:
    """An extraction in a list, without its values."""

    id: UUID
    document_id: UUID
    document_title: str
    document_type: str
    mode: ExtractionMode
    status: ExtractionStatus
    error: str
    engine: str
    field_count: int
    low_trust: int
    """How many values have too little trust and should be reviewed first."""
    user_id: UUID
    shared: bool
    run_id: UUID | None
    approved_at: datetime | None
    locked_at: datetime | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class ExtractionView(ExtractionLine):
    """An extraction with its values.

    `confidence_scores`, `evidence` and `trust` have the shape of `extracted_fields`.
    """

    custom_fields: tuple[FieldSpec, ...]
    extracted_fields: Mapping[str, Json]
    confidence_scores: Mapping[str, Json]
    evidence: Mapping[str, Json]
    trust: Mapping[str, Json]
    summary: str
    approved_by_id: UUID | None
    locked_by_id: UUID | None
    by_hand: tuple[str, ...]
    """Paths a person wrote. No run overwrites them unless asked to."""


@dataclass(frozen=True)
class CallView:
    order: int
    tool: str
    input: Mapping[str, Any]
    outcome: Mapping[str, Any]
    is_error: bool
    took_ms: float
    run_id: UUID | None
    created_at: datetime


@dataclass(frozen=True)
class DifferenceView:
    path: str
    kind: str
    before: Json
    after: Json


@dataclass(frozen=True)
class FieldChangeView:
    id: UUID
    number: int
    path: str
    tool: str
    by_hand: bool
    actor_id: UUID | None
    run_id: UUID | None
    differences: tuple[DifferenceView, ...]
    undone_at: datetime | None
    undone_by_id: UUID | None
    created_at: datetime


@dataclass(frozen=True)
class TemplateView:
    id: UUID
    name: str
    document_type: str
    description: str
    fields: tuple[FieldSpec, ...]
    created_at: datetime
    updated_at: datetime


class CorrectionAction(StrEnum):
    SET = "set"
    CLEAR = "clear"
    """The field stays, without a value."""
    REMOVE = "remove"
    ADD = "add"
    """An item at the end of a list, or a new field."""
    RENAME = "rename"
    MOVE = "move"
    SWAP = "swap"
    UNDO = "undo"
    """The last correction in words, or the last change of a path."""


@dataclass(frozen=True, slots=True)
class CorrectionChange:
    """One change that a correction asks for.

    `to` is the other path of a rename, a move or a swap. A change that is not clear is left
    unmade until the person confirms it; `doubt` says why.
    """

    action: CorrectionAction
    path: str
    value: Json = None
    to: str = ""
    before: Json = None
    """What the record holds at the path now."""
    wording: str = ""
    """The words that ask for it."""
    doubt: str = ""

    @property
    def is_clear(self) -> bool:
        return not self.doubt


@dataclass(frozen=True, slots=True)
class UnclearRequest:
    """Words that were not understood as a change, and why."""

    wording: str
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectionPlan:
    """Everything a correction asks for, in order, and what was not understood."""

    changes: tuple[CorrectionChange, ...] = ()
    unclear: tuple[UnclearRequest, ...] = ()

    @property
    def clear(self) -> tuple[CorrectionChange, ...]:
        return tuple(change for change in self.changes if change.is_clear)

    @property
    def doubtful(self) -> tuple[CorrectionChange, ...]:
        return tuple(change for change in self.changes if not change.is_clear)


@dataclass(frozen=True, slots=True)
class TableChange:
    """One change of a table: of a cell, or of a column if it names no document.

    The value of an added column is its type, that of a renamed one its new name.
    """

    action: CorrectionAction
    document_id: UUID | None = None
    column: str = ""
    """The column's key, or the name of a new one."""
    value: Json = None
    before: Json = None
    wording: str = ""
    doubt: str = ""
    document: str = ""
    """The document's file name, to show which one is meant."""

    @property
    def is_clear(self) -> bool:
        return not self.doubt


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Everything a correction of a table asks for, and what was not understood."""

    changes: tuple[TableChange, ...] = ()
    unclear: tuple[UnclearRequest, ...] = ()


Change = TypeVar("Change", CorrectionChange, TableChange)


@dataclass
class WordsOutcome(Generic[Change]):
    """What became of a correction: changes made, changes to confirm, and words not understood."""

    applied: list[Change] = field(default_factory=list)
    proposed: list[Change] = field(default_factory=list)
    unclear: list[UnclearRequest] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)

    @property
    def summary(self) -> str:
        """What was changed, and what needs the person's confirmation."""
        to_confirm: list[str] = [
            f"Not changed until you confirm it: {change.wording!r} ({change.doubt})."
            for change in self.proposed
        ]
        return " ".join([*self.answers, *to_confirm])


CorrectionOutcome = WordsOutcome[CorrectionChange]
TableOutcome = WordsOutcome[TableChange]
