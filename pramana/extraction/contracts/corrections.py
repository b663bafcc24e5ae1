"""A correction in words as a list of changes, before anything is changed."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar
from uuid import UUID

from pramana.extraction.contracts.fields import Json


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
