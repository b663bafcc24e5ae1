"""The groups of a tenant, and how one of them stands."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pramana.kit.scope import Scope
from pramana.memory.postgres import rows

MOST_GROUPS = 500
"""Groups that are looked at; beyond that people search."""

TABLES = ("memory_inboxmessage", "memory_episode", "memory_entity", "memory_group")
NAMES = """
    WITH RECURSIVE found AS (
        (SELECT group_id FROM {table}
          WHERE tenant_id = %(tenant)s ORDER BY group_id LIMIT 1)
        UNION ALL
        SELECT (SELECT group_id FROM {table}
                 WHERE tenant_id = %(tenant)s AND group_id > found.group_id
                 ORDER BY group_id LIMIT 1)
          FROM found WHERE found.group_id IS NOT NULL
    )
    SELECT group_id FROM found WHERE group_id IS NOT NULL AND strpos(lower(group_id), %(words)s) > 0
     LIMIT %(most)s
"""
"""From one name to the next by the index: as many steps as groups, however many rows they have."""

STANDINGS = """
    SELECT asked.group_id,
           (SELECT count(*) FROM memory_entity entity
             WHERE entity.tenant_id = %(tenant)s AND entity.group_id = asked.group_id) AS entities,
           (SELECT count(*) FROM memory_fact fact
             WHERE fact.tenant_id = %(tenant)s AND fact.group_id = asked.group_id) AS facts,
           (SELECT max(entity.created_at) FROM memory_entity entity
             WHERE entity.tenant_id = %(tenant)s AND entity.group_id = asked.group_id) AS made_at,
           inbox.*
      FROM unnest(%(groups)s::text[]) AS asked (group_id)
     CROSS JOIN LATERAL (
           SELECT count(*) AS messages, max(created_at) AS last_at,
                  count(*) FILTER (WHERE state = 'queued') AS waiting,
                  count(*) FILTER (WHERE state = 'failed') AS failed
             FROM memory_inboxmessage
            WHERE tenant_id = %(tenant)s AND group_id = asked.group_id
     ) AS inbox
"""


@dataclass(frozen=True)
class Standing:
    """What a group holds, and how its messages stand."""

    group_id: str
    entities: int = 0
    facts: int = 0
    messages: int = 0
    waiting: int = 0
    failed: int = 0
    last_at: datetime | None = None


def groups_of(scope: Scope, words: str = "", *, most: int = MOST_GROUPS) -> list[Standing]:
    """The tenant's groups whose name holds these words, the one heard from last first."""
    given = {"tenant": scope.tenant_id, "words": words.strip().lower(), "most": most}
    names = {row["group_id"] for table in TABLES for row in rows(NAMES.format(table=table), given)}
    found = standings(scope, sorted(names)[:most])
    return sorted(found, key=lambda each: (each.last_at is None, _age(each), each.group_id))


def groups_that_remember(scope: Scope) -> list[str]:
    """The names of groups that an episode was read into: those a question can be asked of."""
    given = {"tenant": scope.tenant_id, "words": "", "most": MOST_GROUPS}
    return [row["group_id"] for row in rows(NAMES.format(table="memory_episode"), given)]


def standing_of(scope: Scope, group_id: str) -> Standing:
    return standings(scope, [group_id])[0]


def standings(scope: Scope, group_ids: Sequence[str]) -> list[Standing]:
    if not group_ids:
        return []
    given = {"tenant": scope.tenant_id, "groups": list(group_ids)}
    return [_standing(row) for row in rows(STANDINGS, given)]


def _standing(row: dict[str, Any]) -> Standing:
    return Standing(
        group_id=row["group_id"],
        entities=row["entities"],
        facts=row["facts"],
        messages=row["messages"],
        waiting=row["waiting"],
        failed=row["failed"],
        last_at=row["last_at"] or row["made_at"],
    )


def _age(standing: Standing) -> float:
    return -standing.last_at.timestamp() if standing.last_at else 0.0
