"""Webhooks over HTTP, for admins."""

from typing import Annotated
from uuid import UUID

from ninja import Query, Router, Schema, Status
from pydantic import ConfigDict, Field

from pramana.kit.texts import ADDRESS, NO_NUL
from pramana.tenancy.contracts import NoticeKind, Role
from pramana.tenancy.http import ScopedRequest, needs
from pramana.webhooks import selectors, services
from pramana.webhooks.contracts import (
    DeliveriesPage,
    DeliveryState,
    DeliveryView,
    NewWebhook,
    WebhookView,
)

router = Router(tags=["webhooks"])

Receiver = Annotated[str, Field(pattern=ADDRESS, max_length=2000)]
Kinds = Annotated[list[NoticeKind], Field(min_length=1, max_length=len(NoticeKind))]
Description = Annotated[str, Field(max_length=200, pattern=NO_NUL)]


class WebhooksOut(Schema):
    webhooks: list[WebhookView]


class WebhookIn(Schema):
    model_config = ConfigDict(extra="forbid")

    url: Receiver
    kinds: Kinds
    description: Description = ""


class WebhookChangeIn(Schema):
    model_config = ConfigDict(extra="forbid")

    url: Receiver | None = None
    kinds: Kinds | None = None
    description: Description | None = None
    is_active: bool | None = None


@router.get("/webhooks/", response=WebhooksOut, auth=needs(Role.ADMIN))
def list_webhooks(request: ScopedRequest) -> dict[str, list[WebhookView]]:
    """All webhooks of the tenant, oldest first. Secrets are not shown."""
    return {"webhooks": selectors.webhooks_of(request.scope)}


@router.post("/webhooks/", response={201: NewWebhook}, auth=needs(Role.ADMIN))
def add_webhook(request: ScopedRequest, body: WebhookIn) -> Status[NewWebhook]:
    """Send events of these kinds to an address. The secret in the answer is shown only once."""
    created = services.create_webhook(
        request.scope, body.url, body.kinds, description=body.description
    )
    return Status(201, created)


@router.get("/webhooks/{uuid:webhook_id}", response=WebhookView, auth=needs(Role.ADMIN))
def one_webhook(request: ScopedRequest, webhook_id: UUID) -> WebhookView:
    """One webhook, and since when it fails."""
    return selectors.get_webhook(request.scope, webhook_id)


@router.patch("/webhooks/{uuid:webhook_id}", response=WebhookView, auth=needs(Role.ADMIN))
def change_webhook(request: ScopedRequest, webhook_id: UUID, body: WebhookChangeIn) -> WebhookView:
    """Change the fields that are sent; `is_active` switches the webhook on and off."""
    return services.change_webhook(request.scope, webhook_id, **body.model_dump())


@router.delete("/webhooks/{uuid:webhook_id}", response={204: None}, auth=needs(Role.ADMIN))
def remove_webhook(request: ScopedRequest, webhook_id: UUID) -> Status[None]:
    """Delete a webhook with its log. Events that wait for it are not sent."""
    services.delete_webhook(request.scope, webhook_id)
    return Status(204, None)


@router.post("/webhooks/{uuid:webhook_id}/secret", response=NewWebhook, auth=needs(Role.ADMIN))
def replace_secret(request: ScopedRequest, webhook_id: UUID) -> NewWebhook:
    """Replace the secret. For 24 hours requests are signed with the old one as well."""
    return services.rotate_secret(request.scope, webhook_id)


@router.post(
    "/webhooks/{uuid:webhook_id}/test", response={202: DeliveryView}, auth=needs(Role.ADMIN)
)
def send_test(request: ScopedRequest, webhook_id: UUID) -> Status[DeliveryView]:
    """Send an event of the kind `webhook.test`. 409 if the webhook is switched off."""
    return Status(202, services.send_test_event(request.scope, webhook_id))


@router.get(
    "/webhooks/{uuid:webhook_id}/deliveries/", response=DeliveriesPage, auth=needs(Role.ADMIN)
)
def list_deliveries(
    request: ScopedRequest,
    webhook_id: UUID,
    state: DeliveryState | None = None,
    before: UUID | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> DeliveriesPage:
    """What was sent and what waits, newest first. Pass `next_before` as `before` to continue."""
    return selectors.deliveries_page(
        request.scope, webhook_id, state=state, before=before, limit=limit
    )


@router.get(
    "/webhooks/{uuid:webhook_id}/deliveries/{uuid:delivery_id}",
    response=DeliveryView,
    auth=needs(Role.ADMIN),
)
def one_delivery(request: ScopedRequest, webhook_id: UUID, delivery_id: UUID) -> DeliveryView:
    """One event with every attempt to deliver it."""
    return selectors.get_delivery(request.scope, webhook_id, delivery_id)


@router.post(
    "/webhooks/{uuid:webhook_id}/deliveries/{uuid:delivery_id}/resend",
    response={202: DeliveryView},
    auth=needs(Role.ADMIN),
)
def resend(request: ScopedRequest, webhook_id: UUID, delivery_id: UUID) -> Status[DeliveryView]:
    """Send an event again, under the same event id. 409 if the webhook is switched off."""
    return Status(202, services.resend_delivery(request.scope, webhook_id, delivery_id))
