"""Questions about webhooks and the log of what was sent to them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import Q

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import NoticeKind
from pramana.webhooks.contracts import (
    DeliveriesPage,
    DeliveryAttempt,
    DeliveryState,
    DeliveryView,
    WebhookView,
)
from pramana.webhooks.errors import DeliveryNotFound, WebhookNotFound
from pramana.webhooks.models import Webhook, WebhookAttempt, WebhookDelivery

PAGE = 50


def webhook_view(row: Webhook) -> WebhookView:
    return WebhookView(
        id=row.id,
        url=row.url,
        description=row.description,
        kinds=tuple(NoticeKind(kind) for kind in row.kinds),
        is_active=row.is_active,
        failing_since=row.failing_since,
        created_at=row.created_at,
    )


def delivery_views(scope: Scope, rows: Sequence[WebhookDelivery]) -> list[DeliveryView]:
    """Deliveries with their attempts, which are read in one query."""
    attempts: defaultdict[UUID, list[DeliveryAttempt]] = defaultdict(list)
    for each in WebhookAttempt.objects.in_scope(scope).filter(delivery__in=rows):
        attempt = DeliveryAttempt(each.at, each.status, each.error, each.took_ms)
        attempts[each.delivery_id].append(attempt)
    return [_delivery_view(row, attempts[row.id]) for row in rows]


def _delivery_view(row: WebhookDelivery, attempts: Iterable[DeliveryAttempt]) -> DeliveryView:
    return DeliveryView(
        id=row.id,
        event_id=row.event_id,
        kind=row.kind,
        state=DeliveryState(row.state),
        data=row.data,
        created_at=row.created_at,
        due_at=row.due_at,
        delivered_at=row.delivered_at,
        attempts=tuple(attempts),
    )


def webhooks_of(scope: Scope) -> list[WebhookView]:
    """The tenant's webhooks, oldest first."""
    return [webhook_view(row) for row in Webhook.objects.in_scope(scope)]


def get_webhook(scope: Scope, webhook_id: UUID) -> WebhookView:
    row = Webhook.objects.in_scope(scope).filter(pk=webhook_id).first()
    if row is None:
        raise WebhookNotFound()
    return webhook_view(row)


def deliveries_page(
    scope: Scope,
    webhook_id: UUID,
    *,
    state: DeliveryState | None = None,
    before: UUID | None = None,
    limit: int = PAGE,
) -> DeliveriesPage:
    """What was sent to a webhook or waits for it, newest first."""
    get_webhook(scope, webhook_id)
    rows = WebhookDelivery.objects.in_scope(scope).filter(webhook_id=webhook_id)
    if before:
        last = get_delivery(scope, webhook_id, before)
        rows = rows.filter(
            Q(created_at__lt=last.created_at) | Q(created_at=last.created_at, id__lt=last.id)
        )
    if state:
        rows = rows.filter(state=state)
    found = list(rows[: limit + 1])
    return DeliveriesPage(
        deliveries=tuple(delivery_views(scope, found[:limit])),
        next_before=found[limit - 1].id if len(found) > limit else None,
    )


def get_delivery(scope: Scope, webhook_id: UUID, delivery_id: UUID) -> DeliveryView:
    rows = WebhookDelivery.objects.in_scope(scope).filter(pk=delivery_id, webhook_id=webhook_id)
    views = delivery_views(scope, list(rows))
    if not views:
        raise DeliveryNotFound()
    return views[0]
