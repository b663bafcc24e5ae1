"""Rules for texts: what a database can store, patterns for request fields, section names.

PostgreSQL stores every character but NUL, and no half of a surrogate pair.
"""

import math
from typing import Any, Final

NO_NUL: Final = r"^[^\x00]*$"
"""Patterns are used in request schemas, so OpenAPI shows them."""
NOT_BLANK: Final = r"^[^\x00]*[^\s\x00][^\x00]*$"
READABLE: Final = r"^[^\x00-\x1f\x7f]*\w[^\x00-\x1f\x7f]*$"
"""At least one letter or digit, and no control characters."""
ADDRESS: Final = r"^https?://[!-~\u00a1-\ud7ff]+$"
SECTION_SEPARATOR = " › "
"""Between the headings that lead to a part of a document, from the outermost."""


def is_storable(text: str) -> bool:
    r"""Whether a database can store the text unchanged.

    >>> is_storable("पुल"), is_storable("a\x00"), is_storable("\ud800")
    (True, False, False)
    """
    return "\x00" not in text and not has_half_characters(text)


def has_half_characters(text: str) -> bool:
    """Whether the text holds halves of surrogate pairs, which JSON can produce."""
    return not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text)


def storable(text: str) -> str:
    r"""The text without what a database cannot store.

    >>> storable("a\x00b\ud800")
    'ab'
    """
    return text.replace("\x00", "").encode("utf-8", "ignore").decode()


OVERRIDES = {
    code: f"‹U+{code:04X}›" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x061C)
}
"""Characters that reverse the order of those around them, as they are shown."""


def with_visible_overrides(name: str) -> str:
    r"""A name in which characters that change the direction of writing are seen.

    With them, `invoice\u202Etxt.exe` would be shown as if it ended in .txt.

    >>> with_visible_overrides("a\u202Eb")
    'a‹U+202E›b'
    """
    return name if name.isascii() else name.translate(OVERRIDES)


def storable_json(value: Any) -> Any:
    r"""An unchecked JSON value, such as a model's arguments, without what cannot be stored.

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


def innermost_heading(section: str) -> str:
    """The innermost heading of a section, which is what a person calls it.

    >>> innermost_heading("Handbook › Inverse Kinematics"), innermost_heading("Foreword")
    ('Inverse Kinematics', 'Foreword')
    """
    return section.rpartition(SECTION_SEPARATOR)[2]
