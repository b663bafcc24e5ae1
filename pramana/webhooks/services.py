"""Webhooks and their outbox: a delivery is written and queued with the change that it tells."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.db import transaction

from pramana.jobs.queue import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.kit.texts import storable
from pramana.tenancy.contracts import NoticeKind
from pramana.tenancy.encryption import decrypt_secret, encrypt_secret
from pramana.tenancy.locking import lock_row
from pramana.tenancy.services import audit
from pramana.tenancy.services.notices import Notice
from pramana.webhooks.contracts import (
    TEST_KIND,
    DeliveryState,
    DeliveryView,
    NewWebhook,
    SendResult,
    SignedRequest,
    WebhookView,
)
from pramana.webhooks.errors import (
    DeliveryNotFound,
    NoKinds,
    TooManyWebhooks,
    WebhookNotFound,
    WebhookOff,
)
from pramana.webhooks.models import Webhook, WebhookAttempt, WebhookDelivery
from pramana.webhooks.selectors import get_delivery, webhook_view
from pramana.webhooks.sending import (
    OFF_AFTER,
    OFF_FAILURES,
    check_receiver,
    event_body,
    new_secret,
    next_attempt_at,
    pause_until,
    signature_headers,
)

MOST_WEBHOOKS = 20
LONGEST_DESCRIPTION = 200
OLD_SECRET_KEEPS = timedelta(hours=24)
"""How long requests are also signed with the secret that was replaced."""
DELIVER = "webhooks.deliver"
MOST_AT_ONCE = 1000
"""How many deliveries are queued in one go; the rest follow a minute later."""
SWITCHED_OFF = "The webhook was switched off."


def create_webhook(
    scope: Scope, url: str, kinds: Iterable[NoticeKind], *, description: str = ""
) -> NewWebhook:
    """Add a webhook. The returned secret is shown once and stored encrypted.

    The address is checked first, which may take seconds, so no transaction is open meanwhile.
    """
    chosen, address = _in_order(kinds), check_receiver(url)
    secret = new_secret()
    with transaction.atomic():
        if Webhook.objects.in_scope(scope).count() >= MOST_WEBHOOKS:
            raise TooManyWebhooks(MOST_WEBHOOKS)
        row = Webhook(
            tenant_id=scope.tenant_id,
            url=address,
            description=_description(description),
            kinds=chosen,
            secret=encrypt_secret(scope, secret),
            created_by_id=scope.actor_id,
        )
        row.save(force_insert=True)
        audit(scope, "webhook.created", "webhook", row.id)
    return NewWebhook(webhook_view(row), secret)


def change_webhook(
    scope: Scope,
    webhook_id: UUID,
    *,
    url: str | None = None,
    kinds: Iterable[NoticeKind] | None = None,
    description: str | None = None,
    is_active: bool | None = None,
) -> WebhookView:
    """Change what is given and leave the rest. Whoever changes it wants it tried at once."""
    address = check_receiver(url) if url is not None else None
    with transaction.atomic():
        row = lock_webhook(scope, webhook_id)
        row.url = address or row.url
        if kinds is not None:
            row.kinds = _in_order(kinds)
        if description is not None:
            row.description = _description(description)
        if is_active is not None:
            row.is_active = is_active
        row.failures, row.failing_since, row.paused_until = 0, None, None
        row.save()
        audit(scope, "webhook.changed", "webhook", row.id)
    return webhook_view(row)


@transaction.atomic
def rotate_secret(scope: Scope, webhook_id: UUID) -> NewWebhook:
    """Replace the secret. For a day requests carry a signature by each of the two."""
    row, secret = lock_webhook(scope, webhook_id), new_secret()
    row.previous_secret, row.previous_until = row.secret, utcnow() + OLD_SECRET_KEEPS
    row.secret = encrypt_secret(scope, secret)
    row.save()
    audit(scope, "webhook.secret_replaced", "webhook", row.id)
    return NewWebhook(webhook_view(row), secret)


@transaction.atomic
def delete_webhook(scope: Scope, webhook_id: UUID) -> None:
    """Delete a webhook with its log. What still waits is not sent."""
    row = lock_webhook(scope, webhook_id)
    row.delete()
    audit(scope, "webhook.deleted", "webhook", webhook_id)


def lock_webhook(scope: Scope, webhook_id: UUID) -> Webhook:
    return lock_row(Webhook.objects.in_scope(scope).filter(pk=webhook_id), WebhookNotFound())


def _in_order(kinds: Iterable[NoticeKind]) -> list[str]:
    """The kinds without repetition, in the order in which we list them."""
    chosen = set(kinds)
    if not chosen:
        raise NoKinds()
    return [kind.value for kind in NoticeKind if kind in chosen]


def _description(text: str) -> str:
    return storable(text).strip()[:LONGEST_DESCRIPTION]


def write_deliveries(scope: Scope, notice: Notice) -> None:
    """Write a delivery for each webhook that asks for this kind, in the caller's transaction."""
    webhooks = Webhook.objects.in_scope(scope).filter(
        is_active=True, kinds__contains=[notice.kind.value]
    )
    for webhook in webhooks:
        _write_delivery(scope, webhook, notice.id, notice.kind.value, notice.about, notice.at)


