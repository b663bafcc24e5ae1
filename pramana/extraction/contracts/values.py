"""What was found in a document: values with the words they rest on, and how far they hold."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Json = Any
"""What JSON can say: a scalar, a list, an object."""


@dataclass(frozen=True)
class Found:
    """A value read from a text, with its place there in code points."""

    path: str
    value: Json
    quote: str
    start: int
    end: int
    page: int | None = None
    confidence: float = 0.0
    """How sure the reader is, 0..1."""


class Signal(StrEnum):
    """What can be checked about a value without believing anyone."""

    QUOTE = "quote_found"
    """Its words stand in the document."""
    FORMAT = "format_valid"
    """It has the type and form it should have."""
    CONSISTENT = "consistent"
    """Sums add up, and dates follow each other."""
    AGREES = "readings_agree"
    """A second, independent reading found the same."""
    PERSON = "by_hand"
    """A person wrote it."""


@dataclass(frozen=True)
class Trust:
    """How far a value was checked, beside the model's own number and never in place of it.

    A signal that does not apply (nothing to add up, no second reading) is absent.
    """

    score: float
    signals: Mapping[Signal, bool] = field(default_factory=dict)
