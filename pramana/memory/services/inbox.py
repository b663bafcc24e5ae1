"""Accepting messages into the inbox, and retrying failed ones."""

from collections.abc import Sequence
from datetime import UTC
from uuid import UUID, uuid4
from zlib import crc32

from django.conf import settings
from django.db import transaction

from pramana.jobs.errors import JobNotFound
from pramana.jobs.queue import push, push_all
from pramana.jobs.services import retry_job
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import (
    IncomingMessage,
    MessageState,
    MessageView,
    offset_minutes,
)
from pramana.memory.domain.groups import inbox_group_id
from pramana.memory.errors import MessageNotFailed, MessageNotFound
from pramana.memory.models import Delivery, InboxMessage
from pramana.memory.selectors.inbox import message_view
from pramana.tenancy.contracts import Quota
from pramana.tenancy.services.quotas import check_quota

READ_TASK = "memory.read"


@transaction.atomic
def accept_messages(scope: Scope, messages: Sequence[IncomingMessage], *, key: str = "") -> int:
    """Store each message as a row with a job of its own; return how many were accepted.

    If the idempotency key was used before, the request is a repetition and nothing is queued.
    """
    if key and not _is_first_delivery(scope, key):
        return 0
    check_quota(scope, Quota.MESSAGES_PER_DAY, adding=len(messages))
    rows = [_inbox_row(scope, position, each) for position, each in enumerate(messages)]
    for lane in dict.fromkeys(lane_of(row.group_id) for row in rows):
        in_lane = [row for row in rows if lane_of(row.group_id) == lane]
        ids = push_all(scope, lane, READ_TASK, [{"message_id": str(row.pk)} for row in in_lane])
        for row, job_id in zip(in_lane, ids, strict=True):
            row.job_id = job_id
    InboxMessage.objects.bulk_create(rows, batch_size=1000)
    return len(rows)


def lane_of(group_id: str) -> str:
    """The lane of a group's messages.

    With several drainers there are several lanes, but a group always uses the same one, so its
    messages stay in order.
    """
    drainers = int(settings.PRAMANA.memory_drainers)
    return "memory" if drainers == 1 else f"memory {crc32(group_id.encode()) % drainers}"


def _is_first_delivery(scope: Scope, key: str) -> bool:
    rows = Delivery.objects.bulk_create(
        [Delivery(tenant_id=scope.tenant_id, key=key)], ignore_conflicts=True
    )
    return Delivery.objects.in_scope(scope).filter(pk=rows[0].pk).exists()


def _inbox_row(scope: Scope, position: int, message: IncomingMessage) -> InboxMessage:
    return InboxMessage(
        id=uuid4(),
        tenant_id=scope.tenant_id,
        group_id=inbox_group_id(message.group_id),
        content=message.content,
        role_type=message.role_type.value,
        role=message.role,
        name=message.name,
        episode_uuid=message.uuid,
        source_description=message.source_description,
        valid_at=message.valid_at.astimezone(UTC),
        offset_minutes=offset_minutes(message.valid_at),
        position=position,
        created_at=utcnow(),
    )


@transaction.atomic
def retry_message(scope: Scope, message_id: UUID) -> MessageView:
    """Queue a failed message again, in its old position."""
    row = _lock_message(scope, message_id)
    if row is None:
        raise MessageNotFound(message_id)
    if row.state != MessageState.FAILED or row.job_id is None:
        raise MessageNotFailed(row.pk, row.state)
    row.state, row.error, row.finished_at = MessageState.QUEUED, "", None
    row.job_id = _requeue(scope, row, row.job_id)
    row.save(update_fields=["state", "error", "finished_at", "job_id"])
    return message_view(row)


def _requeue(scope: Scope, row: InboxMessage, job_id: UUID) -> UUID:
    """Retry the message's job, or queue a new one if the old job was cleaned up; return its id."""
    try:
        return retry_job(scope, job_id).id
    except JobNotFound:
        return push(scope, lane_of(row.group_id), READ_TASK, message_id=str(row.pk))


@transaction.atomic
def record_failure(scope: Scope, message_id: UUID, error: str) -> None:
    """Mark a message as failed, with the error. Other messages go on, and it can be retried."""
    row = _lock_message(scope, message_id)
    if row is not None and row.state == MessageState.QUEUED:
        row.state, row.error, row.finished_at = MessageState.FAILED, error, utcnow()
        row.attempts += 1
        row.save(update_fields=["state", "error", "finished_at", "attempts"])


def _lock_message(scope: Scope, message_id: UUID) -> InboxMessage | None:
    messages = InboxMessage.objects.in_scope(scope).select_for_update(of=("self",))
    return messages.filter(pk=message_id).first()
