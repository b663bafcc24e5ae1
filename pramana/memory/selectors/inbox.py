"""The state of a group's messages, and the next message to read."""

import json
from dataclasses import dataclass
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import (
    IncomingMessage,
    MessageState,
    MessageView,
    RoleType,
    with_offset,
)
from pramana.memory.domain.groups import GroupRules, inbox_group_id, read_rules
from pramana.memory.models import InboxMessage
from pramana.memory.sql import fetch_rows
from pramana.tenancy.services.quotas import day_start

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
