"""One sync: compare what is there with what was seen, and carry over what differs.

Each file is stored in a transaction of its own together with the row that remembers it, so a sync
that was interrupted goes on where it stopped.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import closing
from uuid import UUID

from django.core.files.base import File
from django.db import transaction

from pramana.documents.services.deletion import restore_documents, trash_documents
from pramana.documents.services.uploads import (
    check_file,
    checked_digest,
    safe_name,
    store_document,
)
from pramana.documents.services.web_sources import (
    document_at_address,
    move_page,
    rename_file,
    replace_file,
)
from pramana.jobs.errors import CpuTimeout
from pramana.jobs.queue import finish_run
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.kit.texts import with_visible_overrides
from pramana.sources.contracts import (
    Connector,
    FollowedSourceView,
    ItemState,
    RemoteFile,
    RemoteItem,
    SyncStatus,
)
from pramana.sources.errors import ItemUnavailable
from pramana.sources.models import FollowedItem, FollowedSource
from pramana.sources.services import lock_source
from pramana.tenancy.contracts import Quota
from pramana.tenancy.services.quotas import check_quota

SETTLED = (ItemState.PRESENT, ItemState.EMPTY, ItemState.KNOWN, ItemState.REFUSED)
"""States in which an item is left alone while its version stays the same."""
LIVING = (*SETTLED, ItemState.FAILED)
LONGEST_NAME = 500


class ItemLedger:
    """The rows of one source, by the key of their item."""

    def __init__(self, scope: Scope, source: FollowedSourceView) -> None:
        self._scope, self._source = scope, source
        self._rows: defaultdict[str, list[FollowedItem]] = defaultdict(list)
        self._missing: dict[str, list[FollowedItem]] = {}
        _mark_removed(scope, source)
        for row in FollowedItem.objects.in_scope(scope).filter(source_id=source.id):
            self._rows[row.key].append(row)

    @property
    def keys(self) -> set[str]:
        return {key for key, rows in self._rows.items() if rows}

    @property
    def missing(self) -> list[FollowedItem]:
        """The rows of items that vanished."""
        return [row for rows in self._missing.values() for row in rows]

    def living(self, key: str) -> list[FollowedItem]:
        return [row for row in self._rows[key] if row.state in LIVING]

    def count_living(self) -> int:
        return sum(len(self.living(key)) for key in self.keys)

    def note_missing(self, keys: Iterable[str]) -> None:
        self._missing = {key: rows for key in keys if (rows := self.living(key))}

    def is_settled(self, item: RemoteItem) -> bool:
        """Whether there is nothing to do: it has not changed, or a person removed it."""
        rows, living = self._rows[item.key], self.living(item.key)
        if not living:
            return any(row.state == ItemState.REMOVED for row in rows)
        return all(row.version == item.version and row.state in SETTLED for row in living)

    def row(self, key: str, part: str) -> FollowedItem:
        """The row of a file, or a new one that is not saved yet."""
        for row in self._rows[key]:
            if row.part == part:
                return row
        row = FollowedItem(
            tenant_id=self._scope.tenant_id,
            source_id=self._source.id,
            digest=hashlib.sha256(f"{key}\n{part}".encode()).hexdigest(),
            key=key,
            part=part,
        )
        self._rows[key].append(row)
        return row

    def take_renamed(self, sha256: str) -> FollowedItem | None:
        """The row of a vanished file with the same content: the file was renamed."""
        for row in self.missing:
            if row.sha256 == sha256 and row.document_id and row.state == ItemState.PRESENT:
                self._missing[row.key].remove(row)
                self._rows[row.key].remove(row)
                return row
        return None

    def save(
        self,
        row: FollowedItem,
        item: RemoteItem,
        state: ItemState,
        *,
        file: RemoteFile | None = None,
        sha256: str = "",
        error: str = "",
    ) -> None:
        row.name = with_visible_overrides(_display_name(item, file))[:LONGEST_NAME]
        row.state, row.error, row.changed_at = state, error, utcnow()
        row.sha256 = sha256 or row.sha256
        row.save()

    def save_failure(self, item: RemoteItem, error: str) -> None:
        """Remember that an item could not be fetched; the next sync tries it again."""
        for row in self.living(item.key) or [self.row(item.key, "")]:
            row.version = ""
            state = ItemState(row.state) if row.document_id else ItemState.FAILED
            self.save(row, item, state, error=error)

    def finish(self, item: RemoteItem) -> None:
        """Remember the version of an item, now that all its files are stored."""
        for row in self._rows[item.key]:
            row.version = item.version
            row.save(update_fields=["version"])


def _mark_removed(scope: Scope, source: FollowedSourceView) -> None:
    """A file whose document a person erased does not come back."""
    rows = FollowedItem.objects.in_scope(scope).filter(source_id=source.id)
    rows.filter(state=ItemState.PRESENT, document=None).update(state=ItemState.REMOVED)


def _display_name(item: RemoteItem, file: RemoteFile | None) -> str:
    if file is None:
        return item.name
    return f"{item.name} › {file.filename}" if file.part else file.title or item.name


FILE_ERRORS = (400, 413)
"""Statuses of errors that are about one file; any other error ends the sync."""
MANY = 10
"""More deletions than this, of more than half of all items, need a person's confirmation."""


