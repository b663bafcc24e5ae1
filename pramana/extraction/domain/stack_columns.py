"""Decisions about a table's columns: what they are, and which must be read again."""

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pramana.extraction.contracts.stacks import (
    LONGEST_NAME,
    MOST_COLUMNS,
    ColumnSpec,
    TableColumn,
)
from pramana.extraction.errors import ColumnNotFound, ColumnsClash

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