@transaction.atomic
def send_test_event(scope: Scope, webhook_id: UUID) -> DeliveryView:
    """Send an event of the kind `webhook.test`, to see whether the receiver accepts it."""
    webhook = lock_webhook(scope, webhook_id)
    if not webhook.is_active:
        raise WebhookOff()
    webhook.paused_until = None
    webhook.save(update_fields=["paused_until"])
    row = _write_delivery(scope, webhook, uuid4(), TEST_KIND, {}, utcnow())
    return get_delivery(scope, webhook_id, row.id)


@transaction.atomic
def resend_delivery(scope: Scope, webhook_id: UUID, delivery_id: UUID) -> DeliveryView:
    """Send an event again, now, under the same event id and with all its attempts."""
    webhook = lock_webhook(scope, webhook_id)
    if not webhook.is_active:
        raise WebhookOff()
    row = _lock_delivery(scope, delivery_id, webhook_id=webhook_id)
    webhook.paused_until = None
    webhook.save(update_fields=["paused_until"])
    row.failures, row.delivered_at = 0, None
    _queue_now(scope, row)
    audit(scope, "webhook.resent", "webhook", webhook_id)
    return get_delivery(scope, webhook_id, delivery_id)


def _write_delivery(
    scope: Scope,
    webhook: Webhook,
    event_id: UUID,
    kind: str,
    data: dict[str, str],
    at: datetime,
) -> WebhookDelivery:
    row = WebhookDelivery(
        tenant_id=scope.tenant_id,
        webhook=webhook,
        event_id=event_id,
        kind=kind,
        data=data,
        created_at=at,
    )
    _queue_now(scope, row)
    return row


def _queue_now(scope: Scope, row: WebhookDelivery) -> None:
    """Queue the job that sends the delivery.

    Each job knows its turn, so a job that was overtaken by a newer one sends nothing.
    """
    row.state, row.due_at, row.turn = DeliveryState.WAITING, None, row.turn + 1
    row.save()
    enqueue(scope, DELIVER, delivery_id=row.id, turn=row.turn)


def _wait_until(row: WebhookDelivery, at: datetime) -> None:
    """Let the delivery wait; `queue_due_deliveries` queues it then.

    It may wait for hours, so it is no job meanwhile: nothing is running.
    """
    row.state, row.due_at = DeliveryState.WAITING, at
    row.save()


def queue_due_deliveries(now: datetime) -> int:
    """Queue the deliveries whose time has come, in every tenant; return how many."""
    every = WebhookDelivery.objects.unscoped("the deliveries of every tenant have their times")
    due = every.filter(state=DeliveryState.WAITING, due_at__lte=now).order_by("due_at")
    queued = 0
    for tenant_id, delivery_id in list(due.values_list("tenant_id", "pk")[:MOST_AT_ONCE]):
        scope = Scope(tenant_id=tenant_id)
        with transaction.atomic():
            row = _find_delivery(scope, delivery_id)
            if row and row.state == DeliveryState.WAITING and row.due_at and row.due_at <= now:
                _queue_now(scope, row)
                queued += 1
    return queued


@transaction.atomic
def prepare_request(
    scope: Scope, delivery_id: UUID, turn: int, *, at: datetime
) -> SignedRequest | None:
    """The signed request of a delivery; None where this turn has nothing to send.

    A receiver that failed is left alone for a while: its deliveries wait without costing attempts.
    """
    row = _find_delivery(scope, delivery_id)
    if row is None or row.state != DeliveryState.WAITING or row.turn != turn:
        return None
    webhook = row.webhook
    if not webhook.is_active:
        fail_delivery(scope, delivery_id, turn, SWITCHED_OFF, at=at)
        return None
    if webhook.paused_until and webhook.paused_until > at:
        _wait_until(row, webhook.paused_until)
        return None
    body = event_body(row.event_id, row.kind, row.created_at, row.data)
    headers = signature_headers(_signing_secrets(scope, webhook, at), row.event_id, at, body)
    return SignedRequest(webhook.url, headers, body)


