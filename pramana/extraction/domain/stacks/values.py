"""Values as a column's type wants them, however they were written."""

import math
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.domain.reading.amounts import find_amounts, plain
from pramana.extraction.domain.reading.dates import find_written
from pramana.kit.texts import storable

LONGEST_VALUE = 10_000
MOST_ITEMS = 200
MOST = 1e15
"""Beyond this a number is no longer exact in every program that reads it."""
YES = frozenset({"yes", "true", "y", "1", "हो", "छ"})
NO = frozenset({"no", "false", "n", "0", "होइन", "छैन"})


def typed(kind: FieldType, value: Any) -> Any:
    """The value in the form its type has; None is a value nobody found.

    Raises ValueError with what is wrong, in words for whoever gave it.

    >>> typed(FieldType.MONEY, "Rs. 1,25,000.50"), typed(FieldType.DATE, "31 May 2024")
    (125000.5, '2024-05-31')
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    return READERS[kind](value)


def _text(value: Any) -> str:
    if isinstance(value, bool | list | dict):
        raise ValueError("it should be text")
    return _bounded(str(value))


def _number(value: Any) -> int | float:
    if isinstance(value, dict):
        value = value.get("amount")
    if isinstance(value, bool):
        raise ValueError("it should be a number")
    if isinstance(value, int | float):
        return _finite(value)
    amounts = find_amounts(value) if isinstance(value, str) else []
    if len(amounts) != 1:
        raise ValueError("it should be one number")
    return plain(amounts[0].value)


def _finite(value: float) -> int | float:
    if abs(value) > MOST or not math.isfinite(value):
        raise ValueError("it is not a number that can be kept")
    return plain(value)


def _integer(value: Any) -> int:
    number = _number(value)
    if number != int(number):
        raise ValueError("it should be a whole number")
    return int(number)


def _date(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("it should be a date such as 2024-05-31")
    try:
        return date.fromisoformat(value.strip()).isoformat()
    except ValueError:
        days = {each.day for each in find_written(value)}
    if len(days) != 1:
        raise ValueError("it should be a date such as 2024-05-31")
    return days.pop().isoformat()


def _boolean(value: Any) -> bool:
    word = str(value).strip().casefold()
    if word not in YES | NO:
        raise ValueError("it should be true or false")
    return word in YES


def _list(value: Any) -> list[Any]:
    items = value if isinstance(value, list) else [value]
    if len(items) > MOST_ITEMS:
        raise ValueError(f"it may have {MOST_ITEMS} items")
    if any(isinstance(item, list | dict) for item in items):
        raise ValueError("its items should be plain values")
    return [_bounded(item) if isinstance(item, str) else item for item in items]


def _bounded(text: str) -> str:
    if len(text) > LONGEST_VALUE:
        raise ValueError(f"it may have {LONGEST_VALUE} characters")
    return storable(text).strip()


READERS: Mapping[FieldType, Callable[[Any], Any]] = {
    FieldType.STRING: _text,
    FieldType.TEXT: _text,
    FieldType.NUMBER: _number,
    FieldType.INTEGER: _integer,
    FieldType.MONEY: _number,
    FieldType.DATE: _date,
    FieldType.BOOLEAN: _boolean,
    FieldType.LIST: _list,
}
