"""What code alone reads from a document for a table's columns."""

from collections.abc import Sequence
from typing import Any

from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.stacks.cells import Given
from pramana.extraction.contracts.stacks.columns import Column
from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.paths import parse_path
from pramana.extraction.domain.stacks.values import typed
from pramana.kit.evidence import folded

LONGEST = 200_000
"""A second reading of more text than this is not worth its time."""


def read_columns(text: str, columns: Sequence[Column]) -> dict[str, Given]:
    """What was found, by the columns' keys, each with its quote; what was not is absent."""
    from pramana.extraction.domain.reading.fields import read_fields  # many patterns

    read = read_fields(text, [column.spec for column in columns])
    found = {column.key: (column, _of(column, read)) for column in columns}
    given = {
        key: Given(_value(column, each), each[0].quote, each[0].confidence)
        for key, (column, each) in found.items()
        if each
    }
    return {key: one for key, one in given.items() if one.value is not None}


def agrees(column: Column, value: Any, second: Given | None) -> bool | None:
    """Whether another reading found the same; None where there is none to compare."""
    if second is None or column.type is FieldType.TEXT:
        return None
    if isinstance(value, str) and isinstance(second.value, str):
        return folded(value) == folded(second.value)
    return bool(value == second.value)


def _of(column: Column, read: Sequence[Found]) -> list[Found]:
    return [each for each in read if parse_path(each.path)[0] == column.name]


def _value(column: Column, found: Sequence[Found]) -> Any:
    """What was found; what does not have the column's type was misread and is left out."""
    if column.type is FieldType.LIST:
        return [each.value for each in found]
    try:
        return typed(column.type, found[0].value)
    except ValueError:
        return None
