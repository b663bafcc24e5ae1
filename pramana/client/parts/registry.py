"""The registry: records of people, organisations and places, with every version they had."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from pramana.client.calls import Call, given, many, nothing, one
from pramana.client.models.registry import (
    Candidate,
    Record,
    RecordPage,
    RecordType,
    RecordVersion,
    Relationship,
)
from pramana.client.operations import Async, Sync, operation, paging
from pramana.client.pages import MOST, Pages, from_place

PATH = "/api/entities"
Versions = list[RecordVersion]
Relationships = list[Relationship]
Candidates = list[Candidate]


class RegistryOperations:
    @operation
    def find(
        self, name: str, *, type: RecordType | None = None, limit: int = 20
    ) -> Call[Candidates]:
        """Records that a name may mean, in either script, likeliest first."""
        params = given(q=name, type=type, limit=limit)
        return Call("GET", "/entities/search/", many(Candidate, "results"), params=params)

    @operation
    def get(self, record_id: str) -> Call[Record]:
        """A record, by any of its ids."""
        return Call("GET", f"{PATH}/{record_id}", one(Record))

    @operation
    def list(
        self,
        *,
        query: str | None = None,
        type: RecordType | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> Call[RecordPage]:
        """By title, or those that fit a name, best first."""
        params = given(query=query, entity_type=type, limit=limit, offset=offset)
        return Call("GET", PATH, one(RecordPage), params=params)

    @paging
    def every(
        self, *, query: str | None = None, type: RecordType | None = None
    ) -> Pages[RecordPage, Record]:
        """All of them, in the same order."""
        params = given(query=query, entity_type=type, limit=MOST)
        return Pages(
            Call("GET", PATH, one(RecordPage), params=params),
            lambda page: page.entities,
            lambda page: from_place("offset", _next(page)),
        )

    @operation
    def create(self, record: Mapping[str, Any]) -> Call[Record]:
        """A new record: `type`, `names`, and what else the API takes."""
        return Call("POST", PATH, one(Record), json=dict(record))

    @operation
    def change(
        self,
        record_id: str,
        patch: Sequence[Mapping[str, Any]],
        *,
        description: str = "",
        expected_version: int | None = None,
    ) -> Call[Record]:
        """By JSON Patch, all of it or nothing. Someone else's later version is a `Conflict`."""
        body = given(patch=patch, change_description=description, expected_version=expected_version)
        return Call("PATCH", f"{PATH}/{record_id}", one(Record), json=body)

    @operation
    def versions(self, record_id: str) -> Call[Versions]:
        """Every state a record had, oldest first."""
        return Call("GET", f"{PATH}/{record_id}/versions", many(RecordVersion, "versions"))

    @operation
    def relationships(self, record_id: str, *, active: bool = False) -> Call[Relationships]:
        """Relations from and to a record; with `active`, those that have not ended."""
        return Call(
            "GET",
            f"{PATH}/{record_id}/relationships",
            many(Relationship, "relationships"),
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
    ) -> Call[Relationship]:
        """Relate a record to another."""
        body = given(type=type, target=target, start_date=start_date, end_date=end_date)
        return Call("POST", f"{PATH}/{record_id}/relationships", one(Relationship), json=body)

    @operation
    def delete(self, record_id: str) -> Call[None]:
        """Erase a record with its versions, names and relations. Needs the role admin."""
        return Call("DELETE", f"{PATH}/{record_id}", nothing)


class Registry(RegistryOperations, Sync):
    """Of `Pramana`."""


class AsyncRegistry(RegistryOperations, Async):
    """Of `AsyncPramana`."""


def _next(page: RecordPage) -> int | None:
    seen = page.offset + len(page.entities)
    return seen if page.entities and seen < page.total else None
