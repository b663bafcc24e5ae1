"""What was read compared with what was written, and texts that a database cannot hold."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, time, timedelta
from typing import Any

from pydantic import BaseModel, RootModel
from pydantic_core import InitErrorDetails, PydanticCustomError

from pramana.kit.errors import InvalidRequest
from pramana.kit.texts import has_half_characters

Place = tuple[str | int, ...]
Wants = Callable[[object, object], str | None]


def differences(
    read: Any, written: Any, place: Place = (), *, wants: Wants
) -> Iterator[InitErrorDetails]:
    """The places where the validated value is not what was written."""
    if isinstance(read, RootModel):
        yield from differences(read.root, written, place, wants=wants)
    elif isinstance(read, BaseModel) and isinstance(written, dict):
        for name, key in _keys(read, written):
            yield from differences(getattr(read, name), written[key], (*place, key), wants=wants)
    elif isinstance(read, dict) and isinstance(written, dict):
        for key in read.keys() & written.keys():
            yield from differences(read[key], written[key], (*place, key), wants=wants)
    elif isinstance(read, list | tuple) and isinstance(written, list):
        for index, (one, raw) in enumerate(zip(read, written, strict=False)):
            yield from differences(one, raw, (*place, index), wants=wants)
    elif wanted := wants(read, written):
        error = PydanticCustomError("as_written", "Input should be {wanted}", {"wanted": wanted})
        yield InitErrorDetails(type=error, loc=place, input=written)


def _keys(read: BaseModel, written: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each field that was sent, with the name it was sent under."""
    for name, field in type(read).model_fields.items():
        for key in {name, field.alias, field.validation_alias}:
            if isinstance(key, str) and key in written:
                yield name, key


def wanted(read: object, written: object) -> str | None:
    """What should have been written, or None if it was."""
    if isinstance(read, bool):
        return None if isinstance(written, bool) else "true or false"
    if isinstance(read, int | float):
        return "a number" if isinstance(written, bool | str) else None
    return "an object" if isinstance(read, BaseModel) else wanted_moment(read, written)


def wanted_moment(read: object, written: object) -> str | None:
    if not isinstance(read, date | time | timedelta):
        return None
    return None if isinstance(written, str) and not _is_number(written) else "a time as text"


def _is_number(text: str) -> bool:
    """
    >>> _is_number("-12.5"), _is_number("2026-11-15")
    (True, False)
    """
    return text.strip().lstrip("+-").replace(".", "", 1).isdigit()


def texts(value: Any) -> Iterator[str]:
    """Every string in a value, without recursion.

    >>> sorted(texts({"a": ["b", {"c": 1}]}))
    ['a', 'b', 'c']
    """
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, BaseModel):
            pending.extend(item.__dict__.values())
        elif isinstance(item, dict):
            pending.extend(item.keys())
            pending.extend(item.values())
        elif isinstance(item, list | tuple | set):
            pending.extend(item)


def check_texts(strings: Iterable[str]) -> None:
    for text in strings:
        if "\x00" in text:
            raise InvalidRequest("A text holds a NUL character, which cannot be stored.")
        if has_half_characters(text):
            raise InvalidRequest("A text holds half of a surrogate pair, which is no character.")