class SourceSync:
    """The items of one source during one sync, and what is done with each."""

    def __init__(self, scope: Scope, source: FollowedSourceView, connector: Connector) -> None:
        self._scope, self._source, self._connector = scope, source, connector
        self._ledger = ItemLedger(scope, source)
        self.counts: Counter[str] = Counter()

    def plan(self) -> list[RemoteItem]:
        """List the source; return the items that are there, and note those that vanished."""
        listed = {item.key: item for item in self._connector.list_items()}
        present = [item for item in listed.values() if not item.is_deleted]
        if self._connector.lists_everything:
            self._ledger.note_missing(self._ledger.keys - listed.keys())
        else:
            self._ledger.note_missing(key for key, item in listed.items() if item.is_deleted)
        return present

    def handle(self, item: RemoteItem) -> None:
        """Store the files of an item that is new or has changed."""
        if self._ledger.is_settled(item):
            self.counts["unchanged"] += 1
            return
        try:
            parts = self._store_files(item)
        except ItemUnavailable as error:
            self.counts["failed"] += 1
            self._ledger.save_failure(item, error.message)
            return
        if not parts:
            self._ledger.save(self._ledger.row(item.key, ""), item, ItemState.EMPTY)
        self._ledger.finish(item)

    def carry_over_deletions(self, *, deletes_all: bool) -> int:
        """Move the documents of vanished items to the trash; return how many wait instead.

        A disk that is not mounted, or a folder that was emptied by mistake, looks the same as
        deletions. So a person is asked when most of a source has vanished.
        """
        rows = self._ledger.missing
        if len(rows) > MANY and 2 * len(rows) > self._ledger.count_living() and not deletes_all:
            return len(rows)
        for row in rows:
            self._delete(row)
        return 0

    @transaction.atomic
    def _delete(self, row: FollowedItem) -> None:
        if row.document_id and row.state == ItemState.PRESENT:
            trash_documents(self._scope, [row.document_id])
        row.state, row.error, row.changed_at = ItemState.DELETED, "", utcnow()
        row.save()
        self.counts["deleted"] += 1

    def _store_files(self, item: RemoteItem) -> set[str]:
        """Store every file of the item; return its parts."""
        parts = set()
        with closing(self._connector.download(item)) as files:
            for file in files:
                parts.add(file.part)
                with file.content:
                    self._store_or_refuse(item, file)
        return parts

    def _store_or_refuse(self, item: RemoteItem, file: RemoteFile) -> None:
        row = self._ledger.row(item.key, file.part)
        try:
            self._store_file(row, item, file)
        except AppError as error:
            if error.status not in FILE_ERRORS and not isinstance(error, CpuTimeout):
                raise
            self.counts["failed"] += 1
            self._ledger.save(row, item, ItemState.REFUSED, file=file, error=error.message)

    def _store_file(self, row: FollowedItem, item: RemoteItem, file: RemoteFile) -> None:
        """Add, replace, rename or bring back the document of a file, or leave it as it is."""
        content: File[bytes] = File(file.content, name=file.filename)
        content.size = file.size
        sha256 = checked_digest(self._scope, content)
        if row.state == ItemState.REMOVED:
            return
        if row.document_id and row.state != ItemState.KNOWN:
            if row.sha256 != sha256:
                check_file(safe_name(file.filename), content)
            self.counts[self._replace(row, item, file, content, sha256)] += 1
        elif renamed := self._ledger.take_renamed(sha256):
            self.counts[self._rename(row, renamed, item, file, sha256)] += 1
        else:
            self.counts[self._add(row, item, file, content, sha256)] += 1

    def _add(
        self,
        row: FollowedItem,
        item: RemoteItem,
        file: RemoteFile,
        content: "File[bytes]",
        sha256: str,
    ) -> str:
        """Add a document; a page that is in the library already is left to where it came from."""
        row.document_id = document_at_address(self._scope, file.url) if file.url else None
        if row.document_id:
            self._ledger.save(row, item, ItemState.KNOWN, file=file, sha256=sha256)
            return "unchanged"
        name = safe_name(file.filename)
        check_file(name, content)
        with transaction.atomic():
            check_quota(self._scope, Quota.DOCUMENTS, adding=1)
            check_quota(self._scope, Quota.BYTES, adding=content.size)
            row.document_id = store_document(
                self._scope,
                name,
                content,
                sha256=sha256,
                collection_id=self._source.collection_id,
                title=file.title,
                url=file.url,
                charset=file.charset,
            ).id
            self._ledger.save(row, item, ItemState.PRESENT, file=file, sha256=sha256)
        return "added"

    @transaction.atomic
    def _replace(
        self,
        row: FollowedItem,
        item: RemoteItem,
        file: RemoteFile,
        content: "File[bytes]",
        sha256: str,
    ) -> str:
        """Follow a file that changed, or that came back after it had vanished."""
        document_id, came_back = row.document_id, row.state == ItemState.DELETED
        assert document_id is not None
        if came_back:
            restore_documents(self._scope, [document_id])
        is_same = row.sha256 == sha256
        if not is_same and not replace_file(
            self._scope, document_id, file.filename, content, sha256=sha256, charset=file.charset
        ):
            self._ledger.save(row, item, ItemState.REMOVED, file=file)
            return "unchanged"
        moved = move_page(
            self._scope, document_id, old_title=row.name, title=file.title, url=file.url
        )
        self._ledger.save(row, item, ItemState.PRESENT, file=file, sha256=sha256)
        if came_back or not is_same:
            return "added" if came_back else "changed"
        return "renamed" if moved else "unchanged"

    @transaction.atomic
    def _rename(
        self,
        row: FollowedItem,
        renamed: FollowedItem,
        item: RemoteItem,
        file: RemoteFile,
        sha256: str,
    ) -> str:
        """Keep the document of a file that has a new name or number."""
        document_id = renamed.document_id
        assert document_id is not None
        rename_file(self._scope, document_id, file.filename)
        renamed.delete()
        row.document_id = document_id
        self._ledger.save(row, item, ItemState.PRESENT, file=file, sha256=sha256)
        return "renamed"


