"""Messages into the inbox, and failed ones tried again."""

from collections.abc import Sequence
from datetime import UTC
from uuid import UUID, uuid4
from zlib import crc32

from django.conf import settings
from django.db import transaction

from pramana.jobs.errors import JobNotFound
from pramana.jobs.services import push, push_all, retry_job
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import Incoming, MessageState, MessageView, offset_minutes
from pramana.memory.domain.groups import kept_as
from pramana.memory.errors import MessageNotFailed, MessageNotFound
from pramana.memory.models import Delivery, InboxMessage
from pramana.memory.selectors.inbox import view
from pramana.tenancy.contracts import Quota
from pramana.tenancy.quotas import within

TASK = "memory.read"


@transaction.atomic
def receive(scope: Scope, messages: Sequence[Incoming], *, key: str = "") -> int:
    """Accept messages, each as a row and a job of its own; return how many.

    A key that was seen before means that the request was: nothing is queued twice.
    """
    if key and not _is_first(scope, key):
        return 0
    within(scope, Quota.MESSAGES_PER_DAY, adding=len(messages))
    rows = [_row(scope, position, each) for position, each in enumerate(messages)]
    for lane in dict.fromkeys(lane_of(row.group_id) for row in rows):
        mine = [row for row in rows if lane_of(row.group_id) == lane]
        ids = push_all(scope, lane, TASK, [{"message_id": str(row.pk)} for row in mine])
        for row, job_id in zip(mine, ids, strict=True):
            row.job_id = job_id
    InboxMessage.objects.bulk_create(rows, batch_size=1000)
    return len(rows)


def lane_of(group_id: str) -> str:
    """The lane a group's messages wait in: one for everything, unless several drain.

    With several, a group keeps to one lane, so its messages stay in order.
    """
    drainers = int(settings.PRAMANA.memory_drainers)
    return "memory" if drainers == 1 else f"memory {crc32(group_id.encode()) % drainers}"


def _is_first(scope: Scope, key: str) -> bool:
    made = Delivery.objects.bulk_create(
        [Delivery(tenant_id=scope.tenant_id, key=key)], ignore_conflicts=True
    )
    return Delivery.objects.in_scope(scope).filter(pk=made[0].pk).exists()


def _row(scope: Scope, position: int, message: Incoming) -> InboxMessage:
    return InboxMessage(
        id=uuid4(),
        tenant_id=scope.tenant_id,
        group_id=kept_as(message.group_id),
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
    """Let a failed message be read again, in the place it had."""
    row = _locked(scope, message_id)
    if row.state != MessageState.FAILED or row.job_id is None:
        raise MessageNotFailed(row.pk, row.state)
    row.state, row.error, row.finished_at = MessageState.QUEUED, "", None
    row.job_id = _asked_again(scope, row, row.job_id)
    row.save(update_fields=["state", "error", "finished_at", "job_id"])
    return view(row)


def _asked_again(scope: Scope, row: InboxMessage, job_id: UUID) -> UUID:
    """The message's job, or a new one where that was cleared away long ago."""
    try:
        return retry_job(scope, job_id).id
    except JobNotFound:
        return push(scope, lane_of(row.group_id), TASK, message_id=str(row.pk))


@transaction.atomic
def note_failure(scope: Scope, message_id: UUID, error: str) -> None:
    """Keep why a message could not be read; it stops nobody, and waits to be tried again."""
    row = (
        InboxMessage.objects.in_scope(scope)
        .select_for_update(of=("self",))
        .filter(pk=message_id)
        .first()
    )
    if row is not None and row.state == MessageState.QUEUED:
        row.state, row.error, row.finished_at = MessageState.FAILED, error, utcnow()
        row.attempts += 1
        row.save(update_fields=["state", "error", "finished_at", "attempts"])


def _locked(scope: Scope, message_id: UUID) -> InboxMessage:
    found = InboxMessage.objects.in_scope(scope).select_for_update(of=("self",))
    row = found.filter(pk=message_id).first()
    if row is None:
        raise MessageNotFound(message_id)
    return row
