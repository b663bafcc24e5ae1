"""JSON as its sender meant it: duplicate keys, NaN, infinite numbers and broken UTF-8 are refused.

A long list in a body can be read item by item, so that a request with very many items takes no more
memory than its text. What was read is compared with what was written, so that nothing is coerced.
"""

import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Any, NoReturn

from pydantic import BaseModel, RootModel
from pydantic_core import InitErrorDetails, PydanticCustomError

from pramana.kit.errors import InvalidRequest
from pramana.kit.texts import has_half_characters

TOO_LARGE = "The body holds a number that is too large."
MOST_DIGITS = sys.float_info.max_10_exp
SPACE = re.compile(r"[ \t\n\r]*")


def read_json(raw: bytes) -> Any:
    """Parse JSON, or raise `InvalidRequest` with what is wrong."""
    try:
        return DECODER.decode(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        _refuse()


def _refuse() -> NoReturn:
    raise InvalidRequest("The body is not valid JSON.") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise InvalidRequest("The body contains the same key twice.")
    return value


def _no_constant(name: str) -> float:
    raise InvalidRequest(f"The body holds {name}, which is not a JSON number.")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise InvalidRequest(TOO_LARGE)
    return number


def _countable(digits: str) -> int:
    """A whole number no larger than the largest float."""
    if len(digits) > MOST_DIGITS:
        raise InvalidRequest(TOO_LARGE)
    return int(digits)


DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_constant=_no_constant,
    parse_float=_finite,
    parse_int=_countable,
)


@dataclass(frozen=True)
class LongList:
    """A list inside a JSON text, of which one item at a time is in memory."""

    text: str
    start: int
    """Where its `[` is."""

    def __iter__(self) -> Iterator[Any]:
        """Each item. The text was checked when the list was found."""
        return (item for item, _ in _items(self.text, self.start))


def read_around_list(raw: bytes, name: str) -> tuple[Any, LongList | None, int]:
    """A body with its list under `name` left out, that list, and how many items it has.

    The whole text is checked. Where the body is no object, or has no such list, there is no
    `LongList` and the body is complete.

    >>> read_around_list(b'{"a": 1, "b": [2, {"c": 3}]}', "b")[0]
    {'a': 1, 'b': []}
    """
    try:
        return _read_around_list(raw.decode("utf-8"), name)
    except (ValueError, RecursionError):
        _refuse()


def _read_around_list(text: str, name: str) -> tuple[Any, LongList | None, int]:
    position = _space(text, 0)
    if text[position : position + 1] != "{":
        return DECODER.decode(text), None, 0
    pairs: list[tuple[str, Any]] = []
    found, count, value = None, 0, None
    position = _space(text, position + 1)
    while text[position : position + 1] != "}":
        key, position = _key(text, position)
        if key == name and text[position : position + 1] == "[" and found is None:
            found, value, end = LongList(text, position), list[Any](), position + 1
            for _, after in _items(text, position):
                count, end = count + 1, after
            position = _space(text, end) + 1
        else:
            value, position = DECODER.raw_decode(text, position)
        pairs.append((key, value))
        position = _after_comma(text, position, "}")
    if _space(text, position + 1) != len(text):
        raise ValueError("There is text after the object.")
    return _object(pairs), found, count


def _key(text: str, position: int) -> tuple[str, int]:
    key, position = DECODER.raw_decode(text, position)
    position = _space(text, position)
    if not isinstance(key, str) or text[position : position + 1] != ":":
        raise ValueError("A key is a string, followed by a colon.")
    return key, _space(text, position + 1)


def _items(text: str, start: int) -> Iterator[tuple[Any, int]]:
    """The items of the list at `start`, each with where the text goes on: a comma or the end."""
    position = _space(text, start + 1)
    while text[position : position + 1] != "]":
        item, position = DECODER.raw_decode(text, position)
        position = _after_comma(text, position, "]")
        yield item, position


def _after_comma(text: str, position: int, closing: str) -> int:
    """Where the next value begins, or where the closing bracket is."""
    position = _space(text, position)
    if text[position : position + 1] == closing:
        return position
    if text[position : position + 1] != ",":
        raise ValueError("A comma is missing.")
    position = _space(text, position + 1)
    if text[position : position + 1] == closing:
        raise ValueError("Nothing follows the last comma.")
    return position


def _space(text: str, position: int) -> int:
    found = SPACE.match(text, position)
    return found.end() if found else position


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
