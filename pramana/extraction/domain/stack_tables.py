"""Decisions about a table's columns and cells: what to read again, what may be written, trust."""

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from pramana.extraction.contracts.fields import ExtractedValue, FieldType, LearnedLabel, Signal
from pramana.extraction.contracts.stacks import (
    EMPTY_CELL,
    LONGEST_NAME,
    MOST_COLUMNS,
    Cell,
    Cells,
    CellState,
    ColumnSpec,
    ProposedValue,
    TableColumn,
)
from pramana.extraction.domain.coercion import confidence_error, parse_value
from pramana.extraction.domain.evidence import EvidenceSource
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.trust import LOW, is_same, trust_from_signals
from pramana.extraction.domain.validation import value_errors
from pramana.extraction.errors import BadValues, ColumnNotFound, ColumnsClash
from pramana.llm.contracts import OFFLINE

if TYPE_CHECKING:
    from pramana.extraction.domain.reading.field_reader import ReadPassages


KEY_LENGTH = 60


@dataclass(frozen=True)
class ColumnsUpdate:
    """The new columns, and the keys of those whose cells are now stale."""

    columns: tuple[TableColumn, ...]
    changed: tuple[str, ...]


def replacement_columns(
    existing: Sequence[TableColumn], requested: Sequence[ColumnSpec]
) -> ColumnsUpdate:
    """Replace the known columns with the requested ones. Columns not named are left out."""
    columns = _resolve_specs(existing, requested)
    return _checked_update(existing, columns)


def extended_columns(
    existing: Sequence[TableColumn], requested: Sequence[ColumnSpec], removed: Collection[str] = ()
) -> ColumnsUpdate:
    """Add or change the requested columns. Only columns in `removed` are left out."""
    columns = {column.key: column for column in _resolve_specs(existing, requested)}
    remaining = [
        columns.pop(column.key, column) for column in existing if not _is_named(column, removed)
    ]
    return _checked_update(existing, (*remaining, *columns.values()))


def _resolve_specs(
    existing: Sequence[TableColumn], requested: Sequence[ColumnSpec]
) -> tuple[TableColumn, ...]:
    used_keys = {column.key for column in existing}
    resolved = []
    for spec in requested:
        column = _matching_column(existing, spec)
        key = column.key if column else new_key(spec.name, used_keys)
        used_keys.add(key)
        resolved.append(
            TableColumn(key=key, name=spec.name, type=spec.type, instructions=spec.instructions)
        )
    return tuple(resolved)


def _matching_column(existing: Sequence[TableColumn], spec: ColumnSpec) -> TableColumn | None:
    """Return the existing column of a spec, by its key or else by its name."""
    if spec.key is not None:
        match = next((column for column in existing if column.key == spec.key), None)
        if match is None:
            raise ColumnsClash([f"There is no column with the key {spec.key!r}; leave key out."])
        return match
    return next((column for column in existing if same_name(column.name, spec.name)), None)


def _checked_update(
    existing: Sequence[TableColumn], columns: tuple[TableColumn, ...]
) -> ColumnsUpdate:
    reasons = list(_column_errors(columns))
    if reasons:
        raise ColumnsClash(reasons)
    return ColumnsUpdate(columns, tuple(column.key for column in columns if column not in existing))


def _column_errors(columns: Sequence[TableColumn]) -> list[str]:
    reasons = []
    if not columns:
        reasons.append("A table needs at least one column.")
    if len(columns) > MOST_COLUMNS:
        reasons.append(f"A table may have {MOST_COLUMNS} columns; these are {len(columns)}.")
    names = [column.name.casefold() for column in columns]
    for name in sorted({name for name in names if names.count(name) > 1}):
        reasons.append(f"Two columns are called {name!r}; give each a name of its own.")
    return reasons


def _is_named(column: TableColumn, names: Collection[str]) -> bool:
    return any(name == column.key or same_name(name, column.name) for name in names)


def same_name(one: str, other: str) -> bool:
    return one.strip().casefold() == other.strip().casefold()


def find_column(columns: Sequence[TableColumn], named: str) -> TableColumn:
    """Return the column with this key or name. Raises ColumnNotFound, which lists the columns."""
    for column in columns:
        if column.key == named or same_name(column.name, named):
            return column
    existing = ", ".join(column.key for column in columns) or "none yet"
    raise ColumnNotFound(str(named)[:LONGEST_NAME], existing)


def new_key(name: str, used_keys: Collection[str]) -> str:
    """Return a short key that stays when the column is renamed.

    >>> new_key("Invoice no.", {"invoice_no"})
    'invoice_no_2'
    """
    letters = (char if unicodedata.category(char)[0] in "LMN" else " " for char in name.casefold())
    plain = "_".join("".join(letters).split())[:KEY_LENGTH] or "column"
    key, number = plain, 1
    while key in used_keys:
        number += 1
        key = f"{plain}_{number}"
    return key


LONGEST_SECOND_READING = 200_000
"""Longer texts get no second reading, because it would take too long."""


def read_columns(
    document: DocumentLayout,
    columns: Sequence[TableColumn],
    *,
    read: "ReadPassages | None" = None,
    learned: Sequence[LearnedLabel] = (),
) -> dict[str, ProposedValue]:
    """Return what the offline reader finds, by column key. Missing values are left out."""
    from pramana.extraction.domain.reading.field_reader import (  # slow to import
        FieldTools,
        read_field,
    )

    proposed, tools = {}, FieldTools(read, learned)
    for column in columns:
        values = read_field(document, column.spec, tools)
        value = _column_value(column, values) if values else None
        if value is not None:
            proposed[column.key] = ProposedValue(value, values[0].quote, values[0].confidence)
    return proposed


