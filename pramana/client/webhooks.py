"""Webhooks: where events are sent, what was sent, and how a receiver checks a signature."""

import hashlib
import hmac
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pramana.client.calls import (
    MOST,
    ApiCall,
    ApiModel,
    Id,
    Pages,
    continue_from,
    many,
    nothing,
    one,
    present_values,
)
from pramana.client.errors import SignatureError
from pramana.client.operations import C, Part, operation, page_operation

Kind = Literal[
    "document.read",
    "document.failed",
    "review.ready",
    "extraction.approved",
    "fact.closed",
    "research.waiting",
    "run.done",
    "run.failed",
]
WEBHOOKS = "/api/webhooks/"
REPLAY_WINDOW_S = 300.0


class WebhookInfo(ApiModel):
    id: UUID
    url: str
    description: str
    kinds: list[str]
    is_active: bool
    failing_since: datetime | None
    created_at: datetime


class CreatedWebhook(ApiModel):
    """`secret` is shown only once."""

    webhook: WebhookInfo
    secret: str


class AttemptInfo(ApiModel):
    at: datetime
    status: int | None
    error: str
    took_ms: float


class DeliveryInfo(ApiModel):
    id: UUID
    event_id: UUID
    kind: str
    state: Literal["waiting", "delivered", "failed"]
    data: dict[str, Any]
    created_at: datetime
    due_at: datetime | None
    delivered_at: datetime | None
    attempts: list[AttemptInfo]


class DeliveryList(ApiModel):
    deliveries: list[DeliveryInfo]
    next_before: UUID | None


class Webhooks(Part[C]):
    @operation
    def every(self) -> ApiCall[list[WebhookInfo]]:
        """All webhooks of the tenant."""
        return ApiCall("GET", WEBHOOKS, many(WebhookInfo, "webhooks"))

    @operation
    def create(
        self, url: str, kinds: Sequence[Kind], *, description: str = ""
    ) -> ApiCall[CreatedWebhook]:
        """Send events of these kinds to an address. Keep the secret: it is shown only once."""
        body = present_values(url=url, kinds=kinds, description=description)
        return ApiCall("POST", WEBHOOKS, one(CreatedWebhook), json=body)

    @operation
    def change(
        self,
        webhook_id: Id,
        *,
        url: str | None = None,
        kinds: Sequence[Kind] | None = None,
        is_active: bool | None = None,
    ) -> ApiCall[WebhookInfo]:
        """Change the values that are given."""
        body = present_values(url=url, kinds=kinds, is_active=is_active)
        return ApiCall(
            "PATCH", f"{WEBHOOKS}{webhook_id}", one(WebhookInfo), json=body, repeatable=True
        )

    @operation
    def replace_secret(self, webhook_id: Id) -> ApiCall[CreatedWebhook]:
        """Replace the secret; the old one is valid for another 24 hours."""
        return ApiCall("POST", f"{WEBHOOKS}{webhook_id}/secret", one(CreatedWebhook))

    @operation
    def send_test(self, webhook_id: Id) -> ApiCall[DeliveryInfo]:
        """Send an event of the kind `webhook.test`."""
        return ApiCall("POST", f"{WEBHOOKS}{webhook_id}/test", one(DeliveryInfo))

    @page_operation
    def deliveries(self, webhook_id: Id) -> Pages[DeliveryList, DeliveryInfo]:
        """What was sent and what waits, newest first."""
        path = f"{WEBHOOKS}{webhook_id}/deliveries/"
        return Pages(
            ApiCall("GET", path, one(DeliveryList), params={"limit": MOST}),
            lambda page: page.deliveries,
            lambda page: continue_from("before", page.next_before),
        )

    @operation
    def resend(self, webhook_id: Id, delivery_id: Id) -> ApiCall[DeliveryInfo]:
        """Send an event again, under the same event id."""
        path = f"{WEBHOOKS}{webhook_id}/deliveries/{delivery_id}/resend"
        return ApiCall("POST", path, one(DeliveryInfo))

    @operation
    def delete(self, webhook_id: Id) -> ApiCall[None]:
        """Delete a webhook with its log."""
        return ApiCall("DELETE", f"{WEBHOOKS}{webhook_id}", nothing)


def verify_signature(
    secret: str, headers: Mapping[str, str], body: bytes, *, now: float | None = None
) -> None:
    """Raise `SignatureError` unless we sent this body, within the last five minutes.

    An event may come more than once: keep its `webhook-id` and ignore one that you know.
    """
    lowered = {name.lower(): value for name, value in headers.items()}
    event_id, seconds = lowered.get("webhook-id", ""), lowered.get("webhook-timestamp", "")
    if not seconds.isdecimal() or abs((now or time.time()) - int(seconds)) > REPLAY_WINDOW_S:
        raise SignatureError("The request is too old, or its timestamp is missing.")
    signed = f"{event_id}.{seconds}.".encode() + body
    key = b64decode(secret.removeprefix("whsec_"))
    expected = b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode("ascii")
    for signature in lowered.get("webhook-signature", "").split():
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(value, expected):
            return
    raise SignatureError("The signature does not fit the body and the secret.")
