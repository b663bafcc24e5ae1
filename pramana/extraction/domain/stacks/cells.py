"""Deciding about cells: what is looked for again, what may be written, what a value is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.stacks.cells import NOTHING, CellData, Cells, CellState, Given
from pramana.extraction.contracts.stacks.columns import Column
from pramana.extraction.contracts.values import Signal
from pramana.extraction.domain.evidence import Paper
from pramana.extraction.domain.stacks.reading import agrees
from pramana.extraction.domain.stacks.values import typed
from pramana.extraction.domain.trust import LOW, judge
from pramana.extraction.domain.validation import value_errors
from pramana.extraction.errors.extractions import BadValues


@dataclass(frozen=True)
class Author:
    """Who writes: an engine in a person's name, or the person."""

    actor_id: UUID | None
    engine: str
    """Empty where it is the person's own hand."""
    at: datetime


def needed(columns: Sequence[Column], cells: Cells) -> tuple[Column, ...]:
    """The columns a run has to read: never looked for, or stale. Everything else stays."""
    return tuple(
        column
        for column in columns
        if column.key not in cells or cells[column.key]["state"] == CellState.STALE
    )


def shown(columns: Sequence[Column], cells: Cells) -> dict[str, CellData]:
    """A cell for each column, also where nothing was looked for yet."""
    return {column.key: dict(cells.get(column.key, NOTHING)) for column in columns}


def refusal(cell: CellData | None, *, overwrite: bool) -> str | None:
    """Why an engine may not write into this cell; None where it may."""
    state = CellState(cell["state"]) if cell else CellState.EMPTY
    if state is CellState.LOCKED:
        return "a person locked it. Leave it as it is and say so in your summary"
    if state is CellState.REVIEWED and not overwrite:
        return "a person reviewed it. Leave it as it is and say so in your summary"
    return None


def check_given(columns: Mapping[str, Column], given: Mapping[str, Given]) -> dict[str, Any]:
    """The values in their columns' types. Raises BadValues with every reason at once."""
    values, reasons = {}, []
    for key, one in given.items():
        try:
            values[key] = typed(columns[key].type, one.value)
        except ValueError as error:
            reasons.append(f"{key}: {error} ({columns[key].type}), not {str(one.value)[:80]!r}.")
        else:
            reasons += value_errors(values[key], (key,))
        if not _is_share(one.confidence):
            reasons.append(f"{key}: confidence must be 0.0-1.0, got {str(one.confidence)[:20]}.")
    if reasons:
        raise BadValues(reasons)
    return values


def _is_share(confidence: object) -> bool:
    if isinstance(confidence, bool) or not isinstance(confidence, int | float):
        return False
    return 0 <= confidence <= 1


def read_cell(
    column: Column,
    value: Any,
    given: Given,
    paper: Paper,
    author: Author,
    second: Given | None = None,
) -> CellData:
    """What an engine found, with its place; doubtful where the place cannot be shown.

    `second` is what code by itself found there, where that is another reading.
    """
    if value is None:
        return _cell(author, value=None, state=CellState.EMPTY)
    evidence = evidence_of(column, value, paper, given.quote or "")
    signals = {Signal.QUOTE: _bears(column, evidence), Signal.FORMAT: True}
    same = agrees(column, value, second)
    trust = judge(signals if same is None else {**signals, Signal.AGREES: same})
    return _cell(
        author,
        value=value,
        state=CellState.EXTRACTED if trust.score >= LOW else CellState.FLAGGED,
        confidence=round(float(given.confidence), 4),
        trust=trust.score,
        signals={signal.value: holds for signal, holds in trust.signals.items()},
        evidence=evidence,
    )


def written_cell(column: Column, value: Any, paper: Paper | None, author: Author) -> CellData:
    """What a person wrote. It needs no evidence, but where there is some it is shown."""
    found = value is not None and paper is not None
    trust = judge({Signal.PERSON: True})
    return _cell(
        author,
        value=value,
        state=CellState.REVIEWED,
        confidence=1.0,
        trust=trust.score,
        signals={Signal.PERSON.value: True},
        evidence=evidence_of(column, value, paper) if found and paper else None,
    )


def evidence_of(column: Column, value: Any, paper: Paper, quote: str = "") -> dict[str, Any] | None:
    """Where the value stands; of a list, where its first item that can be found does."""
    items = value if isinstance(value, list) else [value]
    places = (paper.evidence((column.name,), item, quote) for item in items)
    return next((place for place in places if place), None)


def _bears(column: Column, evidence: dict[str, Any] | None) -> bool:
    """Whether the words bear the value out. Sentences are put in other words than the quote's."""
    return evidence is not None and (evidence["supports"] or column.type is FieldType.TEXT)


def _cell(author: Author, **own: Any) -> CellData:
    by = str(author.actor_id) if author.actor_id else None
    state = CellState(own.pop("state")).value
    said = {"engine": author.engine, "by": by, "at": author.at.isoformat(), "state": state}
    return {**NOTHING, **said, **own}


def with_state(cell: CellData | None, state: CellState, author: Author) -> CellData:
    """The cell as someone judged it; its value, and who found it, stay."""
    known = cell or NOTHING
    if state is CellState.EXTRACTED and known["value"] is None:
        state = CellState.EMPTY
    by = str(author.actor_id) if author.actor_id else None
    return {**known, "state": state.value, "by": by, "at": author.at.isoformat()}