def readings_agree(column: TableColumn, value: Any, second: ProposedValue | None) -> bool | None:
    """Whether the second reading found the same value; None if there is none to compare."""
    if second is None or column.type is FieldType.TEXT:
        return None
    return is_same(value, second.value)


def _column_value(column: TableColumn, values: Sequence[ExtractedValue]) -> Any:
    """Return the value in the column's type; None if it does not fit."""
    if column.type is FieldType.LIST:
        return [each.value for each in values]
    try:
        return parse_value(column.type, values[0].value)
    except ValueError:
        return None


@dataclass(frozen=True)
class CellAuthor:
    """Who writes a cell: an engine on a person's behalf, or the person."""

    actor_id: UUID | None
    engine: str
    """Empty if the person writes it by hand."""
    at: datetime


def columns_to_read(columns: Sequence[TableColumn], cells: Cells) -> tuple[TableColumn, ...]:
    """Return the columns a run must read: those never looked for, and stale ones."""
    return tuple(
        column
        for column in columns
        if column.key not in cells or cells[column.key]["state"] == CellState.STALE
    )


def cells_of_columns(columns: Sequence[TableColumn], cells: Cells) -> dict[str, Cell]:
    """Return a cell for each column, including columns that were not looked for yet."""
    return {column.key: dict(cells.get(column.key, EMPTY_CELL)) for column in columns}


def refusal_reason(cell: Cell | None, *, overwrite: bool) -> str | None:
    """Return why an engine may not write this cell; None if it may."""
    state = CellState(cell["state"]) if cell else CellState.EMPTY
    if state is CellState.LOCKED:
        return "a person locked it. Leave it as it is and say so in your summary"
    if state is CellState.REVIEWED and not overwrite:
        return "a person reviewed it. Leave it as it is and say so in your summary"
    return None


def check_proposed_values(
    columns: Mapping[str, TableColumn], proposed: Mapping[str, ProposedValue]
) -> dict[str, Any]:
    """Return the values in their columns' types. Raises BadValues with every reason at once."""
    values, reasons = {}, []
    for key, one in proposed.items():
        try:
            values[key] = parse_value(columns[key].type, one.value)
        except ValueError as error:
            reasons.append(f"{key}: {error} ({columns[key].type}), not {str(one.value)[:80]!r}.")
        else:
            reasons += value_errors(values[key], (key,))
        if confidence_error(one.confidence):
            reasons.append(f"{key}: confidence must be 0.0-1.0, got {str(one.confidence)[:20]}.")
    if reasons:
        raise BadValues(reasons)
    return values


def extracted_cell(
    column: TableColumn,
    value: Any,
    proposed: ProposedValue,
    source: EvidenceSource,
    author: CellAuthor,
    second: ProposedValue | None = None,
) -> Cell:
    """Return the cell for a value that an engine found. It is flagged if its trust is low.

    `second` is what the offline reader found, if that is an independent reading.
    """
    if value is None:
        return _new_cell(author, value=None, state=CellState.EMPTY)
    evidence = cell_evidence(column, value, source, proposed.quote or "")
    signals = {Signal.QUOTE: _supports(column, evidence), Signal.FORMAT: True}
    same = readings_agree(column, value, second)
    chance = float(proposed.confidence) if author.engine == OFFLINE else None
    every = signals if same is None else {**signals, Signal.AGREES: same}
    trust = trust_from_signals(every, chance)
    return _new_cell(
        author,
        value=value,
        state=CellState.EXTRACTED if trust.score >= LOW else CellState.FLAGGED,
        confidence=round(float(proposed.confidence), 4),
        trust=trust.score,
        signals={signal.value: holds for signal, holds in trust.signals.items()},
        evidence=evidence,
    )


def edited_cell(
    column: TableColumn, value: Any, source: EvidenceSource | None, author: CellAuthor
) -> Cell:
    """Return the cell for a value that a person wrote. Evidence is added if there is any."""
    is_searchable = value is not None and source is not None
    trust = trust_from_signals({Signal.PERSON: True})
    return _new_cell(
        author,
        value=value,
        state=CellState.REVIEWED,
        confidence=1.0,
        trust=trust.score,
        signals={Signal.PERSON.value: True},
        evidence=cell_evidence(column, value, source) if is_searchable and source else None,
    )


def cell_evidence(
    column: TableColumn, value: Any, source: EvidenceSource, quote: str = ""
) -> dict[str, Any] | None:
    """Return the evidence of the value, or of the first item of a list that has some."""
    items = value if isinstance(value, list) else [value]
    places = (source.evidence((column.name,), item, quote) for item in items)
    return next((place for place in places if place), None)


def _supports(column: TableColumn, evidence: dict[str, Any] | None) -> bool:
    """Whether the evidence supports the value. Text is usually paraphrased, so any quote supports
    it.
    """
    return evidence is not None and (evidence["supports"] or column.type is FieldType.TEXT)


def _new_cell(author: CellAuthor, **own: Any) -> Cell:
    by = str(author.actor_id) if author.actor_id else None
    state = CellState(own.pop("state")).value
    metadata = {"engine": author.engine, "by": by, "at": author.at.isoformat(), "state": state}
    return {**EMPTY_CELL, **metadata, **own}


def cell_with_state(cell: Cell | None, state: CellState, author: CellAuthor) -> Cell:
    """Return the cell with a person's judgement. Its value and engine stay."""
    current = cell or EMPTY_CELL
    if state is CellState.EXTRACTED and current["value"] is None:
        state = CellState.EMPTY
    by = str(author.actor_id) if author.actor_id else None
    return {**current, "state": state.value, "by": by, "at": author.at.isoformat()}
