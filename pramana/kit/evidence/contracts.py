"""The place in a text that a value rests on. One shape for every claim in the product."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class Alignment(StrEnum):
    """How a quote's place was found, surest first."""

    EXACT = "exact"
    NORMALISED = "normalised"
    """The same words, written otherwise: white space, case, typographic marks (`folded`)."""
    FUZZY = "fuzzy"
    """Nearly the same words; `Span.similarity` says how nearly. Never word for word."""


@dataclass(frozen=True)
class Span:
    """Half-open range of code points in NFC text, and how it was found."""

    start: int
    end: int
    alignment: Alignment
    similarity: float = 1.0
    """The share of the quote's letters that stand in the place, 1.0 unless fuzzy."""


@dataclass(frozen=True)
class Evidence:
    source_id: UUID
    start: int
    end: int
    page: int | None
    quote: str
    alignment: Alignment
    similarity: float = 1.0
