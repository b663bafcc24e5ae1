"""What was seen in a source: a row for each file, during one sync."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.sources.contracts import FollowedSourceView, ItemState
from pramana.sources.models import FollowedItem
from pramana.sources.ports import RemoteFile, RemoteItem

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
        row.name = _display_name(item, file)[:LONGEST_NAME]
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