def _signing_secrets(scope: Scope, webhook: Webhook, at: datetime) -> list[str]:
    stored = [webhook.secret]
    if webhook.previous_until and webhook.previous_until > at:
        stored.append(webhook.previous_secret)
    return [decrypt_secret(scope, each) for each in stored]


@transaction.atomic
def record_attempt(scope: Scope, delivery_id: UUID, result: SendResult, *, at: datetime) -> None:
    """Write how a request ended, and schedule the next one if it failed."""
    rows = WebhookDelivery.objects.in_scope(scope).filter(pk=delivery_id)
    webhook_id = rows.values_list("webhook_id", flat=True).first()
    if webhook_id is None:
        return  # the webhook was deleted meanwhile
    webhook = lock_webhook(scope, webhook_id)
    row = _lock_delivery(scope, delivery_id)
    _log_attempt(scope, row, result, at)
    if not result.error:
        _mark_delivered(webhook, row, at)
        return
    row.failures += 1
    _count_failure(scope, webhook, result, at)
    next_at = next_attempt_at(row.failures, at, result.retry_after)
    if next_at is None or result.is_final or not webhook.is_active:
        row.state, row.due_at = DeliveryState.FAILED, None
        row.save()
    else:
        _wait_until(row, next_at)


def _mark_delivered(webhook: Webhook, row: WebhookDelivery, at: datetime) -> None:
    row.state, row.due_at, row.delivered_at = DeliveryState.DELIVERED, None, at
    row.save()
    if webhook.failures:
        webhook.failures, webhook.failing_since, webhook.paused_until = 0, None, None
        webhook.save(update_fields=["failures", "failing_since", "paused_until"])


def _count_failure(scope: Scope, webhook: Webhook, result: SendResult, at: datetime) -> None:
    """Leave the receiver alone for a while, and switch off one that is gone or failed for days."""
    webhook.failures += 1
    webhook.failing_since = webhook.failing_since or at
    if result.is_outage:
        webhook.paused_until = pause_until(webhook.failures, at, result.retry_after)
    fails_for_long = at - webhook.failing_since >= OFF_AFTER and webhook.failures >= OFF_FAILURES
    if result.is_gone or fails_for_long:
        webhook.is_active = False
        audit(scope, "webhook.switched_off", "webhook", webhook.id)
    webhook.save(update_fields=["failures", "failing_since", "paused_until", "is_active"])


@transaction.atomic
def fail_delivery(scope: Scope, delivery_id: UUID, turn: int, error: str, *, at: datetime) -> None:
    """Give a delivery up without a request, with the reason in its log."""
    row = _find_delivery(scope, delivery_id)
    if row is None or row.state != DeliveryState.WAITING or row.turn != turn:
        return
    _log_attempt(scope, row, SendResult(None, error, 0.0), at)
    row.state, row.due_at = DeliveryState.FAILED, None
    row.save()


def delete_deliveries_before(moment: datetime) -> int:
    """Delete the log up to then, in every tenant. What still waits is kept."""
    old = WebhookDelivery.objects.unscoped("the log of every tenant is kept as long")
    ended = old.filter(created_at__lt=moment).exclude(state=DeliveryState.WAITING)
    return ended.delete()[0]


def _log_attempt(scope: Scope, row: WebhookDelivery, result: SendResult, at: datetime) -> None:
    WebhookAttempt(
        tenant_id=scope.tenant_id,
        delivery=row,
        at=at,
        status=result.status,
        error=result.error,
        took_ms=result.took_ms,
    ).save(force_insert=True)


def _find_delivery(scope: Scope, delivery_id: UUID) -> WebhookDelivery | None:
    rows = WebhookDelivery.objects.in_scope(scope).filter(pk=delivery_id)
    return rows.select_related("webhook").select_for_update(of=("self",)).first()


def _lock_delivery(scope: Scope, delivery_id: UUID, **further: UUID) -> WebhookDelivery:
    rows = WebhookDelivery.objects.in_scope(scope).filter(pk=delivery_id, **further)
    return lock_row(rows, DeliveryNotFound())
