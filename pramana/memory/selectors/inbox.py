"""Where a group's messages stand."""

from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import MessageState, MessageView
from pramana.memory.domain.groups import kept_as
from pramana.memory.models import InboxMessage
from pramana.tenancy.quotas import day_start


def messages_of(
    scope: Scope, group_id: str, *, state: MessageState | None = None, limit: int = 100
) -> list[MessageView]:
    """A group's messages, newest first."""
    found = InboxMessage.objects.in_scope(scope).filter(group_id=kept_as(group_id)).defer("content")
    if state is not None:
        found = found.filter(state=state)
    return [view(row) for row in found.order_by("-created_at", "-position")[:limit]]


def counts_of(scope: Scope, group_id: str) -> dict[MessageState, int]:
    """How many of a group's messages are in each state."""
    found = InboxMessage.objects.in_scope(scope).filter(group_id=kept_as(group_id))
    return {state: found.filter(state=state).count() for state in MessageState}


def received_today(scope: Scope) -> int:
    """How many messages came since the day began in UTC."""
    return InboxMessage.objects.in_scope(scope).filter(created_at__gte=day_start()).count()


def view(row: InboxMessage) -> MessageView:
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
