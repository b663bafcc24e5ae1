"""Records by name, in either script."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.registry import candidates
from pramana.registry.contracts import EntityType, Found, RecordPage, RecordView
from pramana.registry.models import NameEntry
from pramana.registry.selectors.records import find_records, records_by_id, records_page

FAR = 1000
"""How deep a search by name can be paged."""

SHORTEST = 2
"""Letters from which the middle of a name is looked for."""


def search_records(
    scope: Scope,
    query: str,
    *,
    entity_type: EntityType | None = None,
    sub_type: str | None = None,
    limit: int = 100,
    offset: int = 0,
) -> RecordPage:
    """Records that fit what was typed so far, best first; all of them, by title, for nothing.

    An id finds its record; then come names that sound like the query, then names that hold it.
    """
    query = query.strip()
    if not query:
        return records_page(
            scope, entity_type=entity_type, sub_type=sub_type, limit=limit, offset=offset
        )
    likely = _fitting(scope, query, entity_type)
    fitting = [each for each in likely if _is_one(each, entity_type, sub_type)]
    return RecordPage(fitting[offset : offset + limit], len(fitting))


def candidates_for(
    scope: Scope,
    name: str,
    *,
    entity_type: EntityType | None = None,
    attributes: Mapping[str, Any] | None = None,
    limit: int = 10,
) -> list[Found]:
    """Records that a name may mean, likeliest first, each with its reasons."""
    likely = candidates.find(scope, name, entity_type, attributes, limit)
    records = records_by_id(scope, [each.record_id for each in likely])
    return [found(records[each.record_id], each) for each in likely if each.record_id in records]


def found(record: RecordView, candidate: candidates.NameCandidate) -> Found:
    return Found(
        record,
        candidate.name,
        candidate.score,
        candidate.reasons,
        candidate.agreeing,
        candidate.differing,
    )


def _fitting(scope: Scope, query: str, entity_type: EntityType | None) -> list[RecordView]:
    named = list(find_records(scope, [query]).values())
    alike = candidates.find(scope, query, entity_type, None, FAR)
    ids = dict.fromkeys([each.id for each in named] + [each.record_id for each in alike])
    ids.update(dict.fromkeys(_holding(scope, query, entity_type)))
    records = records_by_id(scope, list(ids)[:FAR])
    return [records[each] for each in ids if each in records]


def _holding(scope: Scope, query: str, entity_type: EntityType | None) -> list[UUID]:
    """Records with the query inside a name: what a person who is still typing looks for."""
    if len(query) < SHORTEST:
        return []
    rows = NameEntry.objects.in_scope(scope).filter(text__icontains=query)
    if entity_type:
        rows = rows.filter(entity_type=entity_type)
    return list(rows.order_by("text").values_list("record_id", flat=True)[:FAR])


def _is_one(record: RecordView, entity_type: EntityType | None, sub_type: str | None) -> bool:
    return entity_type in (None, record.type) and sub_type in (None, "", record.sub_type)
