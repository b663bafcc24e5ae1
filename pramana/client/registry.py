"""The registry: records, candidates, versions and relationships, in the NES format."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from pramana.client.calls import ApiCall, ApiModel, many, nothing, one, present_values
from pramana.client.operations import AsyncPart, SyncPart, operation, page_operation
from pramana.client.pages import MOST, Pages, continue_from

RecordType = Literal["person", "organization", "location", "project"]


class RecordInfo(ApiModel):
    """`id` and `nes_id` are its two ids; either can be used."""

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


class RecordPageInfo(ApiModel):
    entities: list[RecordInfo]
    total: int
    limit: int
    offset: int


class RecordNameInfo(ApiModel):
    text: str
    language: str


class RecordCandidateInfo(ApiModel):
    """A record that a name may refer to, with the reasons."""

    id: str
    nes_id: str
    entity_type: str
    entity_sub_type: str | None
    names: list[RecordNameInfo]
    confidence: float
    reason: str


class RecordVersionInfo(ApiModel):
    version_number: int
    author: dict[str, Any]
    change_description: str
    created_at: datetime
    origin: Literal["person", "change", "import"]
    snapshot: dict[str, Any]


class RelationshipInfo(ApiModel):
    id: UUID
    source_entity_id: str
    target_entity_id: str
    type: str
    start_date: date | None
    end_date: date | None
    attributes: dict[str, Any]


PATH = "/api/entities"
Versions = list[RecordVersionInfo]
Relationships = list[RelationshipInfo]
Candidates = list[RecordCandidateInfo]


class RegistryOperations:
    @operation
    def find(
        self, name: str, *, type: RecordType | None = None, limit: int = 20
    ) -> ApiCall[Candidates]:
        """Records that a name may refer to, in either script, most likely first."""
        params = present_values(q=name, type=type, limit=limit)
        return ApiCall(
            "GET", "/entities/search/", many(RecordCandidateInfo, "results"), params=params
        )

    @operation
    def get(self, record_id: str) -> ApiCall[RecordInfo]:
        """A record, by any of its ids."""
        return ApiCall("GET", f"{PATH}/{record_id}", one(RecordInfo))

    @operation
    def list(
        self,
        *,
        query: str | None = None,
        type: RecordType | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> ApiCall[RecordPageInfo]:
        """One page by title, or matches of a name, best first."""
        params = present_values(query=query, entity_type=type, limit=limit, offset=offset)
        return ApiCall("GET", PATH, one(RecordPageInfo), params=params)

    @page_operation
    def every(
        self, *, query: str | None = None, type: RecordType | None = None
    ) -> Pages[RecordPageInfo, RecordInfo]:
        """All of them, in the same order, fetched page by page."""
        params = present_values(query=query, entity_type=type, limit=MOST)
        return Pages(
            ApiCall("GET", PATH, one(RecordPageInfo), params=params),
            lambda page: page.entities,
            lambda page: continue_from("offset", _next(page)),
        )

    @operation
    def create(self, record: Mapping[str, Any]) -> ApiCall[RecordInfo]:
        """Create a record from `type`, `names` and the other fields of the API."""
        return ApiCall("POST", PATH, one(RecordInfo), json=dict(record))

    @operation
    def change(
        self,
        record_id: str,
        patch: Sequence[Mapping[str, Any]],
        *,
        description: str = "",
        expected_version: int | None = None,
    ) -> ApiCall[RecordInfo]:
        """Apply a JSON Patch, all or nothing. Someone's later version raises `ConflictError`."""
        body = present_values(
            patch=patch, change_description=description, expected_version=expected_version
        )
        return ApiCall("PATCH", f"{PATH}/{record_id}", one(RecordInfo), json=body)

    @operation
    def versions(self, record_id: str) -> ApiCall[Versions]:
        """All versions of a record, oldest first."""
        return ApiCall("GET", f"{PATH}/{record_id}/versions", many(RecordVersionInfo, "versions"))

    @operation
    def relationships(self, record_id: str, *, active: bool = False) -> ApiCall[Relationships]:
        """Relationships from and to a record; with `active`, only those that have not ended."""
        return ApiCall(
            "GET",
            f"{PATH}/{record_id}/relationships",
            many(RelationshipInfo, "relationships"),
            params={"currently_active": active},
        )

    @operation
    def relate(
        self,
        record_id: str,
        type: str,
        target: str,
        *,
        start_date: date | None = None,
        end_date: date | None = None,
    ) -> ApiCall[RelationshipInfo]:
        """Add a relationship to another record."""
        body = present_values(type=type, target=target, start_date=start_date, end_date=end_date)
        return ApiCall(
            "POST", f"{PATH}/{record_id}/relationships", one(RelationshipInfo), json=body
        )

    @operation
    def delete(self, record_id: str) -> ApiCall[None]:
        """Erase a record with its versions, names and relations. Needs the role admin."""
        return ApiCall("DELETE", f"{PATH}/{record_id}", nothing)


class Registry(RegistryOperations, SyncPart):
    """The synchronous operations."""


class AsyncRegistry(RegistryOperations, AsyncPart):
    """The asynchronous operations."""


def _next(page: RecordPageInfo) -> int | None:
    seen = page.offset + len(page.entities)
    return seen if page.entities and seen < page.total else None
