"""A group out and in as JSON lines.

An export is read in pieces, so that a large group takes little memory. An import takes our lines,
Graphiti's or mem0's, and all of a file or nothing. A record keeps its id if this group already has
it, and is then left as it is; otherwise it gets an id that is made from the group and the old id.
So importing a file twice adds nothing, and no id of another tenant can be taken or found out.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import QuerySet
from pydantic import ValidationError

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import ENTITIES, EPISODES, EXCHANGES, FACTS, group_key
from pramana.memory.domain.groups import check_group
from pramana.memory.domain.names import keys_of
from pramana.memory.domain.transfer import (
    RECORDS,
    ClosingRecord,
    DistinctionRecord,
    DuplicateRecord,
    EditRecord,
    EntityRecord,
    EpisodeRecord,
    FactRecord,
    ForeignExport,
    HeaderRecord,
    MentionRecord,
    RowRecord,
    SettingsRecord,
    SourceRecord,
    TransferRecord,
    read_foreign,
)
from pramana.memory.errors import InvalidImport
from pramana.memory.models import (
    Distinction,
    Duplicate,
    EntityKey,
    EntityRow,
    EpisodeRow,
    FactClosing,
    FactRow,
    FactSource,
    GraphEdit,
    GroupRow,
    MentionRow,
    UnindexedItem,
)
from pramana.memory.selectors.groups import check_group_known, rules_of
from pramana.memory.services.groups import configure_group, lock_group
from pramana.memory.services.inbox import accept_messages
from pramana.memory.services.indexing import index_pending

PIECE = 2_000
Rows = Callable[[Scope], QuerySet[Any]]
ROWS: tuple[tuple[type[RowRecord], Rows, str], ...] = (
    (EntityRecord, lambda scope: EntityRow.objects.in_scope(scope), "group_id"),
    (EpisodeRecord, lambda scope: EpisodeRow.objects.in_scope(scope), "group_id"),
    (MentionRecord, lambda scope: MentionRow.objects.in_scope(scope), "episode__group_id"),
    (FactRecord, lambda scope: FactRow.objects.in_scope(scope), "group_id"),
    (SourceRecord, lambda scope: FactSource.objects.in_scope(scope), "fact__group_id"),
    (ClosingRecord, lambda scope: FactClosing.objects.in_scope(scope), "fact__group_id"),
    (DuplicateRecord, lambda scope: Duplicate.objects.in_scope(scope), "group_id"),
    (DistinctionRecord, lambda scope: Distinction.objects.in_scope(scope), "group_id"),
    (EditRecord, lambda scope: GraphEdit.objects.in_scope(scope), "group_id"),
)
"""The records in an order in which each refers only to earlier ones, the rows of each, and the
column that names the group."""
COLUMN_OF_FIELD: dict[tuple[type[TransferRecord], str], str] = {(EntityRecord, "kind"): "type"}
"""Columns whose name means something else in a record."""


def columns_of(record: type[TransferRecord]) -> dict[str, str]:
    """The column of each field."""
    fields = (name for name in record.model_fields if name != "type")
    return {name: COLUMN_OF_FIELD.get((record, name), name) for name in fields}


def export_lines(scope: Scope, group_id: str) -> Iterator[str]:
    """The lines of a group's export. Raises `NotFound` at once if the group is unknown."""
    check_group_known(scope, group_id)
    return _lines(scope, group_id)


def _lines(scope: Scope, group_id: str) -> Iterator[str]:
    yield _line(HeaderRecord(group_id=group_id, exported_at=utcnow()))
    own = GroupRow.objects.in_scope(scope).filter(group_id=group_id).first()
    if own is not None:
        yield _line(SettingsRecord(settings=own.settings, families=own.families))
    for record, rows, group_column in ROWS:
        columns = columns_of(record)
        ours = rows(scope).filter(**{group_column: group_id}).order_by("pk")
        last = None
        while piece := list(
            (ours if last is None else ours.filter(pk__gt=last)).values(*columns.values())[:PIECE]
        ):
            for row in piece:
                yield _line(record(**{name: row[column] for name, column in columns.items()}))
            last = piece[-1]["id"]


def _line(record: TransferRecord) -> str:
    return record.model_dump_json() + "\n"


MOST_LINES = 500_000
BATCH = 1_000
INDEX_AT_ONCE = 5_000
"""Up to so many new items are indexed before the answer; a periodic task indexes more."""
LISTS = (
    *("results", "memories", "relations", "nodes", "edges", "episodes", "entities", "facts"),
    *("entity_nodes", "entity_edges", "episodic_nodes"),
)
"""The names under which other memories list what they export."""


@dataclass(frozen=True)
class ImportCounts:
    """What was added. `messages` are read in the background."""

    entities: int = 0
    episodes: int = 0
    facts: int = 0
    messages: int = 0


