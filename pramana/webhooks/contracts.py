"""Values about webhooks and what was sent to them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from pramana.tenancy.contracts import NoticeKind

TEST_KIND = "webhook.test"
"""The kind of the event that a person sends to try a webhook."""


OVERLOADED = (408, 429, *range(500, 600))
"""Statuses of a receiver that cannot take any event now."""


class DeliveryState(StrEnum):
    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"


@dataclass(frozen=True)
class WebhookView:
    """A webhook without its secret."""

    id: UUID
    url: str
    description: str
    kinds: tuple[NoticeKind, ...]
    is_active: bool
    failing_since: datetime | None
    """Since when no request succeeded; None while they do."""
    created_at: datetime


@dataclass(frozen=True)
class NewWebhook:
    """A webhook with a new secret. This is the only time the secret is shown."""

    webhook: WebhookView
    secret: str


@dataclass(frozen=True)
class DeliveryAttempt:
    """One request: the status of the response, or the error when there was none."""

    at: datetime
    status: int | None
    error: str
    took_ms: float


@dataclass(frozen=True)
class DeliveryView:
    """An event for a webhook, and every attempt to deliver it."""

    id: UUID
    event_id: UUID
    kind: str
    state: DeliveryState
    data: Mapping[str, Any]
    created_at: datetime
    due_at: datetime | None
    """When it is tried next; None when it is being sent or not tried any more."""
    delivered_at: datetime | None
    attempts: tuple[DeliveryAttempt, ...]


@dataclass(frozen=True)
class DeliveriesPage:
    """Newest first. `next_before` is the id to continue before; None on the last page."""

    deliveries: tuple[DeliveryView, ...]
    next_before: UUID | None


@dataclass(frozen=True)
class SignedRequest:
    """What is sent, as it is sent."""

    url: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class SendResult:
    """How a request ended. `error` is empty when the receiver accepted it."""

    status: int | None
    error: str
    took_ms: float
    is_final: bool = False
    """Whether another attempt would end the same way."""
    is_gone: bool = False
    """Whether the receiver says that it wants no more events."""
    retry_after: int | None = None

    @property
    def is_outage(self) -> bool:
        """Whether the receiver is away or overloaded, and not only against this event."""
        return not self.is_final and (self.status is None or self.status in OVERLOADED)
