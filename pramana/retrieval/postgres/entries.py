"""Entries: writing, removing and moving them, what they match, and what upkeep is due."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from django.db import transaction

from pramana.kit.scope import Scope
from pramana.kit.texts import storable
from pramana.language.stems import stems
from pramana.postgres.copying import copy_lines
from pramana.retrieval.contracts import IndexEntry
from pramana.retrieval.domain.lexical import entry_weights
from pramana.retrieval.ports import EntryRemoval
from pramana.retrieval.postgres.sql import (
    execute,
    fetch_rows,
    isolate_failure,
    sparse_vector_literal,
)
from pramana.retrieval.postgres.terms import EVERY, protect_terms, record_counts, term_numbers

COLUMNS = (
    *("id", "tenant_id", "space", "item_id", "parent_id", "collection_id", "url", "path"),
    *("section", "kind", "date", "language", "terms", "weights"),
)
REMOVE = """
    WITH doomed AS MATERIALIZED (
        SELECT id FROM retrieval_entry
         WHERE tenant_id = %(tenant)s
           AND (%(space)s::text IS NULL OR space = %(space)s)
           {narrowed}
         ORDER BY id FOR UPDATE
    ), gone AS (
        DELETE FROM retrieval_entry entry USING doomed
         WHERE entry.id = doomed.id AND entry.tenant_id = %(tenant)s
        RETURNING entry.space, entry.terms
    ), changed AS (
        INSERT INTO retrieval_termchange (id, tenant_id, number, by)
        SELECT gen_random_uuid(), %(tenant)s, number, -count(*)
          FROM gone CROSS JOIN unnest(terms) AS number GROUP BY number
        UNION ALL
        SELECT gen_random_uuid(), %(tenant)s, term.number, -count(*)
          FROM gone JOIN retrieval_term term
            ON term.tenant_id = %(tenant)s AND term.space = gone.space AND term.term = ''
         GROUP BY term.number
    )
    SELECT count(*) FROM gone
