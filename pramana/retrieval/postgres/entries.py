"""Entries and their terms: writing, removing and moving them, counting, and what upkeep is due.

Changes of a term's count are appended as rows, which `settle_counts` folds into the count. An
ingest never updates a row that another ingest may need, so they neither wait for each other nor
deadlock. A count and its open changes are read in one statement, so the sum is always right.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from django.db import transaction

from pramana.kit.scope import Scope
from pramana.kit.texts import storable
from pramana.language.stems import stems
from pramana.postgres.sql import copy_lines
from pramana.retrieval.contracts import IndexEntry
from pramana.retrieval.domain.lexical import entry_weights
from pramana.retrieval.ports import EntryRemoval, SpaceStatistics
from pramana.retrieval.postgres.sql import (
    execute,
    fetch_rows,
    isolate_failure,
    sparse_vector_literal,
)

EVERY = ""
"""The word that every entry counts as containing: its count is the number of entries."""

WITHIN_S = 10
"""How long to wait until no transaction is indexing, so that words can be deleted."""

NUMBERS = """
    SELECT term, number FROM retrieval_term
     WHERE tenant_id = %(tenant)s AND space = %(space)s AND term = ANY(%(terms)s)
"""
NEW_NUMBERS = """
    INSERT INTO retrieval_term (id, tenant_id, space, term, entries)
    SELECT gen_random_uuid(), %(tenant)s, %(space)s, term, 0 FROM unnest(%(terms)s::text[]) AS term
    ON CONFLICT (tenant_id, space, term) DO NOTHING
"""
CHANGE = """
    INSERT INTO retrieval_termchange (id, tenant_id, number, by)
    SELECT gen_random_uuid(), %(tenant)s, number, by
      FROM unnest(%(numbers)s::bigint[], %(changes)s::int[]) AS change (number, by)
"""
STATISTICS = """
    SELECT term.space, term.term, term.number, model.model, coalesce(model.dimension, 0),
           term.entries + coalesce((SELECT sum(by) FROM retrieval_termchange change
                                     WHERE change.number = term.number), 0)
      FROM retrieval_term term
      LEFT JOIN retrieval_spacemodel model USING (tenant_id, space)
     WHERE term.tenant_id = %(tenant)s AND term.space = ANY(%(spaces)s)
       AND term.term = ANY(%(terms)s)
"""
FOLD = """
    WITH taken AS (
        DELETE FROM retrieval_termchange WHERE tenant_id = %(tenant)s RETURNING number, by
    ), sums AS (
        SELECT number, sum(by) AS by FROM taken GROUP BY number HAVING sum(by) <> 0
    )
    UPDATE retrieval_term SET entries = entries + sums.by FROM sums
     WHERE retrieval_term.number = sums.number AND tenant_id = %(tenant)s
"""
NOWHERE = """
  {asked} FROM retrieval_term term
    WHERE tenant_id = %(tenant)s AND entries <= 0 AND NOT EXISTS (
          SELECT FROM retrieval_termchange change WHERE change.number = term.number)
"""
ANY_NOWHERE = NOWHERE.format(asked="SELECT number") + " LIMIT 1"
FORGET = NOWHERE.format(asked="DELETE")
WAIT = "SELECT set_config('lock_timeout', %(within)s, true)"
LOCK = "hashtextextended(%(tenant)s::text, 31)"
SHARE = f"SELECT pg_advisory_xact_lock_shared({LOCK})"
ALONE = f"SELECT pg_advisory_xact_lock({LOCK})"
ONE_FOLDER = "SELECT pg_advisory_xact_lock(hashtextextended(%(tenant)s::text, 32))"


def protect_terms(scope: Scope) -> None:
    """Keep terms from being deleted until this transaction, which will use them, ends."""
    fetch_rows(SHARE, {"tenant": scope.tenant_id})


def term_numbers(scope: Scope, space: str, terms: Collection[str]) -> dict[str, int]:
    """The number of each term; new terms get one now.

    Terms are inserted in sorted order, so that two transactions with the same new terms cannot
    deadlock.
    """
    parameters = {"tenant": scope.tenant_id, "space": space, "terms": sorted(terms)}
    known = _numbers(parameters)
    new = sorted(set(terms) - known.keys())
    if new:
        execute(NEW_NUMBERS, parameters | {"terms": new})
        known |= _numbers(parameters | {"terms": new})
    return known


def _numbers(parameters: Mapping[str, object]) -> dict[str, int]:
    return {str(term): int(number) for term, number in fetch_rows(NUMBERS, parameters)}


def record_counts(scope: Scope, changes: Mapping[int, int]) -> None:
    """Record by how much the count of each term has changed."""
    parameters = {"numbers": list(changes), "changes": list(changes.values())}
    execute(CHANGE, parameters | {"tenant": scope.tenant_id})


def statistics(
    scope: Scope, spaces: Sequence[str], words: Collection[str]
) -> dict[str, SpaceStatistics]:
    """What each space that has entries knows of these words."""
    parameters = {"tenant": scope.tenant_id, "spaces": list(spaces), "terms": [EVERY, *words]}
    found: dict[str, dict[str, tuple[int, int]]] = {}
    models: dict[str, tuple[str | None, int]] = {}
    with isolate_failure():
        known = fetch_rows(STATISTICS, parameters)
    for space, term, number, model, dimension, entries in known:
        models[space] = (model, dimension)
        found.setdefault(space, {})[term] = (number, int(entries))
    return {
        space: SpaceStatistics(
            terms.pop(EVERY)[1],
            {term: number for term, (number, entries) in terms.items() if entries > 0},
            {term: entries for term, (_, entries) in terms.items()},
            *models[space],
        )
        for space, terms in found.items()
        if terms.get(EVERY, (0, 0))[1] > 0
    }


def settle_counts(scope: Scope) -> None:
    """Fold the open changes into the counts, and delete terms that no entry contains any more.

    A transaction that has looked up a term's number must find the term when it commits, so terms
    are deleted only while nobody is indexing. This waits for that moment without holding any lock,
    so it cannot deadlock; transactions that come to index meanwhile wait behind it. Raises
    OperationalError when the moment does not come in time; then the job tries again later.
    """
    parameters = {"tenant": scope.tenant_id, "within": f"{WITHIN_S}s"}
    with transaction.atomic():
        fetch_rows(ONE_FOLDER, parameters)
        execute(FOLD, parameters)
        nowhere = fetch_rows(ANY_NOWHERE, parameters)
    if nowhere:
        with transaction.atomic():
            fetch_rows(WAIT, parameters)
            fetch_rows(ALONE, parameters)
            execute(FORGET, parameters)


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
