"""Records that may be the same thing, and records that were merged."""

from itertools import combinations
from uuid import UUID

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, F, TextField, Value
from django.db.models.functions import Replace

from pramana.kit.scope import Scope
from pramana.registry import candidates
from pramana.registry.contracts import (
    LikelyDuplicate,
    MergedRecord,
    NameKind,
    PairVerdict,
    RecordType,
    RecordView,
)
from pramana.registry.models import NameEntry, RecordPair
from pramana.registry.selectors.records import get_row, record_view, records_by_id

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
