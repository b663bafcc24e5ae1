"""What OpenAPI says of records, versions and relations. domain/shapes.py fills them."""

from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from ninja import Schema

from pramana.registry.api.fields import Type
from pramana.registry.contracts import RelationshipType


class RecordAuthorOut(Schema):
    id: str
    slug: str
    name: str


class RecordVersionSummaryOut(Schema):
    id: str
    entity_or_relationship_id: str
    type: str = "ENTITY"
    version_number: int
    author: RecordAuthorOut
    change_description: str
    created_at: datetime


class RecordVersionOut(RecordVersionSummaryOut):
    origin: Literal["person", "change", "import"]
    snapshot: dict[str, Any]


class RecordOut(Schema):
    id: str
    nes_id: str
    record_id: UUID
    slug: str
    type: Type
    sub_type: str | None
    entity_prefix: str
    names: list[dict[str, Any]]
    misspelled_names: list[dict[str, Any]]
    identifiers: list[dict[str, Any]]
    attributes: dict[str, Any]
    short_description: dict[str, Any] | None = None
    description: dict[str, Any] | None = None
    attributions: list[dict[str, Any]]
    contacts: list[dict[str, Any]]
    tags: list[str]
    pictures: list[dict[str, Any]]
    version_summary: RecordVersionSummaryOut
    created_at: datetime
    updated_at: datetime


class RelationshipOut(Schema):
    id: UUID
    source_entity_id: str
    target_entity_id: str
    type: RelationshipType
    start_date: date | None
    end_date: date | None
    attributes: dict[str, Any]
    created_at: datetime
