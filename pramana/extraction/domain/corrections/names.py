"""Field names as people say them: folded, with one word for each idea."""

import re
from collections.abc import Iterable
from functools import cache

from pramana.extraction.domain.corrections.words import (
    PATTERNS,
    SAME_WORDS,
)
from pramana.extraction.domain.reading.labels import normalise_name

Name = tuple[str, ...]
"""The words of a name, folded, each replaced by the word that stands for its idea."""

_POSSESSIVE = re.compile(r"[’']s\b|(?<=s)[’'](?=\s|$)")
_CASE_ENDING = re.compile(r"(?<=[\u0900-\u097f]{2})(?:को|का|की|लाई|हरू|हरु)$")
_HASH = re.compile(r"#\s*(?=\d|$)")
_LEADING = re.compile(
    rf"^(?:(?:{PATTERNS['articles']}|{PATTERNS['qualifiers']})\s+)+", re.IGNORECASE
)
_TRAILING = re.compile(rf"\s+{PATTERNS['generic_tails']}$", re.IGNORECASE)


@cache
def name_words(words: str) -> Name:
    """Return the words of a name for comparison.

    >>> name_words("Supplier's Tel. No."), name_words("vendor_phone_number")
    (('vendor', 'phone', 'number'), ('vendor', 'phone', 'number'))
    """
    plain = _HASH.sub(" number ", _POSSESSIVE.sub("", words.replace("e-mail", "email")))
    folded = (_CASE_ENDING.sub("", word) for word in normalise_name(plain).split())
    return tuple(SAME_WORDS.get(word, word) for word in folded)


def without_article(words: str) -> str:
    """Return the words without leading articles and qualifiers: "the correct total" is "total"."""
    return _LEADING.sub("", words.strip(" ,.;:–-\"'“”‘’«»`")).strip()


def without_tail(words: str) -> str:
    """Return the words without a general noun at the end: "total field" is "total"."""
    return _TRAILING.sub("", words)


def singular(word: str) -> str:
    """Return the singular of an English plural.

    >>> singular("attendees"), singular("parties"), singular("address")
    ('attendee', 'party', 'address')
    """
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def holds(outer: Iterable[str], inner: Iterable[str]) -> bool:
    """Whether every word of the inner name is in the outer one."""
    return set(inner) <= set(outer)
