"""Records, versions and relations as they are read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from pramana.registry.contracts.data import RecordData
from pramana.registry.contracts.kinds import EntityType, Origin, RelationshipType


@dataclass(frozen=True)
class VersionView:
    """One change: who, when, why, and the whole record as it stood afterwards."""

    record_id: UUID
    nes_id: str
    entity_id: str
    number: int
    author: str
    author_id: UUID | None
    description: str
    origin: Origin
    source_key: str
    created_at: datetime
    snapshot: Mapping[str, Any]


@dataclass(frozen=True)
class RecordView:
    """A record as it stands. `nes_id` is like person_7, `entity_id` like entity:person/ram-rai."""

    id: UUID
    nes_id: str
    entity_id: str
    type: EntityType
    sub_type: str | None
    slug: str
    data: RecordData
    version: int
    author: str
    description: str
    created_at: datetime
    updated_at: datetime

    def title(self, language: str = "en") -> str:
        return self.data.title(language)


@dataclass(frozen=True)
class RecordPage:
    records: list[RecordView]
    total: int


@dataclass(frozen=True)
class Found:
    """A record that might be the one, how sure that is, and why in words."""

    record: RecordView
    name: str
    score: float
    reasons: tuple[str, ...]
    agreeing: tuple[str, ...] = ()
    """What beside the name agrees, and what does not."""
    differing: tuple[str, ...] = ()


@dataclass(frozen=True)
class NewRelationship:
    """`target` is any id of the other record."""

    type: RelationshipType
    target: str
    start_date: date | None = None
    end_date: date | None = None
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class RelationshipView:
    id: UUID
    type: RelationshipType
    source: RecordView
    target: RecordView
    start_date: date | None
    end_date: date | None
    attributes: Mapping[str, Any]
    created_at: datetime


@dataclass(frozen=True)
class Change:
    """One difference between two versions: as JSON Patch has it, and as people read it."""

    op: str
    path: str
    before: Any = None
    after: Any = None


class Check(StrEnum):
    """What is known about an id someone gave."""

    KNOWN = "known"
    UNKNOWN = "unknown"
    UNVERIFIED = "unverified"
    """Well formed, but the registry could not be asked."""
    MALFORMED = "malformed"
    OTHER_TYPE = "other_type"


@dataclass
class Tally:
    """What an import did, record by record."""

    created: int = 0
    updated: int = 0
    unchanged: int = 0
    kept: int = 0
    """Changed here since the last import, so left as they are."""
    linked: int = 0
    skipped: int = 0
    """Of a kind the registry does not hold, or related to something it does not know."""
    refused: int = 0
    problems: list[str] = field(default_factory=list)
    """The first few things that were refused, in words."""
