"""What a database can hold of a text: every character but NUL, and no half of a character."""

import math
from typing import Any


def is_storable(text: str) -> bool:
    r"""
    >>> is_storable("पुल"), is_storable("a\x00"), is_storable("\ud800")
    (True, False, False)
    """
    return "\x00" not in text and not has_half_characters(text)


def has_half_characters(text: str) -> bool:
    """Halves of surrogate pairs come out of JSON, and are no characters."""
    return not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text)


def storable(text: str) -> str:
    r"""What can be kept of a text.

    >>> storable("a\x00b\ud800")
    'ab'
    """
    return text.replace("\x00", "").encode("utf-8", "ignore").decode()


def storable_json(value: Any) -> Any:
    r"""What can be kept of a JSON value that nobody checked, as a model's arguments are.

    >>> storable_json({"a\x00": ["b\ud800", float("nan"), 1]})
    {'a': ['b', None, 1]}
    """
    match value:
        case str():
            return storable(value)
        case float() if not math.isfinite(value):
            return None
        case dict():
            return {storable(str(key)): storable_json(each) for key, each in value.items()}
        case list() | tuple():
            return [storable_json(each) for each in value]
    return value
