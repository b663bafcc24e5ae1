"""Finds the records that a name may mean.

Keys of the name lead to hundreds of indexed names. Comparing two names sound by sound takes a fifth
of a millisecond, comparing their folded forms a thousandth: so a shortlist is made first.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from pramana.kit.scope import Scope
from pramana.language.names import NamedEntityType, folded_name, parse_name, search_keys
from pramana.registry.candidates.name_index import common_keys, hash_keys
from pramana.registry.candidates.ranking import (
    MIN_SCORE,
    CandidateRecord,
    NameCandidate,
    rank_candidates,
)
from pramana.registry.contracts import RecordType
from pramana.registry.models import Record

MAX_NAMES = 4_000
"""The most names that are loaded for one query."""

BY_KEYS = """
    SELECT record_id, entity_type, text, folded FROM (
        SELECT * FROM registry_nameentry WHERE keys && %(keys)s::int[] OFFSET 0) AS entry
     WHERE tenant_id = %(tenant)s AND entity_type = ANY(%(types)s)
     LIMIT %(most)s
"""
"""OFFSET 0 makes the planner use the index on keys, even if it has no statistics of new rows."""

PLAN = """
    SELECT set_config('enable_seqscan', 'off', true),
           set_config('max_parallel_workers_per_gather', '0', true),
           set_config('effective_io_concurrency', '0', true)
"""

NEAREST = 30
"""How many names are shortlisted because they are similar as a whole."""

BY_WORDS = 10
"""How many names are shortlisted because they contain the same words, in any order."""


class IndexedName(NamedTuple):
    """A name that shares a key with the query."""

    record_id: UUID
    entity_type: RecordType
    text: str
    folded: str


def find_candidates(
    scope: Scope,
    name: str,
    entity_type: RecordType | None = None,
    attributes: Mapping[str, Any] | None = None,
    limit: int = 10,
    least: float = MIN_SCORE,
) -> list[NameCandidate]:
    """The records that a name may mean, likeliest first, each with its reasons.

    `attributes` are what the source says about the entity; where a record has the same attribute,
    it raises or lowers the score.
    """
    types = [entity_type] if entity_type else list(RecordType)
    entries = shortlist(name, _names_sharing_a_key(scope, name, types))
    records = _records_of(scope, entries, with_attributes=bool(attributes))
    return rank_candidates(name, attributes, records, limit=limit, least=least)


def _names_sharing_a_key(scope: Scope, name: str, types: Sequence[RecordType]) -> list[IndexedName]:
    """Names that share a key with this one. A common key is used only if no rare one finds any."""
    readings = (parse_name(name, NamedEntityType(each)) for each in types)
    keys = hash_keys(scope, {key for reading in readings for key in search_keys(reading)})
    common = common_keys.name_counts()
    rare = [key for key in keys if key not in common]
    names = _names_by_keys(scope, rare, types)
    if names or len(rare) == len(keys):
        return names
    rarest = min((key for key in keys if key in common), key=lambda key: common[key])
    return _names_by_keys(scope, [rarest], types)


def _names_by_keys(
    scope: Scope, keys: Sequence[int], types: Sequence[RecordType]
) -> list[IndexedName]:
    parameters: dict[str, Any] = {
        "tenant": scope.tenant_id,
        "keys": list(keys),
        "types": list(types),
        "most": MAX_NAMES,
    }
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(PLAN)
        cursor.execute(BY_KEYS, parameters)
        rows = cursor.fetchall()
        transaction.set_rollback(True)  # nothing was written; this ends the settings
    return [IndexedName(row[0], RecordType(row[1]), row[2], row[3]) for row in rows]


def _records_of(
    scope: Scope, entries: Iterable[IndexedName], *, with_attributes: bool
) -> list[CandidateRecord]:
    """The records that have these names, each once, with their attributes if needed."""
    names: dict[UUID, list[IndexedName]] = {}
    for entry in entries:
        names.setdefault(entry.record_id, []).append(entry)
    attributes = _attributes(scope, list(names)) if with_attributes else {}
    return [
        CandidateRecord(
            record_id,
            own[0].entity_type,
            [each.text for each in own],
            attributes.get(record_id, {}),
        )
        for record_id, own in names.items()
    ]


def _attributes(scope: Scope, ids: Sequence[UUID]) -> dict[UUID, dict[str, Any]]:
    rows = Record.objects.in_scope(scope).filter(pk__in=ids).values_list("pk", "data")
    return {
        pk: {**data.get("attributes", {}), "identifiers": data.get("identifiers", [])}
        for pk, data in rows
    }


def shortlist(name: str, entries: Sequence[IndexedName]) -> list[IndexedName]:
    """The entries most similar to a name, in their original order."""
    if len(entries) <= NEAREST:
        return list(entries)
    from rapidfuzz import fuzz

    chosen: set[int] = set()
    for entity_type in sorted({entry.entity_type for entry in entries}):
        query = folded_name(parse_name(name, NamedEntityType(entity_type)))
        own = {at: each for at, each in enumerate(entries) if each.entity_type == entity_type}
        chosen |= _nearest(query.replace(" ", ""), _unspaced(own), fuzz.ratio, NEAREST)
        chosen |= _nearest(query, _spaced(own), fuzz.token_set_ratio, BY_WORDS)
    return [entries[at] for at in sorted(chosen)]


def _nearest(query: str, among: dict[int, str], scorer: Any, limit: int) -> set[int]:
    from rapidfuzz import process

    return {at for _, _, at in process.extract(query, among, scorer=scorer, limit=limit)}


def _spaced(entries: dict[int, IndexedName]) -> dict[int, str]:
    return {at: entry.folded for at, entry in entries.items()}


def _unspaced(entries: dict[int, IndexedName]) -> dict[int, str]:
    return {at: entry.folded.replace(" ", "") for at, entry in entries.items()}