"""
MOVE = """
    WITH moved AS MATERIALIZED (
        SELECT id FROM retrieval_entry
         WHERE tenant_id = %(tenant)s AND space = %(space)s AND parent_id = ANY(%(parents)s)
         ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE retrieval_entry entry SET collection_id = %(collection)s
      FROM moved WHERE entry.id = moved.id AND entry.tenant_id = %(tenant)s
"""
LONGEST_FIELD = 600
"""Characters stored of a url or a section; a longer filter finds nothing."""

NARROWED = {
    "parent_ids": "AND parent_id = ANY(%(parent_ids)s)",
    "item_ids": "AND item_id = ANY(%(item_ids)s)",
    "collection_id": "AND collection_id = %(collection_id)s",
}


@transaction.atomic
def write_entries(scope: Scope, space: str, entries: Sequence[IndexEntry]) -> int:
    """Index the entries and replace older ones of the same items; return how many were replaced."""
    if not entries:
        return 0
    weights = [entry_weights(stems(entry.text)) for entry in entries]
    protect_terms(scope)
    replaced = remove_entries(
        scope, space, EntryRemoval(item_ids=frozenset(each.item_id for each in entries))
    )
    held = Counter(term for each in weights for term in each)
    numbers = term_numbers(scope, space, {EVERY, *held})
    lines = [
        _line(scope, entry, {numbers[term]: weight for term, weight in each.items()})
        for entry, each in zip(entries, weights, strict=True)
    ]
    copy_lines("retrieval_entry", COLUMNS, lines)
    changes = {numbers[term]: by for term, by in held.items()}
    record_counts(scope, changes | {numbers[EVERY]: len(entries)})
    return replaced


def remove_entries(scope: Scope, space: str | None, doomed: EntryRemoval) -> int:
    """Remove entries with their vectors and their share of the counts; return how many.

    The counts change in the same statement, by what was really removed. Rows are locked in the
    order of their ids, as when vectors are set, so that the two never deadlock.
    """
    parameters: dict[str, Any] = {"tenant": scope.tenant_id, "space": space}
    narrowed = []
    for name, condition in NARROWED.items():
        value = getattr(doomed, name)
        if value is not None:
            parameters[name] = list(value) if isinstance(value, frozenset) else value
            narrowed.append(condition)
    return int(fetch_rows(REMOVE.format(narrowed=" ".join(narrowed)), parameters)[0][0])


def move_entries(
    scope: Scope, space: str, parents: Collection[UUID], collection_id: UUID | None
) -> int:
    """Move entries to another collection, locked in the order of their ids; return how many."""
    parameters = {"tenant": scope.tenant_id, "space": space, "parents": list(parents)}
    return execute(MOVE, parameters | {"collection": collection_id})


def _line(scope: Scope, entry: IndexEntry, weights: dict[int, float]) -> tuple[Any, ...]:
    return (
        *(uuid4(), scope.tenant_id, entry.space, entry.item_id, entry.parent_id),
        *(
            entry.collection_id,
            _storable(entry.url),
            _storable(_path(entry.url)),
            _storable(entry.section),
        ),
        *(_storable(entry.kind, 60), entry.date, _storable(entry.language, 20)),
        *(sorted(weights), sparse_vector_literal(weights)),
    )


def _path(url: str) -> str:
    try:
        return urlsplit(url).path
    except ValueError:  # not a url at all, so it has no path
        return ""


def _storable(text: str, longest: int = LONGEST_FIELD) -> str:
    """The part of a text that PostgreSQL can store and index, without NUL or surrogates."""
    return storable(text)[:longest]


HELD = """
    SELECT entry.id, ARRAY(SELECT number FROM unnest(%(numbers)s::int[]) AS number
                            WHERE number = ANY(entry.terms))
      FROM retrieval_entry entry
     WHERE entry.tenant_id = %(tenant)s AND entry.id = ANY(%(entries)s)
"""
ALIKE = """
    WITH shown AS MATERIALIZED (
        SELECT id, weights FROM retrieval_entry
         WHERE tenant_id = %(tenant)s AND id = ANY(%(entries)s) AND terms <> '{}'
    ), pairs AS (
        SELECT one.id AS one, other.id AS other, 1 - (one.weights <=> other.weights) AS likeness
          FROM shown one JOIN shown other ON one.id < other.id
    )
    SELECT * FROM pairs WHERE likeness >= %(least)s
"""


def matched_terms(
    scope: Scope, entry_ids: Sequence[UUID], numbers: Collection[int]
) -> dict[UUID, frozenset[int]]:
    """Which of the question's terms each entry contains; removed entries are left out."""
    parameters = {"tenant": scope.tenant_id, "entries": list(entry_ids), "numbers": sorted(numbers)}
    with isolate_failure():
        return {entry: frozenset(held) for entry, held in fetch_rows(HELD, parameters)}


def similar_pairs(
    scope: Scope, entry_ids: Sequence[UUID], least: float
) -> dict[frozenset[UUID], float]:
    """The pairs of entries whose words are at least this similar, as a cosine.

    Words are compared and not vectors: every entry has words, whatever its script, and two texts
    with the same words in the same numbers are repetitions, whatever a model says.
    """
    parameters = {"tenant": scope.tenant_id, "entries": list(entry_ids), "least": least}
    with isolate_failure():
        return {
            frozenset((one, other)): likeness
            for one, other, likeness in fetch_rows(ALIKE, parameters)
        }


UNSETTLED = """
    SELECT tenant_id FROM retrieval_termchange
    UNION SELECT tenant_id FROM retrieval_term WHERE entries <= 0
"""
OTHER_MODEL = "SELECT tenant_id, space FROM retrieval_spacemodel WHERE model <> ALL(%(models)s)"
INCOMPLETE = """
    SELECT DISTINCT entry.tenant_id, entry.space FROM retrieval_entry entry
      LEFT JOIN retrieval_spacemodel answers USING (tenant_id, space)
     WHERE NOT EXISTS (SELECT FROM retrieval_vector vector WHERE vector.entry_id = entry.id
                         AND vector.model = coalesce(answers.model, %(model)s))
"""


def unsettled_tenants() -> list[UUID]:
    """Tenants with open changes, or with words that no entry contains."""
    return [tenant for (tenant,) in fetch_rows(UNSETTLED, {})]


def sync_cluster(scope: Scope) -> int:
    """There is no cluster to bring up to date."""
    return 0


def tenants_behind() -> list[UUID]:
    """There is no cluster that could be behind."""
    return []


def incomplete_spaces(model: str) -> list[tuple[UUID, str]]:
    """Tenants and spaces with entries that the active model, or else this one, has not embedded."""
    return [(tenant, space) for tenant, space in fetch_rows(INCOMPLETE, {"model": model})]


def spaces_of_other_models(models: Collection[str]) -> list[tuple[UUID, str]]:
    """Tenants and spaces where none of these models is active."""
    return [(tenant, space) for tenant, space in fetch_rows(OTHER_MODEL, {"models": list(models)})]
