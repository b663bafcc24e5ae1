"""The groups of a tenant: their names, sizes and rules, and their queued messages."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models.functions import Substr

from pramana.kit.errors import NotFound
from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import (
    IncomingMessage,
    MessageState,
    MessageView,
    RoleType,
    with_offset,
)
from pramana.memory.domain.groups import GroupRules, inbox_group_id, read_rules
from pramana.memory.models import EntityRow, EpisodeRow, GroupRow, InboxMessage
from pramana.postgres.sql import fetch_rows
from pramana.tenancy.services.quotas import day_start

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
                  count(*) FILTER (WHERE state = 'partly_read') AS partly_read,
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
    partly_read: int = 0
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
            partly_read=row["partly_read"],
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


MESSAGE_QUERY = """
    SELECT message.*, own.settings, own.families,
           (SELECT count(*) FROM memory_inboxmessage waiting
             WHERE waiting.tenant_id = %(tenant)s AND waiting.state = 'queued') - 1 AS remaining
      FROM memory_inboxmessage message
      LEFT JOIN memory_group own
        ON own.tenant_id = %(tenant)s AND own.group_id = message.group_id
     WHERE message.tenant_id = %(tenant)s AND message.id = %(id)s AND message.state <> 'done'
"""


@dataclass(frozen=True)
class QueuedMessage:
    """A message to read, its group's settings as stored, and how many messages are queued."""

    message: IncomingMessage
    settings: str
    families: str
    remaining: int

    def rules(self) -> GroupRules:
        return read_rules(json.loads(self.settings), json.loads(self.families))


def message_to_read(scope: Scope, message_id: UUID) -> QueuedMessage | None:
    """A message that was not read yet; None if it was read or deleted."""
    rows = fetch_rows(MESSAGE_QUERY, {"tenant": scope.tenant_id, "id": message_id})
    if not rows:
        return None
    row = rows[0]
    message = IncomingMessage(
        group_id=row["group_id"],
        content=row["content"],
        role_type=RoleType(row["role_type"]),
        valid_at=with_offset(row["valid_at"], row["offset_minutes"]),
        role=row["role"],
        name=row["name"],
        uuid=row["episode_uuid"],
        source_description=row["source_description"],
    )
    settings, families = row["settings"] or "{}", row["families"] or "[]"
    return QueuedMessage(message, settings, families, row["remaining"])


def messages_of(
    scope: Scope, group_id: str, *, state: MessageState | None = None, limit: int = 100
) -> list[MessageView]:
    """A group's messages, newest first."""
    messages = (
        InboxMessage.objects.in_scope(scope)
        .filter(group_id=inbox_group_id(group_id))
        .defer("content")
    )
    if state is not None:
        messages = messages.filter(state=state)
    return [message_view(row) for row in messages.order_by("-created_at", "-position")[:limit]]


UNREAD_WORDS = 200


def unread_words(scope: Scope, message_ids: Sequence[UUID]) -> dict[UUID, str]:
    """The first words of messages that are not read, or only in part."""
    messages = InboxMessage.objects.in_scope(scope).filter(pk__in=message_ids)
    return dict(messages.values_list("pk", Substr("content", 1, UNREAD_WORDS)))


def counts_of(scope: Scope, group_id: str) -> dict[MessageState, int]:
    """How many of a group's messages are in each state."""
    messages = InboxMessage.objects.in_scope(scope).filter(group_id=inbox_group_id(group_id))
    return {state: messages.filter(state=state).count() for state in MessageState}


def received_today(scope: Scope) -> int:
    """How many messages were accepted since midnight UTC."""
    return InboxMessage.objects.in_scope(scope).filter(created_at__gte=day_start()).count()


def message_view(row: InboxMessage) -> MessageView:
    return MessageView(
        id=row.pk,
        group_id=row.group_id,
        state=MessageState(row.state),
        attempts=row.attempts,
        error=row.error,
        created_at=row.created_at,
        finished_at=row.finished_at,
        job_id=row.job_id,
    )
