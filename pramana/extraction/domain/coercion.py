"""Converts values and confidences that a model or person wrote into the required type and shape."""

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Final

from pramana.extraction.contracts.fields import FieldSpec, FieldType, Json
from pramana.extraction.domain.field_tree import (
    MISSING,
    Path,
    format_path,
    map_leaves,
    parse_path,
    value_at,
)
from pramana.extraction.domain.reading.amounts import find_amounts, plain_number
from pramana.extraction.domain.reading.dates import find_written_dates
from pramana.extraction.errors import BadPath
from pramana.kit.texts import storable

LONGEST_VALUE = 10_000
MOST_ITEMS = 200
MOST = 1e15
"""Larger numbers are not exact in every program that reads them."""
YES = frozenset({"yes", "true", "y", "1", "हो", "छ"})
NO = frozenset({"no", "false", "n", "0", "होइन", "छैन"})
PARSED_TYPES: Final = frozenset(
    {FieldType.NUMBER, FieldType.INTEGER, FieldType.MONEY, FieldType.DATE}
)
ANNOTATED_KEYS: Final = frozenset({"value", "confidence", "quote"})


def parse_value(kind: FieldType, value: Any) -> Any:
    """Parse a value as its type. None and empty text mean that no value was found.

    Raises ValueError with a sentence about what is wrong.

    >>> parse_value(FieldType.MONEY, "Rs. 1,25,000.50"), parse_value(FieldType.DATE, "31 May 2024")
    (125000.5, '2024-05-31')
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    return PARSERS[kind](value)


def _parse_text(value: Any) -> str:
    if isinstance(value, bool | list | dict):
        raise ValueError("it should be text")
    return _check_length(str(value))


def _parse_number(value: Any) -> int | float:
    if isinstance(value, dict):
        value = value.get("amount")
    if isinstance(value, bool):
        raise ValueError("it should be a number")
    if isinstance(value, int | float):
        return _check_finite(value)
    amounts = find_amounts(value) if isinstance(value, str) else []
    if len(amounts) != 1:
        raise ValueError("it should be one number")
    return plain_number(amounts[0].value)


def _check_finite(value: float) -> int | float:
    if abs(value) > MOST or not math.isfinite(value):
        raise ValueError("it is not a number that can be kept")
    return plain_number(value)


def _parse_integer(value: Any) -> int:
    number = _parse_number(value)
    if number != int(number):
        raise ValueError("it should be a whole number")
    return int(number)


def _parse_date(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("it should be a date such as 2024-05-31")
    try:
        return date.fromisoformat(value.strip()).isoformat()
    except ValueError:
        days = {each.day for each in find_written_dates(value)}
    if len(days) != 1:
        raise ValueError("it should be a date such as 2024-05-31")
    return days.pop().isoformat()


def _parse_boolean(value: Any) -> bool:
    word = str(value).strip().casefold()
    if word not in YES | NO:
        raise ValueError("it should be true or false")
    return word in YES


def _parse_list(value: Any) -> list[Any]:
    items = value if isinstance(value, list) else [value]
    if len(items) > MOST_ITEMS:
        raise ValueError(f"it may have {MOST_ITEMS} items")
    if any(isinstance(item, list | dict) for item in items):
        raise ValueError("its items should be plain values")
    return [_check_length(item) if isinstance(item, str) else item for item in items]


def _check_length(text: str) -> str:
    if len(text) > LONGEST_VALUE:
        raise ValueError(f"it may have {LONGEST_VALUE} characters")
    return storable(text).strip()


PARSERS: Mapping[FieldType, Callable[[Any], Any]] = {
    FieldType.STRING: _parse_text,
    FieldType.TEXT: _parse_text,
    FieldType.NUMBER: _parse_number,
    FieldType.INTEGER: _parse_integer,
    FieldType.MONEY: _parse_number,
    FieldType.DATE: _parse_date,
    FieldType.BOOLEAN: _parse_boolean,
    FieldType.LIST: _parse_list,
}


def coerce_fields(fields: Mapping[str, Json], specs: Sequence[FieldSpec]) -> dict[str, Json]:
    """Parse each value that was written as text into its field's type.

    >>> coerce_fields({"total": "Rs. 1,500.00"}, [FieldSpec(name="total", type=FieldType.NUMBER)])
    {'total': 1500}
    """
    specs_by_name = {spec.name: spec for spec in specs}
    return {name: coerce_value(value, specs_by_name.get(name)) for name, value in fields.items()}


def coerce_value(value: Json, spec: FieldSpec | None) -> Json:
    """Parse one value. A value that cannot be parsed is returned unchanged, for validation to
    refuse.
    """
    if spec is None:
        return value
    if isinstance(value, dict) and spec.children:
        return coerce_fields(value, spec.children)
    if isinstance(value, list) and spec.children:
        return [
            coerce_fields(row, spec.children) if isinstance(row, dict) else row for row in value
        ]
    if isinstance(value, str) and spec.type in PARSED_TYPES:
        return _parse_or_keep(value, spec.type)
    return value


def split_annotated_fields(
    fields: Mapping[str, Any], confidences: Mapping[str, Any], quotes: Mapping[str, str]
) -> tuple[dict[str, Any], dict[str, Any], dict[str, str]]:
    """Split fields that came as objects with value, confidence and quote.

    >>> split_annotated_fields({"total": {"value": 5, "confidence": 0.9, "quote": "5.00"}}, {}, {})
    ({'total': 5}, {'total': 0.9}, {'total': '5.00'})
    """
    if not fields or not all(_is_annotated(value) for value in fields.values()):
        return dict(fields), dict(confidences), dict(quotes)
    inside = {
        key: {name: value.get(key) for name, value in fields.items()} for key in ANNOTATED_KEYS
    }
    scores = {name: score for name, score in inside["confidence"].items() if score is not None}
    words = {name: quote for name, quote in inside["quote"].items() if isinstance(quote, str)}
    return inside["value"], {**scores, **confidences}, {**words, **quotes}


def _is_annotated(value: Any) -> bool:
    return isinstance(value, dict) and {"value", "confidence"} <= set(value) <= ANNOTATED_KEYS


def _parse_or_keep(value: str, kind: FieldType) -> Json:
    try:
        return parse_value(kind, value)
    except ValueError:
        return value


def shape_confidences(fields: Json, confidences: Mapping[str, Json]) -> tuple[Json, list[str]]:
    """Return a confidence for every value, and what is wrong with the given ones.

    Confidences may be nested like the fields or given by path. One number for an object or a list
    counts for everything in it. A value without a confidence gets null, and a missing value gets 0.
    """
    numbers: dict[Path, float] = {}
    errors: list[str] = []
    for key, number in confidences.items():
        _collect(fields, _key_path(fields, key), number, numbers, errors)
    scores = map_leaves(
        fields, lambda path, value: 0.0 if value is None else _nearest(numbers, path)
    )
    return scores, errors


def confidence_error(number: Json) -> str | None:
    """Return what is wrong with a confidence, if anything."""
    if isinstance(number, bool) or not isinstance(number, int | float):
        return f"Confidence must be a number 0.0-1.0, got {number!r}"
    if not 0 <= number <= 1:
        return f"Confidence must be 0.0-1.0, got {number}"
    return None


def _key_path(fields: Json, key: str) -> Path:
    """A top-level key, otherwise a path."""
    if isinstance(fields, dict) and key in fields:
        return (key,)
    try:
        return parse_path(key)
    except BadPath:
        return (key,)


def _collect(
    fields: Json, path: Path, number: Json, numbers: dict[Path, float], errors: list[str]
) -> None:
    if value_at(fields, path) is MISSING:
        errors.append(f"confidences names {format_path(path)!r}, which is not in fields")
    elif isinstance(number, dict):
        for key, inner in number.items():
            _collect(fields, (*path, key), inner, numbers, errors)
    elif isinstance(number, list):
        for index, inner in enumerate(number):
            _collect(fields, (*path, index), inner, numbers, errors)
    elif number is None:
        return
    elif error := confidence_error(number):
        errors.append(f"{format_path(path)}: {error}")
    else:
        numbers[path] = float(number)


def _nearest(numbers: Mapping[Path, float], path: Path) -> float | None:
    """The number given for the value itself, otherwise for its nearest ancestor."""
    for length in range(len(path), 0, -1):
        if (number := numbers.get(path[:length])) is not None:
            return number
    return None
