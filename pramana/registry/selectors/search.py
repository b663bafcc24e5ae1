"""Records by name in either script, all names for matching in texts, likely duplicates, and the
actor's own lists."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import Any
from uuid import UUID

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, F, Q, QuerySet, TextField, Value
from django.db.models.functions import Replace

from pramana.kit.scope import Scope
from pramana.registry import candidates
from pramana.registry.contracts import (
    ALL_RECORDS,
    LikelyDuplicate,
    MergedRecord,
    NameKind,
    PairVerdict,
    RecordFilter,
    RecordMatch,
    RecordPage,
    RecordType,
    RecordView,
    RegistryViewItem,
)
from pramana.registry.models import Counter, NameEntry, RecordBookmark, RecordPair, RegistryView
from pramana.registry.selectors.records import (
    filtered_rows,
    find_records,
    get_row,
    record_view,
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


MAX_GROUPS = 500
"""Groups of names that are compared; the rest follows when these are judged."""

MAX_NAMESAKES = 6
"""A name that more records have is a common one, and says nothing."""

MIN_DUPLICATE = 0.85


def likely_duplicates(
    scope: Scope, *, entity_type: RecordType | None = None, limit: int = 50, offset: int = 0
) -> tuple[list[LikelyDuplicate], int]:
    """Pairs of records whose names sound the same and whose attributes do not differ, best first.

    Pairs that a person judged are left out.
    """
    groups = _namesakes(scope, entity_type)
    records = records_by_id(scope, {pk for group in groups for pk in group})
    judged = _pairs_with_verdict(scope)
    pairs = {
        tuple(sorted(pair, key=lambda each: each.bytes))
        for group in groups
        for pair in combinations([pk for pk in group if pk in records], 2)
    }
    found = [
        each
        for first, second in sorted(pairs)
        if frozenset((first, second)) not in judged
        and (each := _compare(records[first], records[second])) is not None
    ]
    found.sort(key=lambda each: (-each.score, each.first.title(), each.second.nes_id))
    return found[offset : offset + limit], len(found)


def _namesakes(scope: Scope, entity_type: RecordType | None) -> list[list[UUID]]:
    names = NameEntry.objects.in_scope(scope).exclude(kind=NameKind.MISSPELLED).exclude(folded="")
    if entity_type:
        names = names.filter(entity_type=entity_type)
    groups = (
        names.order_by()
        .annotate(sound=Replace(F("folded"), Value(" "), output_field=TextField()))
        .values("entity_type", "sound")
        .annotate(
            bearers=Count("record_id", distinct=True), ids=ArrayAgg("record_id", distinct=True)
        )
        .filter(bearers__gt=1, bearers__lte=MAX_NAMESAKES)
        .order_by("entity_type", "sound")
    )
    return [group["ids"] for group in groups[:MAX_GROUPS]]


def _pairs_with_verdict(scope: Scope) -> set[frozenset[UUID]]:
    rows = RecordPair.objects.in_scope(scope).values_list("record_id", "other_id")
    return {frozenset(row) for row in rows}


def _compare(first: RecordView, second: RecordView) -> LikelyDuplicate | None:
    known = candidates.CandidateRecord(
        second.id,
        second.type,
        [each.text for each in second.data.spellings()],
        _attributes(second),
    )
    names = dict.fromkeys(each.text for each in first.data.spellings())
    scored = [
        candidate
        for name in names
        for candidate in candidates.rank_candidates(name, _attributes(first), [known])
    ]
    best = max(scored, key=lambda each: each.score, default=None)
    if best is None or best.score < MIN_DUPLICATE or best.differing:
        return None
    return LikelyDuplicate(first, second, best.score, best.reasons)


def _attributes(record: RecordView) -> dict[str, object]:
    identifiers = [{"scheme": each.scheme, "value": each.value} for each in record.data.identifiers]
    return {**record.data.attributes, "identifiers": identifiers}


def merged_records(scope: Scope, record_id: str | UUID) -> list[MergedRecord]:
    """The records that were merged into this one, newest first."""
    kept = record_id if isinstance(record_id, UUID) else get_row(scope, record_id).pk
    rows = RecordPair.objects.in_scope(scope).select_related("record")
    merged = rows.filter(other=kept, verdict=PairVerdict.MERGED, record__merged_into=kept)
    return [
        MergedRecord(record_view(row.record), row.author, row.created_at)
        for row in merged.order_by("-created_at")
    ]
