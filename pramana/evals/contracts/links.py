"""Records and entities of memories that are one thing."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from pramana.memory.contracts.views import EntityView
from pramana.registry.contracts import RecordView


@dataclass(frozen=True)
class LinkView:
    """A link that stands, with the entity it leads to."""

    id: UUID
    record_id: UUID
    entity: EntityView
    score: float
    made_by_id: UUID | None
    made_at: datetime


@dataclass(frozen=True)
class RecordLink:
    """The same link seen from the memory: the record an entity is."""

    id: UUID
    record: RecordView
    made_at: datetime


@dataclass(frozen=True)
class Suggestion:
    """An entity that may be a record: how alike the names are, and why, in words."""

    entity: EntityView
    score: float
    reasons: tuple[str, ...] = field(default=())


@dataclass(frozen=True)
class RecordSuggestion:
    """A record that an entity of a memory may be."""

    record: RecordView
    score: float
    reasons: tuple[str, ...] = field(default=())