def import_group(scope: Scope, group_id: str, raw: bytes) -> ImportCounts:
    """Add the records of an export to a group. What the group already has stays as it is."""
    check_group(group_id)
    items = _items(raw)
    if items and items[0].get("type") == "header":
        settings, export = _own_records(items)
    else:
        settings, export = None, _foreign_export(items, group_id)
    with transaction.atomic():
        lock_group(scope, group_id)
        if settings is not None:
            configure_group(scope, group_id, settings=settings.settings, families=settings.families)
        counts = _GroupImport(scope, group_id).save(export.records)
        key = f"import {sha256(group_id.encode() + b' ' + raw).hexdigest()}"
        accepted = accept_messages(scope, export.messages, key=key) if export.messages else 0
    if sum((counts.entities, counts.episodes, counts.facts)) <= INDEX_AT_ONCE:
        index_pending(scope)
    return ImportCounts(counts.entities, counts.episodes, counts.facts, accepted)


def _items(raw: bytes) -> list[dict[str, Any]]:
    """The objects of a file: one per line, a list, or lists under known names."""
    try:
        text = raw.decode("utf-8-sig")
        whole = _parsed(text)
        found = _unfolded(whole) if whole is not None else _by_line(text)
    except (ValueError, RecursionError):
        raise InvalidImport("The file is not JSON, and not JSON lines.") from None
    if not found or len(found) > MOST_LINES:
        raise InvalidImport(f"The file holds no records, or more than {MOST_LINES:,}.")
    return found


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return None


def _by_line(text: str) -> list[dict[str, Any]]:
    return [
        each for line in text.split("\n") if line.strip() for each in _unfolded(json.loads(line))
    ]


def _unfolded(whole: Any) -> list[dict[str, Any]]:
    if isinstance(whole, dict) and "type" not in whole and "uuid" not in whole:
        lists = [whole[name] for name in LISTS if isinstance(whole.get(name), list)]
        whole = [each for row in lists for each in row] if lists else [whole]
    found = whole if isinstance(whole, list) else [whole]
    if not all(isinstance(each, dict) for each in found):
        raise ValueError("A record is an object.")
    return found


def _own_records(
    items: Sequence[dict[str, Any]],
) -> tuple[SettingsRecord | None, ForeignExport]:
    settings, records = None, []
    for number, item in enumerate(items, start=1):
        try:
            record = RECORDS.validate_python(item)
        except ValidationError as error:
            raise InvalidImport(f"Line {number}: {error.errors()[0]['msg']}.") from None
        if isinstance(record, SettingsRecord):
            settings = record
        elif not isinstance(record, HeaderRecord):
            records.append(record)
    return settings, ForeignExport(records)


def _foreign_export(items: list[dict[str, Any]], group_id: str) -> ForeignExport:
    try:
        export = read_foreign(items, group_id, utcnow())
    except (ValidationError, ValueError, KeyError, TypeError):
        raise InvalidImport("A record lacks a field, or a field has a wrong value.") from None
    if export is None:
        raise InvalidImport("This is no export of Pramana, Graphiti or mem0.")
    return export


def _type_name(record_type: type[RowRecord]) -> str:
    return str(record_type.model_fields["type"].default)


