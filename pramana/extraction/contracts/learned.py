"""What a tenant's people taught: the labels at which decided values stand, and examples of them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


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
