"""Accepting messages into the inbox, and retrying failed ones."""

import logging
from collections.abc import Iterable, Sequence
from datetime import UTC
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING
from uuid import UUID, uuid4
from zlib import crc32

from django.conf import settings
from django.db import transaction

from pramana.jobs.errors import JobNotFound
from pramana.jobs.queue import copy_all, push, retry_job
from pramana.jobs.streams import STREAMS
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import (
    IncomingMessage,
    MessageState,
    MessageView,
    offset_minutes,
)
from pramana.memory.domain.groups import inbox_group_id
from pramana.memory.errors import (
    IdempotencyKeyReused,
    MessageNotFailed,
    MessageNotFound,
    ServerStopping,
)
from pramana.memory.models import Delivery, InboxMessage
from pramana.memory.selectors.groups import message_view
from pramana.postgres.sql import copy_rows
from pramana.tenancy.contracts import Quota
from pramana.tenancy.services.quotas import check_quota

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

logger = logging.getLogger(__name__)
READ_TASK = "memory.read"
RETRYABLE = frozenset((MessageState.FAILED, MessageState.PARTLY_READ))
MOST_ATTEMPTS = 8
MOST_REREAD = 20
"""How often a partly read message is read by itself, and how many of a tenant at a time."""
PIECE = 2000
"""How many messages are written at a time."""


def accept_messages(scope: Scope, messages: Sequence[IncomingMessage], *, key: str = "") -> int:
    """Store each message as a row with a job of its own; return how many were accepted.

    If the idempotency key was used before, the request is a repetition and nothing is queued.
    """
    return accept_stream(scope, messages, len(messages), key=key)


@transaction.atomic
def accept_stream(
    scope: Scope, messages: Iterable[IncomingMessage], count: int, *, key: str = ""
) -> int:
    """The same for `count` messages that come one by one: all of them or none.

    They are written in pieces, so that very many take no more memory than a few. Raises
    `ServerStopping` between two pieces when the server has been told to stop.
    """
    fingerprint = sha256()
    if key and not _is_first_delivery(scope, key):
        _check_repetition(scope, key, messages)
        return 0
    check_quota(scope, Quota.MESSAGES_PER_DAY, adding=count)
    numbered, accepted, group_id = enumerate(messages), 0, ""
    while piece := [
        _inbox_row(scope, position, each, fingerprint) for position, each in islice(numbered, PIECE)
    ]:
        if STREAMS.is_stopping:
            raise ServerStopping()
        _save_piece(scope, piece)
        accepted, group_id = accepted + len(piece), piece[0].group_id
    if key:
        deliveries = Delivery.objects.in_scope(scope).filter(key=key)
        deliveries.update(fingerprint=fingerprint.hexdigest(), group_id=group_id)
    return accepted


def _save_piece(scope: Scope, rows: list[InboxMessage]) -> None:
    for lane in dict.fromkeys(lane_of(row.group_id) for row in rows):
        in_lane = [row for row in rows if lane_of(row.group_id) == lane]
        ids = copy_all(scope, lane, READ_TASK, [{"message_id": str(row.pk)} for row in in_lane])
        for row, job_id in zip(in_lane, ids, strict=True):
            row.job_id = job_id
    copy_rows(InboxMessage, rows)


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


def _check_repetition(scope: Scope, key: str, messages: Iterable[IncomingMessage]) -> None:
    """Raise `IdempotencyKeyReused` if the key came with other messages before.

    The time of a message that came without one is not compared: it is that of the request.
    """
    fingerprint = sha256()
    for each in messages:
        _add_to_fingerprint(fingerprint, each)
    known = Delivery.objects.in_scope(scope).filter(key=key).values_list("fingerprint", flat=True)
    if known and known[0] not in ("", fingerprint.hexdigest()):
        raise IdempotencyKeyReused(key)


def _add_to_fingerprint(fingerprint: "Hash", message: IncomingMessage) -> None:
    parts = (
        *(message.group_id, message.content, message.role_type.value, message.role),
        *(message.name, message.uuid, message.source_description),
        message.valid_at.isoformat() if message.is_dated else "",
    )
    for part in parts:
        fingerprint.update(f"{len(part)}:{part}".encode("utf-8", "surrogatepass"))


def _inbox_row(
    scope: Scope, position: int, message: IncomingMessage, fingerprint: "Hash"
) -> InboxMessage:
    _add_to_fingerprint(fingerprint, message)
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
    """Queue a failed or partly read message again, in its old position."""
    row = _lock_message(scope, message_id)
    if row is None:
        raise MessageNotFound(message_id)
    if row.state not in RETRYABLE or row.job_id is None:
        raise MessageNotFailed(row.pk, row.state)
    logger.info(
        "message %s is read again: it was %s after %s attempts", row.pk, row.state, row.attempts
    )
    was_failed = row.state == MessageState.FAILED
    row.state, row.error, row.finished_at = MessageState.QUEUED, "", None
    row.job_id = _requeue(scope, row, row.job_id) if was_failed else _push(scope, row)
    row.save(update_fields=["state", "error", "finished_at", "job_id"])
    return message_view(row)


def _requeue(scope: Scope, row: InboxMessage, job_id: UUID) -> UUID:
    """Retry the message's job, or queue a new one if the old job was cleaned up; return its id."""
    try:
        return retry_job(scope, job_id).id
    except JobNotFound:
        return _push(scope, row)


def _push(scope: Scope, row: InboxMessage) -> UUID:
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


def reread_partly_read(scope: Scope) -> int:
    """Queue partly read messages again, oldest first; return how many.

    If the model is still away they come back here, and it was no try. What the model answers badly
    is given up when it was tried often enough.
    """
    waiting = InboxMessage.objects.in_scope(scope).filter(
        state=MessageState.PARTLY_READ, attempts__lt=MOST_ATTEMPTS
    )
    ids = list(waiting.order_by("created_at").values_list("pk", flat=True)[:MOST_REREAD])
    for message_id in ids:
        retry_message(scope, message_id)
    return len(ids)


def tenants_to_reread() -> list[UUID]:
    """Tenants with partly read messages."""
    messages = InboxMessage.objects.unscoped("a periodic task reads again what was skipped")
    partly = messages.filter(state=MessageState.PARTLY_READ, attempts__lt=MOST_ATTEMPTS)
    return list(partly.values_list("tenant_id", flat=True).distinct())
