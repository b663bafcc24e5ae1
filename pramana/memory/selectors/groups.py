"""The groups of a tenant: their names, sizes, queues and rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pramana.kit.errors import NotFound
from pramana.kit.scope import Scope
from pramana.memory.domain.groups import GroupRules, read_rules
from pramana.memory.models import EntityRow, EpisodeRow, GroupRow, InboxMessage
from pramana.memory.sql import fetch_rows

MOST_GROUPS = 500
"""Groups that are listed; beyond that, people search."""

GROUP_TABLES = ("memory_inboxmessage", "memory_episode", "memory_entity", "memory_group")
GROUP_NAMES = """
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
"""Jumps from one group id to the next in the index, so the cost depends on groups, not on rows."""

GROUP_SUMMARIES = """
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
class GroupSummary:
    """How much a group holds, and the state of its messages."""

    group_id: str
    entities: int = 0
    facts: int = 0
    messages: int = 0
    waiting: int = 0
    failed: int = 0
    last_at: datetime | None = None


def groups_of(scope: Scope, words: str = "", *, most: int = MOST_GROUPS) -> list[GroupSummary]:
    """The tenant's groups whose id contains these words, the most recently active first."""
    arguments = {"tenant": scope.tenant_id, "words": words.strip().lower(), "most": most}
    names = {
        row["group_id"]
        for table in GROUP_TABLES
        for row in fetch_rows(GROUP_NAMES.format(table=table), arguments)
    }
    summaries = group_summaries(scope, sorted(names)[:most])
    return sorted(summaries, key=_by_activity)


def groups_with_episodes(scope: Scope) -> list[str]:
    """The ids of groups that hold an episode, and so can answer questions."""
    arguments = {"tenant": scope.tenant_id, "words": "", "most": MOST_GROUPS}
    return [
        row["group_id"] for row in fetch_rows(GROUP_NAMES.format(table="memory_episode"), arguments)
    ]


def group_summary(scope: Scope, group_id: str) -> GroupSummary:
    return group_summaries(scope, [group_id])[0]


def group_summaries(scope: Scope, group_ids: Sequence[str]) -> list[GroupSummary]:
    if not group_ids:
        return []
    arguments = {"tenant": scope.tenant_id, "groups": list(group_ids)}
    return [
        GroupSummary(
            group_id=row["group_id"],
            entities=row["entities"],
            facts=row["facts"],
            messages=row["messages"],
            waiting=row["waiting"],
            failed=row["failed"],
            last_at=row["last_at"] or row["made_at"],
        )
        for row in fetch_rows(GROUP_SUMMARIES, arguments)
    ]


def _by_activity(group: GroupSummary) -> tuple[bool, float, str]:
    """Most recent first; groups without any activity last."""
    return (
        group.last_at is None,
        -group.last_at.timestamp() if group.last_at else 0.0,
        group.group_id,
    )


def check_group_known(scope: Scope, group_id: str) -> None:
    """Raise `NotFound` if nothing is stored for this group."""
    for table in (EpisodeRow, InboxMessage, EntityRow, GroupRow):
        if table.objects.in_scope(scope).filter(group_id=group_id).exists():
            return
    raise NotFound("There is nothing of this group.")


def rules_of(scope: Scope, group_id: str) -> GroupRules:
    """A group's rules, or the default rules if it has no settings."""
    own = GroupRow.objects.in_scope(scope).filter(group_id=group_id).first()
    return read_rules(own.settings, own.families) if own else read_rules({})
