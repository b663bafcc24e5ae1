"""Records of the registry, as the public Nepal Entity Service has them."""

from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from pramana.client.models.answer import Answer

RecordType = Literal["person", "organization", "location", "project"]


class Record(Answer):
    """`id` and `nes_id` are its two ids; either works wherever one is asked for."""

    id: str
    nes_id: str
    slug: str
    type: str
    sub_type: str | None
    names: list[dict[str, Any]]
    identifiers: list[dict[str, Any]]
    attributes: dict[str, Any]
    tags: list[str]
    created_at: datetime
    updated_at: datetime


class RecordPage(Answer):
    entities: list[Record]
    total: int
    limit: int
    offset: int


class RecordName(Answer):
    text: str
    language: str


class Candidate(Answer):
    """A record that a name may mean, and why."""

    id: str
    nes_id: str
    entity_type: str
    entity_sub_type: str | None
    names: list[RecordName]
    confidence: float
    reason: str


class RecordVersion(Answer):
    version_number: int
    author: dict[str, Any]
    change_description: str
    created_at: datetime
    origin: Literal["person", "change", "import"]
    snapshot: dict[str, Any]


class Relationship(Answer):
    id: UUID
    source_entity_id: str
    target_entity_id: str
    type: str
    start_date: date | None
    end_date: date | None
    attributes: dict[str, Any]
