"""A source under test: sync it, and look at what became of its files."""

from uuid import UUID

from pramana.documents.contracts import DocumentView
from pramana.documents.selectors.documents import LibraryQuery, library_page
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.sources.contracts import (
    FollowedItemView,
    FollowedSourceView,
    ItemState,
    SyncCounts,
    SyncStatus,
)
from pramana.sources.selectors import followed_items_page, get_followed_source
from pramana.sources.services import start_sync


class Followed:
    """A followed source and the tenant that follows it."""

    def __init__(self, scope: Scope, source: FollowedSourceView) -> None:
        self.scope, self.id = scope, source.id
        drain_jobs()

    @property
    def source(self) -> FollowedSourceView:
        return get_followed_source(self.scope, self.id)

    def sync(self) -> SyncCounts:
        """Sync once more, and return what that did."""
        start_sync(self.scope, self.id)
        drain_jobs()
        assert self.source.status in (SyncStatus.COMPLETED, SyncStatus.CONFIRM), self.source.error
        return self.source.counts

    def fail(self) -> str:
        """Sync once more, and return why that failed."""
        start_sync(self.scope, self.id)
        drain_jobs()
        assert self.source.status is SyncStatus.FAILED
        return self.source.error

    @property
    def documents(self) -> dict[str, DocumentView]:
        """The tenant's documents by file name, without those in the trash."""
        found = library_page(self.scope, LibraryQuery(), limit=100).documents
        assert len({each.filename for each in found}) == len(found), "a file is there twice"
        return {each.filename: each for each in found}

    def items(self, state: ItemState | None = None) -> list[FollowedItemView]:
        return list(followed_items_page(self.scope, self.id, state=state).items)

    def document_ids(self) -> dict[str, UUID]:
        return {name: document.id for name, document in self.documents.items()}
