"""Deciding what a table's columns are, and which of them have to be read again."""

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
    """The columns as they will be, and the keys whose cells no longer answer the question."""

    columns: tuple[TableColumn, ...]
    changed: tuple[str, ...]


def replacement_columns(known: Sequence[TableColumn], asked: Sequence[ColumnSpec]) -> ColumnsUpdate:
    """The asked columns in place of the known ones; one that is not named is left out."""
    columns = _resolve_specs(known, asked)
    return _checked_update(known, columns)


def extended_columns(
    known: Sequence[TableColumn], asked: Sequence[ColumnSpec], removed: Collection[str] = ()
) -> ColumnsUpdate:
    """The known columns with the asked ones added or changed; only what is named goes."""
    columns = {column.key: column for column in _resolve_specs(known, asked)}
    kept = [columns.pop(column.key, column) for column in known if not _is_named(column, removed)]
    return _checked_update(known, (*kept, *columns.values()))


def _resolve_specs(
    known: Sequence[TableColumn], asked: Sequence[ColumnSpec]
) -> tuple[TableColumn, ...]:
    taken = {column.key for column in known}
    made = []
    for spec in asked:
        column = _matching_column(known, spec)
        key = column.key if column else new_key(spec.name, taken)
        taken.add(key)
        made.append(
            TableColumn(key=key, name=spec.name, type=spec.type, instructions=spec.instructions)
        )
    return tuple(made)


def _matching_column(known: Sequence[TableColumn], spec: ColumnSpec) -> TableColumn | None:
    """The column a spec speaks of: by its key, else by its name."""
    if spec.key is not None:
        found = next((column for column in known if column.key == spec.key), None)
        if found is None:
            raise ColumnsClash([f"There is no column with the key {spec.key!r}; leave key out."])
        return found
    return next((column for column in known if same_name(column.name, spec.name)), None)


def _checked_update(
    known: Sequence[TableColumn], columns: tuple[TableColumn, ...]
) -> ColumnsUpdate:
    reasons = list(_column_errors(columns))
    if reasons:
        raise ColumnsClash(reasons)
    return ColumnsUpdate(columns, tuple(column.key for column in columns if column not in known))


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
    """The column of this key or name. Raises ColumnNotFound, which says which there are."""
    for column in columns:
        if column.key == named or same_name(column.name, named):
            return column
    known = ", ".join(column.key for column in columns) or "none yet"
    raise ColumnNotFound(str(named)[:LONGEST_NAME], known)


def new_key(name: str, taken: Collection[str]) -> str:
    """A short key that stays when the column is called otherwise.

    >>> new_key("Invoice no.", {"invoice_no"})
    'invoice_no_2'
    """
    letters = (char if unicodedata.category(char)[0] in "LMN" else " " for char in name.casefold())
    plain = "_".join("".join(letters).split())[:KEY_LENGTH] or "column"
    key, number = plain, 1
    while key in taken:
        number += 1
        key = f"{plain}_{number}"
    return key
