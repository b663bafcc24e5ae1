"""What a person asks for: fields with their types, for a template, a column or a request."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

MOST_FIELDS = 200
"""How many fields one request may ask for on one level."""


class FieldType(StrEnum):
    STRING = "string"
    """A few words: a name, a number that is not counted with."""
    TEXT = "text"
    """Sentences."""
    NUMBER = "number"
    INTEGER = "integer"
    MONEY = "money"
    """An amount; the currency may stand beside it in the document."""
    DATE = "date"
    """ISO 8601 (2024-05-31), whatever calendar the document is written in."""
    BOOLEAN = "boolean"
    LIST = "list"
    """Values of one kind; one child says which."""
    TABLE = "table"
    """Rows, each an object with the children as its fields."""
    OBJECT = "object"

    @property
    def has_parts(self) -> bool:
        return self in (FieldType.LIST, FieldType.TABLE, FieldType.OBJECT)


class FieldSpec(BaseModel):
    """One field: its key, what belongs there, and what it is made of."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1, max_length=200)
    type: FieldType = FieldType.STRING
    description: str = Field(default="", max_length=2000)
    required: bool = False
    children: tuple["FieldSpec", ...] = Field(default=(), max_length=MOST_FIELDS)


Json = Any
"""What JSON can say: a scalar, a list, an object."""


@dataclass(frozen=True)
class ExtractedValue:
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
