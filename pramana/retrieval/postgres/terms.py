"""Term numbers, and how many entries contain each term.

Changes of a count are appended as rows, which `settle_counts` folds into the count. An ingest never
updates a row that another ingest may need, so they neither wait for each other nor deadlock. A
count and its open changes are read in one statement, so the sum is always right.
"""

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction

from pramana.kit.scope import Scope
from pramana.retrieval.ports import SpaceStatistics
from pramana.retrieval.postgres.sql import execute, fetch_rows, isolate_failure

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
