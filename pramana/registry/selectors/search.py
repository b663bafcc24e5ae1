"""Records by name in either script, all names for matching in texts, and the actor's own lists."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from pramana.kit.scope import Scope
from pramana.registry import candidates
from pramana.registry.contracts import (
    ALL_RECORDS,
    NameKind,
    RecordFilter,
    RecordMatch,
    RecordPage,
    RecordType,
    RecordView,
    RegistryViewItem,
)
from pramana.registry.models import Counter, NameEntry, RecordBookmark, RegistryView
from pramana.registry.selectors.records import (
    filtered_rows,
    find_records,
    record_with_merged,
    records_by_id,
    records_page,
)

MAX_RESULTS = 1000
"""The most records that a search by name returns."""

MIN_QUERY = 2
"""The shortest query that is also searched inside names."""


def search_records(
    scope: Scope,
    query: str,
    chosen: RecordFilter = ALL_RECORDS,
    *,
    limit: int = 100,
    offset: int = 0,
) -> RecordPage:
    """Records that match the query, best first; an empty query lists all records by title.

    A record with this id comes first, then names similar to the query, then names that contain it.
    """
    query = query.strip()
    if not query:
        return records_page(scope, chosen, limit=limit, offset=offset)
    matches = _matching_records(scope, query, chosen.entity_type)
    rows = filtered_rows(scope, chosen).filter(pk__in=[each.id for each in matches])
    kept = set(rows.values_list("pk", flat=True))
    records = [each for each in matches if each.id in kept]
    return RecordPage(records[offset : offset + limit], len(records))


def candidates_for(
    scope: Scope,
    name: str,
    *,
    entity_type: RecordType | None = None,
    attributes: Mapping[str, Any] | None = None,
    limit: int = 10,
    on: date | None = None,
) -> list[RecordMatch]:
    """Records that a name may mean, likeliest first, each with its reasons.

    `on` is the date of the document that states the attributes.
    """
    likely = candidates.find_candidates(scope, name, entity_type, attributes, limit, on=on)
    records = records_by_id(scope, [each.record_id for each in likely])
    return [
        record_match(records[each.record_id], each) for each in likely if each.record_id in records
    ]


def record_match(record: RecordView, candidate: candidates.NameCandidate) -> RecordMatch:
    return RecordMatch(
        record,
        candidate.name,
        candidate.score,
        candidate.reasons,
        candidate.agreeing,
        candidate.differing,
        candidate.unsettled,
    )


def _matching_records(scope: Scope, query: str, entity_type: RecordType | None) -> list[RecordView]:
    by_id = list(find_records(scope, [query]).values())
    similar = candidates.find_candidates(scope, query, entity_type, None, MAX_RESULTS)
    ids = dict.fromkeys([each.id for each in by_id] + [each.record_id for each in similar])
    ids.update(dict.fromkeys(_ids_with_name_containing(scope, query, entity_type)))
    records = records_by_id(scope, list(ids)[:MAX_RESULTS])
    return [records[each] for each in ids if each in records]


def _ids_with_name_containing(
    scope: Scope, query: str, entity_type: RecordType | None
) -> list[UUID]:
    """Records with the query inside a name, for a person who is still typing."""
    if len(query) < MIN_QUERY:
        return []
    rows = NameEntry.objects.in_scope(scope).filter(text__icontains=query)
    if entity_type:
        rows = rows.filter(entity_type=entity_type)
    return list(rows.order_by("text").values_list("record_id", flat=True)[:MAX_RESULTS])


NAMES_AT_ONCE = 2000
CHANGE_COUNTER = "changes"
"""The name of the counter that grows with every change of the tenant's records."""


@dataclass(frozen=True)
class GazetteerName:
    record_id: UUID
    type: RecordType
    text: str
    language: str
    kind: NameKind


def gazetteer_names(scope: Scope) -> Iterator[GazetteerName]:
    """Every name of every record, streamed."""
    rows = NameEntry.objects.in_scope(scope).values_list(
        "record_id", "entity_type", "text", "language", "kind"
    )
    for record_id, entity_type, text, language, kind in rows.iterator(chunk_size=NAMES_AT_ONCE):
        yield GazetteerName(record_id, RecordType(entity_type), text, language, NameKind(kind))


def gazetteer_stamp(scope: Scope) -> int:
    """A number that grows with every change of a record. While it is the same, so are the names."""
    rows = Counter.objects.in_scope(scope).filter(name=CHANGE_COUNTER)
    return rows.values_list("value", flat=True).first() or 0


def is_bookmarked(scope: Scope, record_id: UUID) -> bool:
    """Whether the actor bookmarked a record, or one that was merged into it."""
    rows = RecordBookmark.objects.in_scope(scope).filter(user_id=scope.actor_id)
    near = rows.filter(Q(record_id=record_id) | Q(record__merged_into__isnull=False))
    ids = list(near.values_list("record_id", flat=True))
    return any(each.id == record_id for each in records_by_id(scope, ids).values())


def own_bookmarks(scope: Scope, record_id: str | UUID) -> QuerySet[RecordBookmark]:
    ids = [each.id for each in record_with_merged(scope, record_id)]
    rows = RecordBookmark.objects.in_scope(scope)
    return rows.filter(user_id=scope.actor_id, record_id__in=ids)


def saved_views(scope: Scope) -> list[RegistryViewItem]:
    rows = RegistryView.objects.in_scope(scope).filter(user_id=scope.actor_id)
    return [view_item(row) for row in rows.order_by("name")]


def view_item(row: RegistryView) -> RegistryViewItem:
    return RegistryViewItem(row.pk, row.name, dict(row.filters))
