"""A value that a person wrote in words, as the type of the value it takes the place of."""

import re
from datetime import date

from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.values import Json
from pramana.extraction.domain.reading.amounts import find_amounts, plain
from pramana.extraction.domain.reading.concepts import BY_KEY
from pramana.extraction.domain.reading.dates import find_written
from pramana.extraction.domain.reading.naming import Leaf

_QUOTES = "\"'“”‘’«»`"
_TRUE = frozenset({"true", "yes", "हो", "छ", "ठीक"})
_FALSE = frozenset({"false", "no", "होइन", "छैन"})
_EMPTY = frozenset({"null", "none", "empty", "nothing", "blank", "खाली"})


def as_written(words: str) -> str:
    """The words without the quotes or the full stop around them."""
    trimmed = words.strip()
    quoted = len(trimmed) > 1 and trimmed[0] in _QUOTES and trimmed[-1] in _QUOTES
    return trimmed[1:-1] if quoted else trimmed.rstrip(" ।")


def like(leaf: Leaf, words: str) -> Json:
    """The words as a value of the leaf's type; as they stand where they are none.

    >>> like(Leaf("totals.total", 5), "रु. १,२५०"), like(Leaf("note", "a"), '"5"')
    (1250, '5')
    """
    text = as_written(words)
    if text != words.strip() and not isinstance(leaf.value, int | float):
        return text
    if text.casefold() in _EMPTY:
        return None
    if isinstance(leaf.value, bool):
        return _truth(text)
    if _is_date(leaf):
        return _date(text)
    if isinstance(leaf.value, int | float) or _is_money(leaf) or leaf.value is None:
        return _number(text, only=leaf.value is None)
    return text.rstrip(".") if not re.search(r"\.\w+\.$", text) else text


def _truth(text: str) -> Json:
    folded = text.casefold().rstrip(".")
    return True if folded in _TRUE else False if folded in _FALSE else text


def _is_date(leaf: Leaf) -> bool:
    concept = BY_KEY.get(leaf.path)
    if concept and concept.type is FieldType.DATE:
        return True
    try:
        return isinstance(leaf.value, str) and bool(date.fromisoformat(leaf.value))
    except ValueError:
        return False


def _is_money(leaf: Leaf) -> bool:
    concept = BY_KEY.get(leaf.path)
    return bool(concept and concept.type is FieldType.MONEY)


def _date(text: str) -> str:
    found = find_written(text)
    return found[0].day.isoformat() if found else text


def _number(text: str, *, only: bool) -> Json:
    """The amount in the words; with `only`, when nothing else is said."""
    found = find_amounts(text)
    if len(found) != 1 or (only and found[0].end - found[0].start < len(text.rstrip(" ."))):
        return text
    return plain(found[0].value)
