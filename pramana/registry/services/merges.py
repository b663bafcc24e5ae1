"""Two records of the same thing become one, and can be taken apart again.

The merged record keeps its row, its versions and its ids. It leaves lists and searches, and whoever
asks for it gets the record it was merged into.
"""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.registry import candidates
from pramana.registry.contracts import PairVerdict, RecordData, RecordType, VersionView
from pramana.registry.domain.merged_data import merge_data, take_apart
from pramana.registry.domain.validation import parse_record_data
from pramana.registry.errors import CannotMerge, MergedFurther, NotMerged
from pramana.registry.models import Record, RecordPair, Relationship
from pramana.registry.selectors.records import get_row, get_version, record_view
from pramana.registry.services.versions import Authorship, write_version
from pramana.tenancy.services import audit


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
