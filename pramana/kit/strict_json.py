"""JSON as its sender meant it: duplicate keys, NaN, infinite numbers and broken UTF-8 are refused.

A long list in a body can be read item by item, so that a request with very many items takes no more
memory than its text.
"""

import json
import math
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from pramana.kit.errors import InvalidRequest

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
