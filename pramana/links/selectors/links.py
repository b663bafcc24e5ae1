"""The links that people made, and suggestions for links by similar names."""

from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.language.names import NamedEntityType, NameScore, score
from pramana.links.contracts import LinkView, MadeLink, RecordLink, RecordSuggestion, Suggestion
from pramana.links.models import EntityLink
from pramana.memory.contracts.graph import EntityView
from pramana.memory.domain.names import exact_key, word_keys
from pramana.memory.selectors.graph import entities_by_id, get_entity
from pramana.memory.selectors.search import entities_by_key
from pramana.registry.contracts import RecordType, RecordView
from pramana.registry.selectors import candidates_for, get_record, record_with_merged, records_by_id

SAME_TYPE_THRESHOLD = 0.6
"""Names less alike than this are not suggested."""
OTHER_TYPE_THRESHOLD = 0.95
"""From here on also across kinds: a municipality is a place to one and an office to another."""
MOST = 5
MOST_LINKS = 50
MOST_NAMES = 10


def links_of_record(scope: Scope, record_id: UUID) -> list[LinkView]:
    """The entities a record is linked to, newest first; one that is gone is not shown.

    Links of records that were merged into it count: they keep their id, so that taking the records
    apart takes the links apart too.
    """
    ids = [each.id for each in record_with_merged(scope, record_id)]
    rows = EntityLink.objects.in_scope(scope).filter(record_id__in=ids, undone_at=None)
    found = list(rows[:MOST_LINKS])
    entities = entities_by_id(scope, [row.entity_id for row in found])
    return [
        LinkView(
            row.id, row.record_id, entities[row.entity_id], row.score, row.made_by_id, row.made_at
        )
        for row in found
        if row.entity_id in entities
    ]


def records_of_entities(scope: Scope, entity_ids: Collection[UUID]) -> dict[UUID, RecordView]:
    """The record of each entity that has one."""
    rows = EntityLink.objects.in_scope(scope).filter(entity_id__in=entity_ids, undone_at=None)
    linked = dict(rows.values_list("entity_id", "record_id"))
    records = records_by_id(scope, linked.values())
    return {entity: records[record] for entity, record in linked.items() if record in records}


def link_of_entity(scope: Scope, entity_id: UUID) -> RecordLink | None:
    """The link of an entity; None if there is none or its record was deleted."""
    row = EntityLink.objects.in_scope(scope).filter(entity_id=entity_id, undone_at=None).first()
    record = records_by_id(scope, [row.record_id]).get(row.record_id) if row else None
    return RecordLink(row.id, record, row.made_at) if row and record else None


def links_made(scope: Scope, *, since: datetime | None, limit: int) -> list[MadeLink]:
    """Links that people made, newest first, including those that were removed again."""
    rows = EntityLink.objects.in_scope(scope)
    if since:
        rows = rows.filter(made_at__gte=since)
    return [MadeLink(row.id, row.score, row.made_at, row.undone_at) for row in rows[:limit]]


def names_of(record: RecordView) -> list[str]:
    """The spellings of a record's names, primary names first."""
    return list(dict.fromkeys(each.text for each in record.data.spellings()))[:MOST_NAMES]


def suggestions_for(scope: Scope, record_id: UUID) -> list[Suggestion]:
    """Unlinked entities whose names are similar to the record's, most similar first."""
    record = get_record(scope, record_id)
    keys = {key for name in names_of(record) for key in (exact_key(name), *word_keys(name))}
    found = entities_by_key(scope, keys, None)
    ids = {entity for entities in found.values() for entity in entities}
    ids -= set(records_of_entities(scope, ids))
    similar = [name_similarity(record, each) for each in entities_by_id(scope, ids).values()]
    kept = [
        each
        for each in similar
        if each.score >= suggestion_threshold(record.type, each.entity.type)
    ]
    return sorted(kept, key=lambda each: (-each.score, each.entity.name, each.entity.id))[:MOST]


def name_similarity(record: RecordView, entity: EntityView) -> Suggestion:
    """How similar the names of a record and an entity are."""
    best = _best_score(names_of(record), entity.name, NamedEntityType(record.type.value))
    return Suggestion(entity, round(best.value, 4), best.reasons) if best else Suggestion(entity, 0)


def suggestion_threshold(record_type: RecordType, entity_type: str) -> float:
    """How similar names must be for a suggestion. A custom entity type fits every record type.

    >>> suggestion_threshold(RecordType.PERSON, "Person")
    0.6
    >>> suggestion_threshold(RecordType.LOCATION, "Organization")
    0.95
    """
    known = {each.value for each in RecordType}
    named = entity_type.lower()
    return (
        SAME_TYPE_THRESHOLD
        if named not in known or named == record_type.value
        else OTHER_TYPE_THRESHOLD
    )


def _best_score(names: Iterable[str], other: str, kind: NamedEntityType) -> NameScore | None:
    return max(
        (score(name, other, kind) for name in names), key=lambda each: each.value, default=None
    )


def suggested_records(scope: Scope, entity_id: UUID) -> list[RecordSuggestion]:
    """Records that may be the same as an entity, most similar first."""
    entity = get_entity(scope, entity_id)
    found = candidates_for(scope, entity.name, limit=MOST)
    return [
        RecordSuggestion(each.record, each.score, each.reasons)
        for each in found
        if each.score >= suggestion_threshold(each.record.type, entity.type)
    ]
