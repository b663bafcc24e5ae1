"""One of everything that webhooks have an address for."""

from uuid import UUID, uuid4

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import NoticeKind
from pramana.webhooks.models import Webhook, WebhookDelivery


def make_delivery(scope: Scope) -> dict[str, UUID]:
    """A webhook that is switched off, with an event that was sent to it."""
    webhook = Webhook(
        tenant_id=scope.tenant_id,
        url="https://receiver.example/events",
        kinds=[NoticeKind.DOCUMENT_READ],
        secret="unused",
        is_active=False,
    )
    webhook.save(force_insert=True)
    delivery = WebhookDelivery(
        tenant_id=scope.tenant_id,
        webhook=webhook,
        event_id=uuid4(),
        kind=NoticeKind.DOCUMENT_READ,
        created_at=utcnow(),
    )
    delivery.save(force_insert=True)
    return {"webhook_id": webhook.id, "delivery_id": delivery.id}
