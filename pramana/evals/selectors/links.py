"""Which entities of memories are a record, by a person's word; and which may be, by their names."""

from collections.abc import Collection, Iterable
from uuid import UUID

from pramana.evals.contracts.links import LinkView, RecordLink, RecordSuggestion, Suggestion
from pramana.evals.models import EntityLink
from pramana.kit.scope import Scope
from pramana.language.names import NameKind, NameScore, score
from pramana.memory.contracts.views import EntityView
from pramana.memory.domain.naming import exact_key, word_keys
from pramana.memory.selectors.graph import get_entity
from pramana.memory.selectors.search import entities_by_id, entities_known_by
from pramana.registry.contracts import EntityType, RecordView
from pramana.registry.selectors import candidates_for, get_record, records_by_id

LEAST = 0.6
"""Names less alike than this are not suggested."""
SAME = 0.95
"""From here on also across kinds: a municipality is a place to one and an office to another."""
MOST = 5
MOST_LINKS = 50
MOST_NAMES = 10


def links_of_record(scope: Scope, record_id: UUID) -> list[LinkView]:
    """The entities a record is linked to, newest first; one that is gone is not shown."""
    rows = EntityLink.objects.in_scope(scope).filter(record_id=record_id, undone_at=None)
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
    """The record that a person said an entity is, while both are there."""
    row = EntityLink.objects.in_scope(scope).filter(entity_id=entity_id, undone_at=None).first()
    record = records_by_id(scope, [row.record_id]).get(row.record_id) if row else None
    return RecordLink(row.id, record, row.made_at) if row and record else None


def names_of(record: RecordView) -> list[str]:
    """Every way a record's name is written, the first names first."""
    return list(dict.fromkeys(each.text for each in record.data.spellings()))[:MOST_NAMES]


def suggestions_for(scope: Scope, record_id: UUID) -> list[Suggestion]:
    """Entities with a name like the record's that nobody linked yet, likeliest first."""
    record = get_record(scope, record_id)
    keys = {key for name in names_of(record) for key in (exact_key(name), *word_keys(name))}
    found = entities_known_by(scope, keys, None)
    ids = {entity for entities in found.values() for entity in entities}
    ids -= set(records_of_entities(scope, ids))
    found_alike = [likeness(record, each) for each in entities_by_id(scope, ids).values()]
    kept = [each for each in found_alike if each.score >= least(record.type, each.entity.type)]
    return sorted(kept, key=lambda each: (-each.score, each.entity.name, each.entity.id))[:MOST]


def likeness(record: RecordView, entity: EntityView) -> Suggestion:
    """How alike a record and an entity are by their names."""
    best = _best(names_of(record), entity.name, NameKind(record.type.value))
    return Suggestion(entity, round(best.value, 4), best.reasons) if best else Suggestion(entity, 0)


def least(record_type: EntityType, entity_type: str) -> float:
    """How alike names must be to be suggested; a memory's own types may be any kind of record.

    >>> least(EntityType.PERSON, "Person"), least(EntityType.LOCATION, "Organization")
    (0.6, 0.95)
    """
    known = {each.value for each in EntityType}
    named = entity_type.lower()
    return LEAST if named not in known or named == record_type.value else SAME


def _best(names: Iterable[str], other: str, kind: NameKind) -> NameScore | None:
    return max(
        (score(name, other, kind) for name in names), key=lambda each: each.value, default=None
    )


def records_like(scope: Scope, entity_id: UUID) -> list[RecordSuggestion]:
    """Records that an entity of a memory may be, likeliest first."""
    entity = get_entity(scope, entity_id)
    found = candidates_for(scope, entity.name, limit=MOST)
    return [
        RecordSuggestion(each.record, each.score, each.reasons)
        for each in found
        if each.score >= least(each.record.type, entity.type)
    ]
