"""Work on many records: merging duplicates and undoing it, bookmarks, saved views, and edits.

A merged record keeps its row, its versions and its ids. It leaves lists and searches, and whoever
asks for it gets the record it was merged into.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.kit.texts import with_visible_overrides
from pramana.registry import candidates
from pramana.registry.contracts import (
    PairVerdict,
    RecordData,
    RecordType,
    RegistryViewItem,
    VersionView,
)
from pramana.registry.domain.validation import dump_data, parse_record_data
from pramana.registry.errors import CannotMerge, MergedFurther, NotMerged
from pramana.registry.models import Record, RecordBookmark, RecordPair, RegistryView, Relationship
from pramana.registry.selectors.records import get_row, get_version, record_view
from pramana.registry.selectors.search import own_bookmarks, view_item
from pramana.registry.services.versions import Authorship, write_version
from pramana.tenancy.services import audit

LISTS = ("names", "misspelled_names", "identifiers", "attributions", "contacts", "tags", "pictures")
TEXTS = ("short_description", "description")


def merge_data(kept: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The kept record's data with what only the other one knows; where both speak, it stays.

    >>> merge_data({"names": [], "tags": ["a"]}, {"names": [], "tags": ["b"]})["tags"]
    ['a', 'b']
    """
    merged = dict(kept)
    for name in LISTS:
        known = list(kept.get(name, []))
        merged[name] = known + [each for each in _own(name, other) if not _is_known(each, known)]
    merged["attributes"] = {**other.get("attributes", {}), **kept.get("attributes", {})}
    for name in TEXTS:
        texts = {**other.get(name, {}), **kept.get(name, {})}
        if texts:
            merged[name] = texts
    return merged


def _own(name: str, other: Mapping[str, Any]) -> list[Any]:
    """The other record's items. Its main names are aliases of the kept record."""
    items = list(other.get(name, []))
    if name != "names":
        return items
    return [{**each, "kind": "ALIAS"} if each["kind"] == "PRIMARY" else each for each in items]


def _is_known(item: Any, known: list[Any]) -> bool:
    """Whether an item is there already; of names only the spellings count."""
    spellings = _spellings(item)
    if not spellings:
        return item in known
    return spellings <= {spelling for each in known for spelling in _spellings(each)}


def _spellings(item: Any) -> set[str]:
    if not isinstance(item, Mapping) or "kind" not in item:
        return set()
    return {item[language]["full"] for language in ("en", "ne") if item.get(language)}


def take_apart(
    current: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any]
) -> dict[str, Any]:
    """The current data without what a merge added; later changes of the record stay.

    `before` and `after` are the record's data on both sides of the merge.
    """
    result = dict(current)
    for name in LISTS:
        added = [each for each in after.get(name, []) if each not in before.get(name, [])]
        result[name] = [each for each in current.get(name, []) if each not in added]
    for name in ("attributes", *TEXTS):
        own = before.get(name, {})
        added_values = {k: v for k, v in after.get(name, {}).items() if k not in own}
        left = {
            key: value
            for key, value in current.get(name, {}).items()
            if not (key in added_values and added_values[key] == value)
        }
        if left or name == "attributes":
            result[name] = left
        else:
            result.pop(name, None)
    return result


@transaction.atomic
def merge_records(
    scope: Scope, kept_id: str | UUID, other_id: str | UUID, *, author: str = ""
) -> VersionView:
    """Merge the other record into the kept one, as one version of the kept record."""
    kept, other = _lock_both(scope, kept_id, other_id)
    if kept.pk == other.pk:
        raise CannotMerge("it is the same record")
    if kept.entity_type != other.entity_type:
        raise CannotMerge(f"one is a {kept.entity_type} and the other a {other.entity_type}")
    data = parse_record_data(merge_data(kept.data, other.data))
    moved = _move_relationships(scope, other, kept)
    other.merged_into = kept
    other.save(update_fields=["merged_into"])
    candidates.remove_names(scope, other.pk)
    merged = record_view(other)
    text = f"Merged with {merged.nes_id}, {other.title}."
    version = write_version(scope, kept, data, Authorship(author, text))
    _judge(scope, other, kept, PairVerdict.MERGED, author, version=version.number, moved=moved)
    audit(scope, "record.merged", "record", record_view(kept).entity_id, nes_id=merged.nes_id)
    return version


