"""Links between records and memory entities, and what was derived from a document's words."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from pramana.memory.contracts.graph import EntityView
from pramana.registry.contracts import RecordView


@dataclass(frozen=True)
class LinkView:
    """A link of a record, with its memory entity."""

    id: UUID
    record_id: UUID
    entity: EntityView
    score: float
    made_by_id: UUID | None
    made_at: datetime


@dataclass(frozen=True)
class MadeLink:
    """When a person made a link and, if so, when someone removed it."""

    id: UUID
    score: float
    made_at: datetime
    undone_at: datetime | None


@dataclass(frozen=True)
class RecordLink:
    """A link of a memory entity, with its record."""

    id: UUID
    record: RecordView
    made_at: datetime


@dataclass(frozen=True)
class Suggestion:
    """An entity that may be the same as a record: how similar the names are, and why."""

    entity: EntityView
    score: float
    reasons: tuple[str, ...] = field(default=())


@dataclass(frozen=True)
class RecordSuggestion:
    """A record that may be the same as a memory entity."""

    record: RecordView
    score: float
    reasons: tuple[str, ...] = field(default=())


class DerivationKind(StrEnum):
    MENTION = "mention"
    """The name of an entity, found by a review."""
    ABOUT = "about"
    """Metadata that a review read about the document itself: its title, its date."""
    FIELD = "field"
    CELL = "cell"
    FACT = "fact"
    ANSWER = "answer"


@dataclass(frozen=True)
class TextRange:
    """A range of a document's text, in code points."""

    start: int
    end: int

    def overlaps(self, start: int, end: int) -> bool:
        """Whether the ranges overlap.

        >>> TextRange(0, 5).overlaps(4, 9), TextRange(0, 5).overlaps(5, 9)
        (True, False)
        """
        return start < self.end and self.start < end


@dataclass(frozen=True)
class Derivation:
    """A value, mention, fact or answer that was derived from a document's words."""

    kind: DerivationKind
    name: str = field(repr=False)
    """An entity's name, a path, a column or a question."""
    value: str = field(repr=False)
    state: str
    """The state in its capability; for a mention, `decided:` or `proposed:` and the status."""
    subject_id: UUID
    """The session, extraction, stack or conversation it belongs to; for a fact, the fact."""
    place: str = ""
    """Which entity, path, column or exchange; for a fact, its group."""
    table_id: UUID | None = None
    """Only for a cell."""
    document_id: UUID | None = None
    document_title: str = field(default="", repr=False)
    quote: str = field(default="", repr=False)
    span: TextRange | None = None
    page: int | None = None
    at: datetime | None = None
    record_id: UUID | None = None
    """Only for a mention: the record it was matched with or that was created from it."""


@dataclass(frozen=True)
class NamingDocument:
    """A document that names a record, with the positions of the name."""

    document_id: UUID
    title: str = field(repr=False)
    session_id: UUID
    state: str
    places: tuple[TextRange, ...] = ()
    at: datetime | None = None


@dataclass(frozen=True)
class Sighting:
    """A place where a record's name appears, although nobody has confirmed that it is meant."""

    document_id: UUID
    title: str = field(repr=False)
    span: TextRange
    words: str = field(repr=False)
    around: str = field(repr=False)
