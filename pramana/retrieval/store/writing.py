"""Entries into the index, and out of it without residue."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from django.db import transaction

from pramana.kit.scope import Scope
from pramana.kit.texts import storable
from pramana.language.stems import stems
from pramana.retrieval.contracts import Entry
from pramana.retrieval.domain.bm25 import entry_weights
from pramana.retrieval.ports import Doomed
from pramana.retrieval.store.sql import copy, execute, rows, sparse
from pramana.retrieval.store.terms import EVERY, count, hold_terms, numbers_of

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
"""Characters kept of a url or a section; a longer filter finds nothing, as it should."""

NARROWED = {
    "parent_ids": "AND parent_id = ANY(%(parent_ids)s)",
    "item_ids": "AND item_id = ANY(%(item_ids)s)",
    "collection_id": "AND collection_id = %(collection_id)s",
}


@transaction.atomic
def write(scope: Scope, space: str, entries: Sequence[Entry]) -> int:
    """Index the entries in place of whatever stood for the same items; return how many did."""
    if not entries:
        return 0
    weights = [entry_weights(stems(entry.text)) for entry in entries]
    hold_terms(scope)
    replaced = remove(scope, space, Doomed(item_ids=frozenset(each.item_id for each in entries)))
    held = Counter(term for each in weights for term in each)
    numbers = numbers_of(scope, space, {EVERY, *held})
    lines = [
        _line(scope, entry, {numbers[term]: weight for term, weight in each.items()})
        for entry, each in zip(entries, weights, strict=True)
    ]
    copy("retrieval_entry", COLUMNS, lines)
    changes = {numbers[term]: by for term, by in held.items()}
    count(scope, changes | {numbers[EVERY]: len(entries)})
    return replaced


def remove(scope: Scope, space: str | None, doomed: Doomed) -> int:
    """Take entries out with their vectors and their share in the counts; return how many.

    The counts change by what was really removed, in the same statement. Rows are locked in the
    order of their ids, as they are when vectors are set, so that the two never deadlock.
    """
    given: dict[str, Any] = {"tenant": scope.tenant_id, "space": space}
    narrowed = []
    for name, condition in NARROWED.items():
        value = getattr(doomed, name)
        if value is not None:
            given[name] = list(value) if isinstance(value, frozenset) else value
            narrowed.append(condition)
    return int(rows(REMOVE.format(narrowed=" ".join(narrowed)), given)[0][0])


def move(scope: Scope, space: str, parents: Collection[UUID], collection_id: UUID | None) -> int:
    """Put entries into another collection, locked in the order of their ids; return how many."""
    given = {"tenant": scope.tenant_id, "space": space, "parents": list(parents)}
    return execute(MOVE, given | {"collection": collection_id})


def _line(scope: Scope, entry: Entry, weights: dict[int, float]) -> tuple[Any, ...]:
    return (
        *(uuid4(), scope.tenant_id, entry.space, entry.item_id, entry.parent_id),
        *(entry.collection_id, _kept(entry.url), _kept(_path(entry.url)), _kept(entry.section)),
        *(_kept(entry.kind, 60), entry.date, _kept(entry.language, 20)),
        *(sorted(weights), sparse(weights)),
    )


def _path(url: str) -> str:
    try:
        return urlsplit(url).path
    except ValueError:  # not a url at all; then no path leads to it
        return ""


def _kept(text: str, longest: int = LONGEST_FIELD) -> str:
    """What PostgreSQL and its indexes can hold of a text: no NUL, no half characters, an end."""
    return storable(text)[:longest]