def _lock_both(scope: Scope, one: str | UUID, other: str | UUID) -> tuple[Record, Record]:
    """Lock two rows, always in the same order."""
    ids = [get_row(scope, each).pk for each in (one, other)]
    rows = {pk: get_row(scope, pk, lock=True) for pk in sorted(set(ids))}
    return rows[ids[0]], rows[ids[1]]


def _move_relationships(scope: Scope, other: Record, kept: Record) -> list[dict[str, Any]]:
    """Point the other's relationships to the kept record. Those it has already stay behind."""
    ends = Q(source=other) | Q(target=other)
    rows = Relationship.objects.in_scope(scope).filter(ends).select_for_update().order_by("pk")
    moved = []
    for row in rows:
        end = "source" if row.source_id == other.pk else "target"
        setattr(row, end, kept)
        if row.source_id == row.target_id or _has_twin(scope, row):
            continue
        row.save(update_fields=[end])
        moved.append({"id": str(row.pk), "end": end})
    return moved


def _has_twin(scope: Scope, row: Relationship) -> bool:
    twins = Relationship.objects.in_scope(scope).filter(
        source_id=row.source_id,
        target_id=row.target_id,
        type=row.type,
        start_date=row.start_date,
    )
    return twins.exclude(pk=row.pk).exists()


@transaction.atomic
def undo_merge(scope: Scope, other_id: str | UUID, *, author: str = "") -> VersionView:
    """Take a merged record out again; the kept one loses what the merge added, and no more."""
    other, kept = _lock_merged(scope, other_id)
    if kept.merged_into_id is not None:
        raise MergedFurther()
    pair = RecordPair.objects.in_scope(scope).get(record=other, other=kept)
    before = get_version(scope, kept.pk, pair.version - 1).snapshot
    after = get_version(scope, kept.pk, pair.version).snapshot
    _move_back(scope, pair, other)
    other.merged_into = None
    other.save(update_fields=["merged_into"])
    title = record_view(other).nes_id
    back = Authorship(author, f"No longer merged with {record_view(kept).nes_id}.")
    version = write_version(scope, other, RecordData.model_validate(other.data), back)
    candidates.index_names(
        scope,
        other.pk,
        RecordType(other.entity_type),
        RecordData.model_validate(other.data).spellings(),
    )
    data = parse_record_data(take_apart(kept.data, before, after))
    write_version(scope, kept, data, Authorship(author, f"No longer merged with {title}."))
    _judge(scope, other, kept, PairVerdict.SEPARATE, author)
    audit(scope, "record.unmerged", "record", record_view(kept).entity_id, nes_id=title)
    return version


def _lock_merged(scope: Scope, other_id: str | UUID) -> tuple[Record, Record]:
    """Lock a merged record and the one it is part of, in the order in which merging locks."""
    other = get_row(scope, other_id, follow=False)
    if other.merged_into_id is None:
        raise NotMerged()
    ids = (other.pk, other.merged_into_id)
    rows = {pk: get_row(scope, pk, lock=True, follow=False) for pk in sorted(ids)}
    if rows[ids[0]].merged_into_id != ids[1]:
        raise NotMerged()
    return rows[ids[0]], rows[ids[1]]


def _move_back(scope: Scope, pair: RecordPair, other: Record) -> None:
    ends = {each["id"]: each["end"] for each in pair.moved}
    for row in Relationship.objects.in_scope(scope).filter(pk__in=list(ends)):
        setattr(row, ends[str(row.pk)], other)
        if row.source_id != row.target_id and not _has_twin(scope, row):
            row.save(update_fields=[ends[str(row.pk)]])


