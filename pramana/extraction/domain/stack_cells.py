"""What code alone reads from a document for a table's columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pramana.extraction.contracts.fields import ExtractedValue, FieldType, Signal
from pramana.extraction.contracts.stacks import (
    EMPTY_CELL,
    Cell,
    Cells,
    CellState,
    ProposedValue,
    TableColumn,
)
from pramana.extraction.domain.coercion import parse_value
from pramana.extraction.domain.evidence import EvidenceSource
from pramana.extraction.domain.field_tree import parse_path
from pramana.extraction.domain.trust import LOW, trust_from_signals
from pramana.extraction.domain.validation import value_errors
from pramana.extraction.errors import BadValues
from pramana.kit.evidence import folded

LONGEST_SECOND_READING = 200_000
"""A second reading of more text than this is not worth its time."""


def read_columns(text: str, columns: Sequence[TableColumn]) -> dict[str, ProposedValue]:
    """What was found, by the columns' keys, each with its quote; what was not is absent."""
    from pramana.extraction.domain.reading.field_reader import read_fields  # many patterns

    read = read_fields(text, [column.spec for column in columns])
    found = {column.key: (column, _values_of_column(column, read)) for column in columns}
    given = {
        key: ProposedValue(_column_value(column, each), each[0].quote, each[0].confidence)
        for key, (column, each) in found.items()
        if each
    }
    return {key: one for key, one in given.items() if one.value is not None}


def readings_agree(column: TableColumn, value: Any, second: ProposedValue | None) -> bool | None:
    """Whether another reading found the same; None where there is none to compare."""
    if second is None or column.type is FieldType.TEXT:
        return None
    if isinstance(value, str) and isinstance(second.value, str):
        return folded(value) == folded(second.value)
    return bool(value == second.value)


def _values_of_column(column: TableColumn, read: Sequence[ExtractedValue]) -> list[ExtractedValue]:
    return [each for each in read if parse_path(each.path)[0] == column.name]


def _column_value(column: TableColumn, found: Sequence[ExtractedValue]) -> Any:
    """What was found; what does not have the column's type was misread and is left out."""
    if column.type is FieldType.LIST:
        return [each.value for each in found]
    try:
        return parse_value(column.type, found[0].value)
    except ValueError:
        return None


@dataclass(frozen=True)
class CellAuthor:
    """Who writes: an engine in a person's name, or the person."""

    actor_id: UUID | None
    engine: str
    """Empty where it is the person's own hand."""
    at: datetime


def columns_to_read(columns: Sequence[TableColumn], cells: Cells) -> tuple[TableColumn, ...]:
    """The columns a run has to read: never looked for, or stale. Everything else stays."""
    return tuple(
        column
        for column in columns
        if column.key not in cells or cells[column.key]["state"] == CellState.STALE
    )


def cells_of_columns(columns: Sequence[TableColumn], cells: Cells) -> dict[str, Cell]:
    """A cell for each column, also where nothing was looked for yet."""
    return {column.key: dict(cells.get(column.key, EMPTY_CELL)) for column in columns}


def refusal_reason(cell: Cell | None, *, overwrite: bool) -> str | None:
    """Why an engine may not write into this cell; None where it may."""
    state = CellState(cell["state"]) if cell else CellState.EMPTY
    if state is CellState.LOCKED:
        return "a person locked it. Leave it as it is and say so in your summary"
    if state is CellState.REVIEWED and not overwrite:
        return "a person reviewed it. Leave it as it is and say so in your summary"
    return None


def check_proposed_values(
    columns: Mapping[str, TableColumn], given: Mapping[str, ProposedValue]
) -> dict[str, Any]:
    """The values in their columns' types. Raises BadValues with every reason at once."""
    values, reasons = {}, []
    for key, one in given.items():
        try:
            values[key] = parse_value(columns[key].type, one.value)
        except ValueError as error:
            reasons.append(f"{key}: {error} ({columns[key].type}), not {str(one.value)[:80]!r}.")
        else:
            reasons += value_errors(values[key], (key,))
        if not _is_confidence(one.confidence):
            reasons.append(f"{key}: confidence must be 0.0-1.0, got {str(one.confidence)[:20]}.")
    if reasons:
        raise BadValues(reasons)
    return values


def _is_confidence(confidence: object) -> bool:
    if isinstance(confidence, bool) or not isinstance(confidence, int | float):
        return False
    return 0 <= confidence <= 1


def extracted_cell(
    column: TableColumn,
    value: Any,
    given: ProposedValue,
    paper: EvidenceSource,
    author: CellAuthor,
    second: ProposedValue | None = None,
) -> Cell:
    """What an engine found, with its place; doubtful where the place cannot be shown.

    `second` is what code by itself found there, where that is another reading.
    """
    if value is None:
        return _new_cell(author, value=None, state=CellState.EMPTY)
    evidence = cell_evidence(column, value, paper, given.quote or "")
    signals = {Signal.QUOTE: _supports(column, evidence), Signal.FORMAT: True}
    same = readings_agree(column, value, second)
    trust = trust_from_signals(signals if same is None else {**signals, Signal.AGREES: same})
    return _new_cell(
        author,
        value=value,
        state=CellState.EXTRACTED if trust.score >= LOW else CellState.FLAGGED,
        confidence=round(float(given.confidence), 4),
        trust=trust.score,
        signals={signal.value: holds for signal, holds in trust.signals.items()},
        evidence=evidence,
    )


def edited_cell(
    column: TableColumn, value: Any, paper: EvidenceSource | None, author: CellAuthor
) -> Cell:
    """What a person wrote. It needs no evidence, but where there is some it is shown."""
    found = value is not None and paper is not None
    trust = trust_from_signals({Signal.PERSON: True})
    return _new_cell(
        author,
        value=value,
        state=CellState.REVIEWED,
        confidence=1.0,
        trust=trust.score,
        signals={Signal.PERSON.value: True},
        evidence=cell_evidence(column, value, paper) if found and paper else None,
    )


def cell_evidence(
    column: TableColumn, value: Any, paper: EvidenceSource, quote: str = ""
) -> dict[str, Any] | None:
    """Where the value stands; of a list, where its first item that can be found does."""
    items = value if isinstance(value, list) else [value]
    places = (paper.evidence((column.name,), item, quote) for item in items)
    return next((place for place in places if place), None)


def _supports(column: TableColumn, evidence: dict[str, Any] | None) -> bool:
    """Whether the words bear the value out. Sentences are put in other words than the quote's."""
    return evidence is not None and (evidence["supports"] or column.type is FieldType.TEXT)


def _new_cell(author: CellAuthor, **own: Any) -> Cell:
    by = str(author.actor_id) if author.actor_id else None
    state = CellState(own.pop("state")).value
    said = {"engine": author.engine, "by": by, "at": author.at.isoformat(), "state": state}
    return {**EMPTY_CELL, **said, **own}


def cell_with_state(cell: Cell | None, state: CellState, author: CellAuthor) -> Cell:
    """The cell as someone judged it; its value, and who found it, stay."""
    known = cell or EMPTY_CELL
    if state is CellState.EXTRACTED and known["value"] is None:
        state = CellState.EMPTY
    by = str(author.actor_id) if author.actor_id else None
    return {**known, "state": state.value, "by": by, "at": author.at.isoformat()}
