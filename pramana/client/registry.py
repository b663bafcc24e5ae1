"""Records of the registry, as the public Nepal Entity Service has them."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from pramana.client.calls import ApiCall, ApiModel, many, nothing, one, present_values
from pramana.client.operations import AsyncPart, SyncPart, operation, paging
from pramana.client.pages import MOST, Pages, from_place

RecordType = Literal["person", "organization", "location", "project"]


class RecordInfo(ApiModel):
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


class RecordPageInfo(ApiModel):
    entities: list[RecordInfo]
    total: int
    limit: int
    offset: int


class RecordNameInfo(ApiModel):
    text: str
    language: str


class RecordCandidateInfo(ApiModel):
    """A record that a name may mean, and why."""

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
        """Records that a name may mean, in either script, likeliest first."""
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
        """By title, or those that fit a name, best first."""
        params = present_values(query=query, entity_type=type, limit=limit, offset=offset)
        return ApiCall("GET", PATH, one(RecordPageInfo), params=params)

    @paging
    def every(
        self, *, query: str | None = None, type: RecordType | None = None
    ) -> Pages[RecordPageInfo, RecordInfo]:
        """All of them, in the same order."""
        params = present_values(query=query, entity_type=type, limit=MOST)
        return Pages(
            ApiCall("GET", PATH, one(RecordPageInfo), params=params),
            lambda page: page.entities,
            lambda page: from_place("offset", _next(page)),
        )

    @operation
    def create(self, record: Mapping[str, Any]) -> ApiCall[RecordInfo]:
        """A new record: `type`, `names`, and what else the API takes."""
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
        """By JSON Patch, all of it or nothing. Someone else's later version is a `Conflict`."""
        body = present_values(
            patch=patch, change_description=description, expected_version=expected_version
        )
        return ApiCall("PATCH", f"{PATH}/{record_id}", one(RecordInfo), json=body)

    @operation
    def versions(self, record_id: str) -> ApiCall[Versions]:
        """Every state a record had, oldest first."""
        return ApiCall("GET", f"{PATH}/{record_id}/versions", many(RecordVersionInfo, "versions"))

    @operation
    def relationships(self, record_id: str, *, active: bool = False) -> ApiCall[Relationships]:
        """Relations from and to a record; with `active`, those that have not ended."""
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
        """Relate a record to another."""
        body = present_values(type=type, target=target, start_date=start_date, end_date=end_date)
        return ApiCall(
            "POST", f"{PATH}/{record_id}/relationships", one(RelationshipInfo), json=body
        )

    @operation
    def delete(self, record_id: str) -> ApiCall[None]:
        """Erase a record with its versions, names and relations. Needs the role admin."""
        return ApiCall("DELETE", f"{PATH}/{record_id}", nothing)


class Registry(RegistryOperations, SyncPart):
    """Of `Pramana`."""


class AsyncRegistry(RegistryOperations, AsyncPart):
    """Of `AsyncPramana`."""


def _next(page: RecordPageInfo) -> int | None:
    seen = page.offset + len(page.entities)
    return seen if page.entities and seen < page.total else None
