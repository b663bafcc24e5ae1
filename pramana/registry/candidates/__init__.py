"""Which records a name may mean: found by keys of the name, scored, each with its reasons."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from pramana.kit.scope import Scope
from pramana.language.names import (
    SAME_NAME,
    NamedEntityType,
    PartScore,
    folded_name,
    parse_name,
    score_names,
    score_value,
    search_keys,
)
from pramana.registry.candidates.attributes import AttributeComparison, compare_attributes
from pramana.registry.candidates.name_index import (
    NamedRecord,
    common_keys,
    hash_keys,
    index_names,
    index_records,
    remove_names,
)
from pramana.registry.candidates.terms import (
    NO_OFFICE,
    NO_TERMS,
    RegistryTerms,
    StatedOffice,
    compare_terms,
    load_terms,
    terms_in_attributes,
)
from pramana.registry.contracts import RecordType
from pramana.registry.models import Record

__all__ = [
    "MIN_SCORE",
    "CandidateRecord",
    "NameCandidate",
    "NamedRecord",
    "compare_attributes",
    "find_candidates",
    "index_names",
    "index_records",
    "rank_candidates",
    "remove_names",
]


@dataclass(frozen=True)
class CandidateRecord:
    """A record to be scored, from our tables or a remote registry."""

    record_id: UUID
    entity_type: RecordType
    names: Sequence[str]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    known_on: date | None = None
    """When it was last changed."""


@dataclass(frozen=True)
class NameCandidate:
    """A record that a name may mean, with a score and the reasons.

    `agreeing` and `differing` name the attributes that were compared, `unsettled` those that may
    have changed since. An automatic match needs at least one that agrees and none that differs.
    """

    record_id: UUID
    entity_type: RecordType
    name: str
    score: float
    reasons: tuple[str, ...]
    parts: tuple[PartScore, ...]
    agreeing: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()
    unsettled: tuple[str, ...] = ()


MIN_SCORE = 0.45
"""A record with a lower score is not a candidate."""

MAX_RAISE = 0.12
"""The most that agreeing attributes add: brothers share father, district and party."""

RAISE_SHARE = 0.4
"""Each agreeing attribute adds this share of what is missing to certainty."""

COMPARED_PER_RESULT = 3
"""For each result, this many records are compared by attributes, which may change the order."""

SAME_IDENTIFIER_SCORE = 0.98
"""The least score of a record with the same identifier."""


def rank_candidates(
    name: str,
    attributes: Mapping[str, Any] | None,
    records: Iterable[CandidateRecord],
    *,
    limit: int = 10,
    least: float = MIN_SCORE,
    on: date | None = None,
    terms: RegistryTerms = NO_TERMS,
) -> list[NameCandidate]:
    """Score records by name, then by attributes, likeliest first.

    `on` is the date of the document that states the attributes. The order is stable: records with
    the same score are sorted by how much agrees, by name, then by id.
    """
    stated = StatedOffice.of(attributes, on) if attributes else NO_OFFICE
    by_name = sorted(
        (_score_by_name(name, each) for each in records), key=lambda scored: -scored.value
    )
    scored = [
        _build_candidate(name, each, _compare(attributes or {}, stated, each.record, terms))
        for each in by_name[: limit * COMPARED_PER_RESULT]
    ]
    likely = [each for each in scored if each.score >= least]
    return sorted(likely, key=_rank)[:limit]


def _rank(candidate: NameCandidate) -> tuple[float, int, str, bytes]:
    agreeing = len(candidate.agreeing)
    return -candidate.score, -agreeing, candidate.name, candidate.record_id.bytes


class _NameScore(NamedTuple):
    value: float
    text: str
    record: CandidateRecord


def _score_by_name(name: str, record: CandidateRecord) -> _NameScore:
    """The record with its best matching name."""
    kind = NamedEntityType(record.entity_type)
    parsed = parse_name(name, kind)
    scores = ((score_value(parsed, parse_name(text, kind)), text) for text in record.names)
    return _NameScore(*max(scores), record)


def _compare(
    attributes: Mapping[str, Any],
    stated: StatedOffice,
    record: CandidateRecord,
    terms: RegistryTerms,
) -> list[AttributeComparison]:
    """Every attribute that both have. Where times decide about an office, they do."""
    if not attributes:
        return []
    own = terms_in_attributes(record.attributes, record.known_on)
    own += terms.of_records.get(record.record_id, ())
    timed = compare_terms(stated, record.record_id, own, terms.of_body)
    plain = compare_attributes(attributes, record.attributes)
    decided = {each.attribute for each in timed}
    return [*(each for each in plain if each.attribute not in decided), *timed]


def _build_candidate(
    name: str, scored: _NameScore, compared: Sequence[AttributeComparison]
) -> NameCandidate:
    record, kind = scored.record, NamedEntityType(scored.record.entity_type)
    best = score_names(parse_name(name, kind), parse_name(scored.text, kind))
    candidate = NameCandidate(
        record.record_id, record.entity_type, scored.text, best.value, best.reasons, best.parts
    )
    if not compared:
        return candidate
    return replace(
        candidate,
        score=round(adjust_score(best.value, compared), 4),
        reasons=(*best.reasons, *(each.sentence for each in compared)),
        agreeing=tuple(each.attribute for each in compared if each.agrees),
        differing=tuple(each.attribute for each in compared if each.agrees is False),
        unsettled=tuple(each.attribute for each in compared if each.agrees is None),
    )


def adjust_score(value: float, compared: Sequence[AttributeComparison]) -> float:
    """Raise a name's score for attributes that agree, and lower it for those that differ.

    >>> round(adjust_score(0.9, [AttributeComparison("district", True, "")]), 3)
    0.94
    """
    if any(each.attribute == "identifier" and each.agrees for each in compared):
        return max(value, SAME_IDENTIFIER_SCORE)
    agreeing = sum(each.agrees is True for each in compared)
    raised = value + min((1 - value) * (1 - (1 - RAISE_SHARE) ** agreeing), MAX_RAISE)
    for each in compared:
        raised *= each.factor if each.agrees is False else 1
    return raised


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
    on: date | None = None,
) -> list[NameCandidate]:
    """The records that a name may mean, likeliest first, each with its reasons.

    `attributes` are what the source says about the entity on the day `on`; where a record has the
    same attribute, it raises or lowers the score.
    """
    types = [entity_type] if entity_type else list(RecordType)
    entries = shortlist(name, _names_sharing_a_key(scope, name, types))
    records = _records_of(scope, entries, with_attributes=bool(attributes))
    terms = _terms_of(scope, StatedOffice.of(attributes or {}, on), records)
    return rank_candidates(name, attributes, records, limit=limit, least=least, on=on, terms=terms)


MAX_BODIES = 3


def _terms_of(
    scope: Scope, stated: StatedOffice, records: Sequence[CandidateRecord]
) -> RegistryTerms:
    """The dated offices of these records, and who held the stated office of its body."""
    if stated.days is None or not stated.positions or not records:
        return NO_TERMS
    bodies = [
        body.record_id
        for name in (stated.bodies[:MAX_BODIES] if stated.sole_offices else ())
        for kind in (RecordType.ORGANIZATION, RecordType.LOCATION)
        for body in find_candidates(scope, name, kind, limit=MAX_BODIES, least=SAME_NAME)
    ]
    return load_terms(scope, [each.record_id for each in records], bodies)


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
            *attributes.get(record_id, ()),
        )
        for record_id, own in names.items()
    ]


def _attributes(scope: Scope, ids: Sequence[UUID]) -> dict[UUID, tuple[dict[str, Any], date]]:
    """The attributes of records, and the day of their last change."""
    rows = Record.objects.in_scope(scope).filter(pk__in=ids)
    return {
        pk: (
            {**data.get("attributes", {}), "identifiers": data.get("identifiers", [])},
            updated_at.date(),
        )
        for pk, data, updated_at in rows.values_list("pk", "data", "updated_at")
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
