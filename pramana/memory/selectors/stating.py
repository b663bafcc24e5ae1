"""Which episodes state a fact."""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.memory.postgres import rows

MOST = 100
"""Episodes named of one fact: some are said again in every other message."""

STATING = """
    SELECT asked.id AS fact, stated.episode
      FROM unnest(%(facts)s::uuid[]) AS asked (id)
     CROSS JOIN LATERAL (
        SELECT source.episode_id AS episode, episode.valid_at
          FROM memory_fact_source source
          JOIN memory_episode episode ON episode.id = source.episode_id
         WHERE source.tenant_id = %(tenant)s AND source.fact_id = asked.id
         ORDER BY episode.valid_at DESC, episode.id LIMIT %(most)s
     ) AS stated
     ORDER BY stated.valid_at, stated.episode
"""


def episodes_stating(scope: Scope, fact_ids: Sequence[UUID]) -> dict[UUID, list[UUID]]:
    """The newest episodes that state each fact, oldest of them first."""
    found: dict[UUID, list[UUID]] = defaultdict(list)
    given = {"tenant": scope.tenant_id, "facts": list(fact_ids), "most": MOST}
    for row in rows(STATING, given):
        found[row["fact"]].append(row["episode"])
    return found
