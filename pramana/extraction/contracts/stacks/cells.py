"""A cell: one value of one document, with what it rests on and who stands behind it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class CellState(StrEnum):
    EMPTY = "empty"
    """Nothing stands there: not looked for yet, or the document does not say."""
    EXTRACTED = "extracted"
    STALE = "stale"
    """Its column was changed, or someone asked for it to be read again."""
    FLAGGED = "flagged"
    """It could not be checked, or someone doubts it."""
    REVIEWED = "reviewed"
    LOCKED = "locked"

    @property
    def is_decided(self) -> bool:
        """Whether a person stands behind it: no run touches it."""
        return self in (CellState.REVIEWED, CellState.LOCKED)


class RowStatus(StrEnum):
    NEW = "new"
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class TableStatus(StrEnum):
    NEW = "new"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    FAILED = "failed"
    STOPPED = "stopped"


CellData = dict[str, Any]
"""A cell as it is kept: value, state, confidence, trust, signals, evidence, engine, by, at."""

Cells = Mapping[str, CellData]
"""By the key of the column. A column that is not among them was never looked for."""


@dataclass(frozen=True)
class Given:
    """What someone says belongs into a cell, before anything is checked."""

    value: Any
    quote: str | None = None
    confidence: float = 1.0


NOTHING: CellData = {
    "value": None,
    "state": CellState.EMPTY.value,
    "confidence": 0.0,
    "trust": 0.0,
    "signals": {},
    "evidence": None,
    "engine": "",
    "by": None,
    "at": None,
}


def as_text(value: Any) -> str:
    """A value as one line of text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "; ".join(as_text(item) for item in value)
    return str(value)
