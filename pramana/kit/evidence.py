"""The place in a text that a value rests on. One shape for every claim in the product."""

import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

SOFT = frozenset("\u00ad\u200b\ufeff")
"""Soft hyphen, zero-width space, byte order mark: seen by nobody, they never decide a match."""


class Alignment(StrEnum):
    EXACT = "exact"
    NORMALISED = "normalised"


@dataclass(frozen=True)
class Span:
    """Half-open range of code points in NFC text, and how it was found."""

    start: int
    end: int
    alignment: Alignment


@dataclass(frozen=True)
class Evidence:
    source_id: UUID
    start: int
    end: int
    page: int | None
    quote: str
    alignment: Alignment


def nfc(text: str) -> str:
    """The one form in which texts are stored and offsets counted."""
    return unicodedata.normalize("NFC", text)


def locate(quote: str, text: str) -> Span | None:
    """Find a quote in an NFC text, or say that it is not there.

    A model is believed about which words matter, never about where they are. White space and
    invisible characters are ignored when the exact words are not found; cost is linear in the text.

    >>> locate("two words", "here are two\\n words")
    Span(start=9, end=19, alignment=<Alignment.NORMALISED: 'normalised'>)
    """
    wanted = nfc(quote).strip()
    if not wanted:
        return None
    at = text.find(wanted)
    if at >= 0:
        return Span(at, at + len(wanted), Alignment.EXACT)
    needle = "".join(_folded(char) for char in wanted if not _invisible(char))
    places = [index for index, char in enumerate(text) if not _invisible(char)]
    at = "".join(_folded(text[index]) for index in places).find(needle) if needle else -1
    if at < 0:
        return None
    return Span(places[at], places[at + len(needle) - 1] + 1, Alignment.NORMALISED)


def _invisible(char: str) -> bool:
    return char.isspace() or char in SOFT


def _folded(char: str) -> str:
    """Lower case where that is still one character, so that places stay countable."""
    lower = char.lower()
    return lower if len(lower) == 1 else char