@transaction.atomic
def keep_separate(scope: Scope, one: str | UUID, other: str | UUID, *, author: str = "") -> None:
    """Record that two records are different things, so that they are not suggested again."""
    first, second = _lock_both(scope, one, other)
    if first.pk == second.pk:
        raise CannotMerge("it is the same record")
    _judge(scope, first, second, PairVerdict.SEPARATE, author)


def _judge(
    scope: Scope,
    record: Record,
    other: Record,
    verdict: PairVerdict,
    author: str,
    *,
    version: int = 0,
    moved: list[dict[str, Any]] | None = None,
) -> None:
    """Store the newest judgement of a pair, whichever of the two is named first."""
    RecordPair.objects.in_scope(scope).filter(record=other, other=record).delete()
    RecordPair.objects.in_scope(scope).filter(record=record, other=other).delete()
    RecordPair.objects.create(
        tenant_id=scope.tenant_id,
        record=record,
        other=other,
        verdict=verdict,
        version=version,
        moved=moved or [],
        author=author[:150],
        created_at=utcnow(),
    )


@dataclass(frozen=True)
class BulkEdit:
    """A change of the tags and attributes of many records; one without a value is removed."""

    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    attributes: Mapping[str, str | None] = field(default_factory=dict)
    description: str = ""

    def apply(self, data: Mapping[str, Any]) -> dict[str, Any]:
        tags = [each for each in data.get("tags", []) if each not in self.remove_tags]
        attributes = {**data.get("attributes", {}), **self.attributes}
        return {
            **data,
            "tags": list(dict.fromkeys((*tags, *self.add_tags))),
            "attributes": {key: value for key, value in attributes.items() if value is not None},
        }


MAX_EDITED = 500
"""Records in one edit; it is one transaction."""
MAX_VIEWS = 50


def set_bookmark(scope: Scope, record_id: str | UUID, *, is_set: bool) -> None:
    """Add or remove the actor's bookmark of a record."""
    row, own = get_row(scope, record_id), own_bookmarks(scope, record_id)
    if not is_set:
        own.delete()
    elif not own.exists():
        RecordBookmark.objects.bulk_create(
            [
                RecordBookmark(
                    tenant_id=scope.tenant_id,
                    user_id=scope.actor_id,
                    record=row,
                    created_at=utcnow(),
                )
            ],
            ignore_conflicts=True,
        )


@transaction.atomic
def save_view(scope: Scope, name: str, filters: Mapping[str, str]) -> RegistryViewItem:
    """Keep filters under a name; the same name again replaces them."""
    name = with_visible_overrides(" ".join(name.split()))
    if not 1 <= len(name) <= 100:
        raise InvalidRequest("A view's name has 1 to 100 characters.")
    own = RegistryView.objects.in_scope(scope).filter(user_id=scope.actor_id)
    if own.exclude(name=name).count() >= MAX_VIEWS:
        raise InvalidRequest("At most 50 views can be saved. Delete one first.")
    row = RegistryView(
        tenant_id=scope.tenant_id,
        user_id=scope.actor_id,
        name=name,
        filters=dict(filters),
        created_at=utcnow(),
    )
    RegistryView.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["tenant", "user_id", "name"],
        update_fields=["filters"],
    )
    return view_item(own.get(name=name))


def delete_view(scope: Scope, view_id: UUID) -> bool:
    """Delete one of the actor's views; False if there is no such view."""
    own = RegistryView.objects.in_scope(scope).filter(user_id=scope.actor_id, pk=view_id)
    return own.delete()[0] > 0


@transaction.atomic
def edit_records(
    scope: Scope, ids: Sequence[str | UUID], edit: BulkEdit, *, author: str = ""
) -> int:
    """Change tags and attributes of many records, all or none; return how many changed."""
    if len(ids) > MAX_EDITED:
        raise InvalidRequest("At most 500 records can be edited at once.")
    rows = {row.pk: row for row in (get_row(scope, each) for each in ids)}
    changed = 0
    for pk in sorted(rows):
        row = get_row(scope, pk, lock=True)
        data = parse_record_data(edit.apply(row.data))
        if dump_data(data) != row.data:
            write_version(scope, row, data, Authorship(author, edit.description))
            changed += 1
    return changed
