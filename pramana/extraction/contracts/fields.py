"""Fields: what to look for, the values that were found, and how far they were checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

MOST_FIELDS = 200
"""How many fields one request may name on one level."""
Json = Any
"""Any JSON value: a scalar, a list or an object."""


class FieldType(StrEnum):
    STRING = "string"
    """A few words, or a number that is not calculated with."""
    TEXT = "text"
    """Sentences."""
    NUMBER = "number"
    INTEGER = "integer"
    MONEY = "money"
    """An amount. The document may name its currency beside it."""
    DATE = "date"
    """ISO 8601 (2024-05-31), whatever calendar the document is written in."""
    BOOLEAN = "boolean"
    LIST = "list"
    """Values of one type, which the only child defines."""
    TABLE = "table"
    """Rows: objects with the children as their fields."""
    OBJECT = "object"

    @property
    def has_parts(self) -> bool:
        return self in (FieldType.LIST, FieldType.TABLE, FieldType.OBJECT)


class FieldSpec(BaseModel):
    """One field: its key, what it means, and its parts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1, max_length=200)
    type: FieldType = FieldType.STRING
    description: str = Field(default="", max_length=2000)
    instructions: str = Field(default="", max_length=2000)
    """How to find it or how to write it, in a person's words."""
    examples: tuple[str, ...] = Field(default=(), max_length=20)
    """Values as they should look."""
    required: bool = False
    children: tuple["FieldSpec", ...] = Field(default=(), max_length=MOST_FIELDS)


@dataclass(frozen=True)
class ExtractedValue:
    """A value read from a text, with its offsets in code points."""

    path: str
    value: Json
    quote: str
    start: int
    end: int
    page: int | None = None
    confidence: float = 0.0
    """The reader's confidence, 0..1."""


class Signal(StrEnum):
    """A check of a value that does not depend on the model."""

    QUOTE = "quote_found"
    """Its words were found in the document."""
    FORMAT = "format_valid"
    """It has the expected type and form."""
    CONSISTENT = "consistent"
    """Amounts add up, and dates are in order."""
    AGREES = "readings_agree"
    """A second, independent reading found the same value."""
    PERSON = "by_hand"
    """A person wrote it."""


@dataclass(frozen=True)
class Trust:
    """How far a value was checked. It is shown beside the model's own confidence.

    A signal that does not apply (nothing to add up, no second reading) is absent.
    """

    score: float
    signals: Mapping[Signal, bool] = field(default_factory=dict)
