"""Fields: what to look for, the values that were found, how far they were checked, and what people
taught about them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

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


class LabelPosition(StrEnum):
    """Where a label stands, seen from its value."""

    BEFORE = "before"
    """On the same line, to the left."""
    ABOVE = "above"
    """On the line above, or at the head of the column."""


@dataclass(frozen=True, slots=True)
class LearnedLabel:
    """A label at which values of a field stand, as people approved or corrected them.

    `hits` counts the decided values that stood at the label, `misses` the values at the label that
    a person replaced. A scorer treats both as features; neither decides alone.
    """

    field: str
    """The field's name or path without list indexes, normalised: `due date`, `totals total`."""
    label: str
    """The label's words as they stand in the documents."""
    sender: str = ""
    """Whose documents these are, normalised; empty for the documents of several senders."""
    position: LabelPosition = LabelPosition.BEFORE
    hits: int = 0
    misses: int = 0


@dataclass(frozen=True, slots=True)
class LearnedExample:
    """A decided value with the line of its document: an example for a model."""

    field: str
    quote: str
    value: str
    sender: str = ""


@dataclass(frozen=True, slots=True)
class LearnedLabelView:
    """A learned label as people see it, to keep or to remove."""

    id: UUID
    field: str
    label: str
    sender: str
    position: LabelPosition
    hits: int
    misses: int
    example: str
    """A line of a document in which a value stands at the label."""
    taught_at: datetime