def begin_sync(scope: Scope, source_id: UUID) -> bool:
    """Note that a source is being read; whether a person confirmed its deletions."""
    rows = FollowedSource.objects.in_scope(scope).filter(pk=source_id)
    rows.update(status=SyncStatus.SYNCING)
    return bool(rows.values_list("deletes_all", flat=True).first())


@transaction.atomic
def finish_sync(scope: Scope, source_id: UUID, counts: Counter[str], *, to_confirm: int) -> None:
    """Write what the sync did, and end its run."""
    row = lock_source(scope, source_id)
    row.status = SyncStatus.CONFIRM if to_confirm else SyncStatus.COMPLETED
    row.counts, row.to_confirm, row.deletes_all = dict(counts), to_confirm, False
    row.error, row.synced_at = "", utcnow()
    row.save()
    if row.run_id:
        finish_run(scope, row.run_id, source_id=str(source_id))


def fail_sync(scope: Scope, source_id: UUID, error: str) -> None:
    """Write why a sync failed. The next one is tried at its time."""
    rows = FollowedSource.objects.in_scope(scope).filter(pk=source_id)
    rows.update(status=SyncStatus.FAILED, error=error, synced_at=utcnow())


def stop_source(scope: Scope, source_id: UUID) -> None:
    """Try no more, because further attempts with refused credentials may lock the account."""
    FollowedSource.objects.in_scope(scope).filter(pk=source_id).update(next_at=None)
