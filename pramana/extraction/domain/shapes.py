"""Confidences in the shape of the fields, whichever way a model wrote them."""

from collections.abc import Mapping

from pramana.extraction.contracts.values import Json
from pramana.extraction.domain.paths import Path, format_path, parse_path
from pramana.extraction.domain.tree import MISSING, mapped, value_at
from pramana.extraction.errors.extractions import BadPath


def shaped(fields: Json, confidences: Mapping[str, Json]) -> tuple[Json, list[str]]:
    """A confidence for every value, and what is wrong with those that were given.

    They may be nested like the fields, or written by path; one number for an object or a list
    counts for everything in it. A value that has none gets null, and a missing value 0.
    """
    given: dict[Path, float] = {}
    errors: list[str] = []
    for key, number in confidences.items():
        _gather(fields, _start(fields, key), number, given, errors)
    scores = mapped(fields, lambda path, value: 0.0 if value is None else _nearest(given, path))
    return scores, errors


def confidence_error(number: Json) -> str | None:
    """What is wrong with a confidence, if something is."""
    if isinstance(number, bool) or not isinstance(number, int | float):
        return f"Confidence must be a number 0.0-1.0, got {number!r}"
    if not 0 <= number <= 1:
        return f"Confidence must be 0.0-1.0, got {number}"
    return None


def _start(fields: Json, key: str) -> Path:
    """A key of the top, or else a path."""
    if isinstance(fields, dict) and key in fields:
        return (key,)
    try:
        return parse_path(key)
    except BadPath:
        return (key,)


def _gather(
    fields: Json, path: Path, number: Json, given: dict[Path, float], errors: list[str]
) -> None:
    if value_at(fields, path) is MISSING:
        errors.append(f"confidences names {format_path(path)!r}, which is not in fields")
    elif isinstance(number, dict):
        for key, inner in number.items():
            _gather(fields, (*path, key), inner, given, errors)
    elif isinstance(number, list):
        for index, inner in enumerate(number):
            _gather(fields, (*path, index), inner, given, errors)
    elif number is None:
        return
    elif error := confidence_error(number):
        errors.append(f"{format_path(path)}: {error}")
    else:
        given[path] = float(number)


def _nearest(given: Mapping[Path, float], path: Path) -> float | None:
    """The number given for the value itself, else for the nearest thing it is part of."""
    for length in range(len(path), 0, -1):
        if (number := given.get(path[:length])) is not None:
            return number
    return None
