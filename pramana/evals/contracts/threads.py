"""What was drawn from words, and what names a record: the same shape for every capability."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class Strand(StrEnum):
    MENTION = "mention"
    """An entity's name, found by a review."""
    ABOUT = "about"
    """What a review read about the document itself: its title, its date."""
    FIELD = "field"
    CELL = "cell"
    FACT = "fact"
    ANSWER = "answer"


@dataclass(frozen=True)
class Span:
    """A stretch of a document's text, in code points."""

    start: int
    end: int

    def meets(self, start: int, end: int) -> bool:
        """Whether they share a letter.

        >>> Span(0, 5).meets(4, 9), Span(0, 5).meets(5, 9)
        (True, False)
        """
        return start < self.end and self.start < end


@dataclass(frozen=True)
class Drawn:
    """Something that rests on words of a document, and where its review is."""

    kind: Strand
    name: str = field(repr=False)
    """What it is called: an entity's name, a path, a column, a question."""
    value: str = field(repr=False)
    state: str
    """As the capability names it: an approval, a cell's state; of a mention, `decided:` or
    `proposed:` and the status."""
    subject_id: UUID
    """The session, extraction, stack or conversation it is in; of a fact, the fact."""
    place: str = ""
    """Which entity, path, column or exchange; of a fact, its group."""
    table_id: UUID | None = None
    """Of a cell."""
    document_id: UUID | None = None
    document_title: str = field(default="", repr=False)
    quote: str = field(default="", repr=False)
    span: Span | None = None
    page: int | None = None
    at: datetime | None = None
    record_id: UUID | None = None
    """Of a mention: the record it was taken for, or that was made of it."""


@dataclass(frozen=True)
class Paper:
    """A document that names a record, with the places where it does."""

    document_id: UUID
    title: str = field(repr=False)
    session_id: UUID
    state: str
    places: tuple[Span, ...] = ()
    at: datetime | None = None


@dataclass(frozen=True)
class Sighting:
    """A place where a record's name stands, by its letters alone."""

    document_id: UUID
    title: str = field(repr=False)
    span: Span
    words: str = field(repr=False)
    around: str = field(repr=False)
