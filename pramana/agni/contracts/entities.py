"""An entity of a document: its names, where it is mentioned, who it may be, what was decided."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from pramana.registry.contracts.kinds import SUB_TYPES
from pramana.registry.contracts.kinds import EntityType as RecordType


class EntityType(StrEnum):
    PERSON = "PERSON"
    ORGANIZATION = "ORGANIZATION"
    LOCATION = "LOCATION"

    @property
    def in_registry(self) -> str:
        return self.value.lower()


class EntitySubType(StrEnum):
    POLITICAL_PARTY = "political_party"
    GOVERNMENT_BODY = "government_body"
    NGO = "ngo"
    INTERNATIONAL_ORG = "international_org"
    HOSPITAL = "hospital"
    MEDIA = "media"
    FINANCIAL_INSTITUTION = "financial_institution"
    PROVINCE = "province"
    DISTRICT = "district"
    METROPOLITAN_CITY = "metropolitan_city"
    SUB_METROPOLITAN_CITY = "sub_metropolitan_city"
    MUNICIPALITY = "municipality"
    RURAL_MUNICIPALITY = "rural_municipality"
    WARD = "ward"
    CONSTITUENCY = "constituency"

    @property
    def entity_type(self) -> EntityType:
        """The only type this is a kind of."""
        places = SUB_TYPES[RecordType.LOCATION]
        return EntityType.LOCATION if self.value in places else EntityType.ORGANIZATION


class EntityStatus(StrEnum):
    CREATE_NEW = "create_new"
    MATCHED = "matched"
    SKIPPED = "skipped"
    NEEDS_DISAMBIGUATION = "needs_disambiguation"

    @property
    def is_resolved(self) -> bool:
        return self is not EntityStatus.NEEDS_DISAMBIGUATION


@dataclass(frozen=True)
class MatchEntityCandidate:
    """A record that might be the one, with a reason a person can check."""

    nes_id: str
    confidence: float
    reason: str
    name: str = ""
    decisive: bool = False
    """An identifier agrees, or something beside the name does: enough to propose a match."""


@dataclass(frozen=True)
class Mention:
    """Where the entity is named: code points of the document's text, and the words there."""

    start: int
    end: int
    quote: str
    page: int | None = None
    alignment: str = "exact"


@dataclass(frozen=True)
class ExtractedEntity:
    """One real thing. Its place in the session's list never changes."""

    entity_type: EntityType
    entity_sub_type: EntitySubType | None = None
    names: tuple[Mapping[str, Any], ...] = ()
    entity_data: Mapping[str, Any] = field(default_factory=dict)
    confidence: float = 0.0
    candidates: tuple[MatchEntityCandidate, ...] = ()
    matched_id: str | None = None
    needs_creation: bool = False
    proposed_changes: Mapping[str, Any] = field(default_factory=dict)
    is_skipped: bool = False
    skip_reason: str = ""
    mentions: tuple[Mention, ...] = ()
    withdrawn: bool = False
    """The extractor no longer finds it. It stays, so that the others keep their places."""
    unverified: bool = False
    """The registry could not be asked whether it knows `matched_id`."""
    engine: str = ""
    change_id: str = ""
    """The change it will be persisted as; allocated when a person asks for that."""
    decided_by: UUID | None = None
    decided_at: datetime | None = None

    @property
    def status(self) -> EntityStatus:
        """What will happen to it. With nothing set, its creation is proposed."""
        if self.needs_creation:
            return EntityStatus.CREATE_NEW
        if self.matched_id:
            return EntityStatus.MATCHED
        if self.is_skipped or self.withdrawn:
            return EntityStatus.SKIPPED
        if self.candidates:
            return EntityStatus.NEEDS_DISAMBIGUATION
        return EntityStatus.CREATE_NEW

    @property
    def is_decided(self) -> bool:
        """Whether a person said so; proposals are nobody's decision."""
        return self.decided_by is not None

    @property
    def name(self) -> str:
        """The first name it goes by."""
        return str(self.names[0]["text"]) if self.names else ""
