"""The registry: records, candidates, versions and relationships, in the NES format."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from pramana.client.calls import (
    MOST,
    ApiCall,
    ApiModel,
    FileLike,
    Id,
    Pages,
    continue_from,
    file_of,
    many,
    nothing,
    one,
    present_values,
)
from pramana.client.operations import C, Part, operation, page_operation

RecordType = Literal["person", "organization", "location", "project"]
FileFormat = Literal["jsonl", "nes", "csv", "ftm"]


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


class LikelyDuplicateInfo(ApiModel):
    """Two records that may be the same thing, with the reasons."""

    first: RecordInfo
    second: RecordInfo
    confidence: float
    reason: str


class LikelyDuplicatePage(ApiModel):
    duplicates: list[LikelyDuplicateInfo]
    total: int
    limit: int
    offset: int


class MergedRecordInfo(ApiModel):
    entity: RecordInfo
    author: str
    merged_at: datetime


class OfficeHolderInfo(ApiModel):
    id: str
    nes_id: str
    name: str
    start_date: date | None
    end_date: date | None


class OfficeInfo(ApiModel):
    title: str
    holders: list[OfficeHolderInfo]


class RegistryViewInfo(ApiModel):
    """A user's own filters of the list, under a name."""

    id: UUID
    name: str
    filters: dict[str, str]


class BulkEditResult(ApiModel):
    changed: int


class ImportConflictInfo(ApiModel):
    nes_id: str
    title: str
    lines: list[str]


class ImportReport(ApiModel):
    """What an import did, or would do; `kept` records were changed by people and stay."""

    is_preview: bool
    created: int
    updated: int
    unchanged: int
    kept: int
    linked: int
    skipped: int
    refused: int
    problems: list[str]
    conflicts: list[ImportConflictInfo]


PATH, TOOLS = "/api/entities", "/api/registry"
MergedRecords = list[MergedRecordInfo]
Offices = list[OfficeInfo]
RegistryViews = list[RegistryViewInfo]
Words = list[str]
Versions = list[RecordVersionInfo]
Relationships = list[RelationshipInfo]
Candidates = list[RecordCandidateInfo]


class Registry(Part[C]):
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
        tag: str | None = None,
        attribute: str | None = None,
        bookmarked: bool | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> ApiCall[RecordPageInfo]:
        """One page by title, or matches of a name, best first. `attribute` is key or key=value."""
        params = present_values(
            query=query,
            entity_type=type,
            tag=tag,
            attribute=attribute,
            bookmarked=bookmarked,
            limit=limit,
            offset=offset,
        )
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

    @operation
    def duplicates(
        self, *, type: RecordType | None = None, limit: int = 50, offset: int = 0
    ) -> ApiCall[LikelyDuplicatePage]:
        """Pairs that may be the same thing, likeliest first; judged pairs are left out."""
        params = present_values(entity_type=type, limit=limit, offset=offset)
        return ApiCall("GET", f"{TOOLS}/duplicates", one(LikelyDuplicatePage), params=params)

    @operation
    def merge(self, record_id: str, other: str) -> ApiCall[RecordInfo]:
        """Merge the other record into this one; its ids then lead here."""
        return ApiCall("POST", f"{PATH}/{record_id}/merge", one(RecordInfo), json={"other": other})

    @operation
    def unmerge(self, record_id: str) -> ApiCall[RecordInfo]:
        """Take a merged record out again, by an id of its own."""
        return ApiCall("POST", f"{PATH}/{record_id}/unmerge", one(RecordInfo))

    @operation
    def merged(self, record_id: str) -> ApiCall[MergedRecords]:
        """The records that were merged into this one, newest first."""
        return ApiCall("GET", f"{PATH}/{record_id}/merged", many(MergedRecordInfo, "merged"))

    @operation
    def separate(self, record_id: str, other: str) -> ApiCall[None]:
        """Say that two records are different things; they are not suggested again."""
        return ApiCall("POST", f"{PATH}/{record_id}/separate", nothing, json={"other": other})

    @operation
    def offices(self, record_id: str) -> ApiCall[Offices]:
        """The offices of a body with their holders over time, the newest first."""
        return ApiCall("GET", f"{PATH}/{record_id}/offices", many(OfficeInfo, "offices"))

    @operation
    def bookmark(self, record_id: str, *, bookmarked: bool = True) -> ApiCall[None]:
        """Bookmark a record for yourself, or remove the bookmark."""
        body = {"entity": record_id, "bookmarked": bookmarked}
        return ApiCall("POST", f"{TOOLS}/bookmarks", nothing, json=body, repeatable=True)

    @operation
    def views(self) -> ApiCall[RegistryViews]:
        """Your saved views of the list, by name."""
        return ApiCall("GET", f"{TOOLS}/views", many(RegistryViewInfo, "views"))

    @operation
    def save_view(self, name: str, filters: Mapping[str, str]) -> ApiCall[RegistryViewInfo]:
        """Keep filters of the list under a name; the same name again replaces them."""
        body = {"name": name, "filters": dict(filters)}
        return ApiCall("POST", f"{TOOLS}/views", one(RegistryViewInfo), json=body, repeatable=True)

    @operation
    def delete_view(self, view_id: Id) -> ApiCall[None]:
        """Delete one of your saved views."""
        return ApiCall("DELETE", f"{TOOLS}/views/{view_id}", nothing)

    @operation
    def edit(
        self,
        record_ids: Words,
        *,
        add_tags: Words | None = None,
        remove_tags: Words | None = None,
        attributes: Mapping[str, str | None] | None = None,
        description: str = "",
    ) -> ApiCall[BulkEditResult]:
        """Change up to 500 records, all or none; an attribute that is None is removed."""
        body = present_values(
            ids=record_ids,
            add_tags=add_tags,
            remove_tags=remove_tags,
            attributes=attributes,
            change_description=description,
        )
        return ApiCall("POST", f"{TOOLS}/edit", one(BulkEditResult), json=body)

    @operation
    def import_file(
        self,
        file: FileLike,
        *,
        format: FileFormat | None = None,
        type: RecordType | None = None,
        preview: bool = False,
    ) -> ApiCall[ImportReport]:
        """Import a file of records; with `preview`, only say what that would do."""
        form = present_values(format=format, entity_type=type, preview=str(preview).lower())
        return ApiCall(
            "POST",
            f"{TOOLS}/import",
            one(ImportReport),
            files={"file": file_of(file)},
            data=form,
        )


def _next(page: RecordPageInfo) -> int | None:
    seen = page.offset + len(page.entities)
    return seen if page.entities and seen < page.total else None