class _GroupImport:
    """The rows of an import, saved table by table."""

    def __init__(self, scope: Scope, group_id: str) -> None:
        self.scope, self.group_id, self.now = scope, group_id, utcnow()
        self.key = group_key(scope.tenant_id, group_id)
        self.families = rules_of(scope, group_id).families
        self.ids: dict[str, dict[UUID, UUID]] = {}
        self.lengths: dict[UUID, int] = {}
        self.queue: list[UnindexedItem] = []

    def save(self, records: Iterable[RowRecord]) -> ImportCounts:
        by_type: dict[str, list[RowRecord]] = {}
        for record in records:
            by_type.setdefault(record.type, []).append(record)
        new = {}
        for record_type, rows, group_column in ROWS:
            name = _type_name(record_type)
            ours = rows(self.scope).filter(**{group_column: self.group_id})
            new[name] = self._new_records(name, by_type.get(name, []), ours)
        for record_type, rows, _ in ROWS:
            name, table = _type_name(record_type), rows(self.scope).model
            made = [table(**self._columns(each)) for each in new[name]]
            table.objects.bulk_create(made, batch_size=BATCH, ignore_conflicts=True)
            self._note(new[name])
        UnindexedItem.objects.bulk_create(self.queue, batch_size=BATCH)
        return ImportCounts(*(len(new[name]) for name in ("entity", "episode", "fact")))

    def _new_records(
        self, name: str, records: Sequence[RowRecord], ours: QuerySet[Any]
    ) -> list[RowRecord]:
        """The records that the group lacks. Every record gets its id here."""
        wanted = [id_ for each in records for id_ in (each.id, self._new_id(each.id))]
        known: set[UUID] = set()
        for first in range(0, len(wanted), BATCH):
            piece = wanted[first : first + BATCH]
            known |= set(ours.filter(pk__in=piece).values_list("pk", flat=True))
        self.ids[name] = {
            each.id: each.id if each.id in known else self._new_id(each.id) for each in records
        }
        unique = {each.id: each for each in records}.values()
        return [each for each in unique if self.ids[name][each.id] not in known]

    def _new_id(self, old: UUID) -> UUID:
        return uuid5(self.key, str(old))

    def _columns(self, record: RowRecord) -> dict[str, Any]:
        columns = {
            column: getattr(record, name) for name, column in columns_of(type(record)).items()
        }
        columns |= {"id": self.ids[record.type][record.id], "tenant_id": self.scope.tenant_id}
        for column, target in record.refers_to.items():
            columns[column] = self._referred(record, column, target)
        if not isinstance(record, SourceRecord | MentionRecord | ClosingRecord):
            columns["group_id"] = self.group_id
        return columns | self._derived(record)

    def _derived(self, record: RowRecord) -> dict[str, Any]:
        """Columns that depend on this group, and offsets that are checked against the text."""
        if isinstance(record, EpisodeRecord):
            self.lengths[record.id] = len(record.content)
            return {"fact_ids": [self._maybe(each) for each in record.fact_ids]}
        if isinstance(record, FactRecord):
            return {"family": record.family or self.families.of(record.relation).name}
        if isinstance(record, SourceRecord):
            length = self.lengths.get(record.episode_id, 0)
            start, end = record.start, record.end
            is_inside = start is not None and end is not None and start < end <= length
            return {} if is_inside else {"start": None, "end": None}
        if isinstance(record, ClosingRecord):
            return {
                "by_id": self._maybe(record.by_id),
                "episode_id": self._maybe(record.episode_id),
            }
        if isinstance(record, EditRecord):
            names = ("before", "after", "moved")
            return {name: self._renamed(getattr(record, name)) for name in names}
        if isinstance(record, DuplicateRecord | DistinctionRecord):
            return {"episode_id": self._maybe(record.episode_id)}
        return {}

    def _referred(self, record: RowRecord, column: str, target: str) -> UUID | None:
        old = getattr(record, column)
        if old is None:
            return None
        found = self.ids.get(target, {}).get(old)
        if found is None and column == "follows_id":
            return None
        if found is None:
            raise InvalidImport(
                f"The {record.type} {record.id} refers to the {target} {old}, which the file lacks."
            )
        return found

    def _maybe(self, old: UUID | None) -> UUID | None:
        if old is None:
            return None
        for ids in self.ids.values():
            if old in ids:
                return ids[old]
        return self._new_id(old)

    def _renamed(self, value: Any) -> Any:
        """The value with the ids of records replaced by their new ones."""
        if isinstance(value, Mapping):
            return {name: self._renamed(each) for name, each in value.items()}
        if isinstance(value, list):
            return [self._renamed(each) for each in value]
        try:
            return str(self._maybe(UUID(value))) if isinstance(value, str) else value
        except ValueError:
            return value

    def _note(self, new: Sequence[RowRecord]) -> None:
        """Make the name keys of new entities, and queue what is new for the search index."""
        keys: list[EntityKey] = []
        for record in new:
            if isinstance(record, EntityRecord):
                keys += self._keys(self.ids["entity"][record.id], record.name)
                self._queue(ENTITIES, self.ids["entity"][record.id])
            elif isinstance(record, DuplicateRecord) and record.undone_at is None:
                keys += self._keys(self.ids["entity"][record.entity_id], record.name)
            elif isinstance(record, FactRecord):
                self._queue(FACTS, self.ids["fact"][record.id])
            elif isinstance(record, EpisodeRecord) and record.content:
                self._queue(EPISODES, self.ids["episode"][record.id])
                if record.follows_id:
                    self._queue(EXCHANGES, self.ids["episode"][record.id])
        EntityKey.objects.bulk_create(keys, batch_size=BATCH)

    def _keys(self, entity_id: UUID, name: str) -> list[EntityKey]:
        owner = {"tenant_id": self.scope.tenant_id, "group_id": self.group_id}
        return [EntityKey(**owner, key=key, entity_id=entity_id) for key in keys_of(name)]

    def _queue(self, space: str, item_id: UUID) -> None:
        self.queue.append(
            UnindexedItem(
                tenant_id=self.scope.tenant_id,
                space=space,
                item_id=item_id,
                group_id=self.group_id,
                created_at=self.now,
            )
        )
