"""Sources of documents: folders, mailboxes, feeds and buckets that are followed, and web pages."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pramana.client.calls import (
    MOST,
    ApiCall,
    ApiModel,
    Id,
    Pages,
    Polling,
    continue_from,
    many,
    nothing,
    one,
    present_values,
)
from pramana.client.operations import C, Part, operation, page_operation, wait_operation

FOLLOWED, PAGES = "/api/followed-sources/", "/api/sources/"
Interval = Literal[15, 60, 360, 1440]
ItemStatus = Literal["present", "empty", "known", "refused", "failed", "deleted", "removed"]


class SyncCountInfo(ApiModel):
    added: int
    changed: int
    renamed: int
    deleted: int
    failed: int
    unchanged: int


class FollowedSourceInfo(ApiModel):
    id: UUID
    name: str
    settings: dict[str, Any]
    collection_id: UUID
    every_minutes: int
    is_paused: bool
    status: Literal["queued", "syncing", "completed", "failed", "confirm"]
    error: str
    counts: SyncCountInfo
    to_confirm: int
    """How many deletions wait for `confirm_deletions`."""
    created_at: datetime
    synced_at: datetime | None
    next_at: datetime | None


class FollowedItemInfo(ApiModel):
    id: UUID
    name: str
    state: ItemStatus
    error: str
    document_id: UUID | None
    changed_at: datetime


class FollowedItemList(ApiModel):
    items: list[FollowedItemInfo]
    next_before: UUID | None


class PageSourceInfo(ApiModel):
    """A web page or site that documents are fetched from."""

    id: UUID
    url: str
    whole_site: bool
    collection_id: UUID | None
    status: str
    error: str
    fetched: int
    unchanged: int
    failed: int
    created_at: datetime
    fetched_at: datetime | None


class SourcesApi(Part[C]):
    @operation
    def every(self) -> ApiCall[list[FollowedSourceInfo]]:
        """All followed sources, with the result of the last sync."""
        return ApiCall("GET", FOLLOWED, many(FollowedSourceInfo, "sources"))

    @operation
    def follow(
        self,
        name: str,
        settings: Mapping[str, Any],
        collection_id: Id,
        *,
        secret: str = "",
        every_minutes: Interval = 60,
    ) -> ApiCall[FollowedSourceInfo]:
        """Follow a folder, mailbox, feed or bucket. It is tried first, then read."""
        body = present_values(
            name=name,
            settings=settings,
            collection_id=collection_id,
            secret=secret,
            every_minutes=every_minutes,
        )
        return ApiCall("POST", FOLLOWED, one(FollowedSourceInfo), json=body)

    @operation
    def get(self, source_id: Id) -> ApiCall[FollowedSourceInfo]:
        """A followed source and the result of its last sync."""
        return ApiCall("GET", f"{FOLLOWED}{source_id}", one(FollowedSourceInfo))

    @operation
    def change(
        self,
        source_id: Id,
        *,
        name: str | None = None,
        secret: str | None = None,
        every_minutes: Interval | None = None,
        is_paused: bool | None = None,
    ) -> ApiCall[FollowedSourceInfo]:
        """Change the values that are given."""
        body = present_values(
            name=name, secret=secret, every_minutes=every_minutes, is_paused=is_paused
        )
        path = f"{FOLLOWED}{source_id}"
        return ApiCall("PATCH", path, one(FollowedSourceInfo), json=body, repeatable=True)

    @operation
    def sync(self, source_id: Id) -> ApiCall[FollowedSourceInfo]:
        """Read a source now; `wait` waits for the end."""
        return ApiCall("POST", f"{FOLLOWED}{source_id}/sync", one(FollowedSourceInfo))

    @operation
    def confirm_deletions(self, source_id: Id) -> ApiCall[FollowedSourceInfo]:
        """Carry over the deletions that wait because most of the source has vanished."""
        return ApiCall("POST", f"{FOLLOWED}{source_id}/confirm", one(FollowedSourceInfo))

    @page_operation
    def items(
        self, source_id: Id, *, state: ItemStatus | None = None
    ) -> Pages[FollowedItemList, FollowedItemInfo]:
        """What came, changed, failed or was deleted, the last changed first."""
        params = present_values(state=state, limit=MOST)
        path = f"{FOLLOWED}{source_id}/items/"
        return Pages(
            ApiCall("GET", path, one(FollowedItemList), params=params),
            lambda page: page.items,
            lambda page: continue_from("before", page.next_before),
        )

    @operation
    def unfollow(self, source_id: Id) -> ApiCall[None]:
        """Stop following a source. Its documents stay."""
        return ApiCall("DELETE", f"{FOLLOWED}{source_id}", nothing)

    @operation
    def pages(self) -> ApiCall[list[PageSourceInfo]]:
        """The web pages and sites that documents are fetched from."""
        return ApiCall("GET", PAGES, many(PageSourceInfo, "sources"))

    @operation
    def add_page(
        self, url: str, *, site: bool = False, collection_id: Id | None = None
    ) -> ApiCall[PageSourceInfo]:
        """Fetch a web page in the background; with `site`, all pages of its site."""
        body = present_values(url=url, site=site, collection_id=collection_id)
        return ApiCall("POST", PAGES, one(PageSourceInfo), json=body)

    @operation
    def get_page(self, source_id: Id) -> ApiCall[PageSourceInfo]:
        """A web page or site and the result of its last fetching."""
        return ApiCall("GET", f"{PAGES}{source_id}", one(PageSourceInfo))

    @operation
    def fetch_again(self, source_id: Id) -> ApiCall[PageSourceInfo]:
        """Fetch a web page or site again; unchanged pages are not read again."""
        return ApiCall("POST", f"{PAGES}{source_id}/fetch", one(PageSourceInfo))

    @operation
    def delete_page(self, source_id: Id) -> ApiCall[None]:
        """Delete a web page or site from the sources. Its documents stay."""
        return ApiCall("DELETE", f"{PAGES}{source_id}", nothing)

    @wait_operation
    def wait(self, source_id: Id, *, timeout: float = 300) -> Polling[FollowedSourceInfo]:
        """Wait until no sync is waiting or running, and return the source."""
        return Polling(SourcesApi.get.build(self, source_id), _is_settled, timeout)


def _is_settled(source: FollowedSourceInfo) -> bool:
    return source.status not in ("queued", "syncing")
