"""What is asked about the few entries that may be shown."""

from collections.abc import Collection, Sequence
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.retrieval.store.sql import failing_alone, rows

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


def words_held(
    scope: Scope, entry_ids: Sequence[UUID], numbers: Collection[int]
) -> dict[UUID, frozenset[int]]:
    """Which of the question's words each entry holds; entries that are gone are left out."""
    given = {"tenant": scope.tenant_id, "entries": list(entry_ids), "numbers": sorted(numbers)}
    with failing_alone():
        return {entry: frozenset(held) for entry, held in rows(HELD, given)}


def alike(scope: Scope, entry_ids: Sequence[UUID], least: float) -> dict[frozenset[UUID], float]:
    """The pairs of entries whose words are alike at least this much, as a cosine.

    By words and not by vectors: every entry has them, whatever its script, and two texts that use
    the same words equally often are repetitions whatever a model makes of them.
    """
    given = {"tenant": scope.tenant_id, "entries": list(entry_ids), "least": least}
    with failing_alone():
        return {frozenset((one, other)): likeness for one, other, likeness in rows(ALIKE, given)}
