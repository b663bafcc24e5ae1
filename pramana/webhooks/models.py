"""The tables of webhooks: where events go, the outbox, and the log of attempts."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from pramana.tenancy.scoped import ScopedModel
from pramana.webhooks.contracts import DeliveryState


class Webhook(ScopedModel):
    """An address that wants events. Its secret is encrypted, because requests are signed with it.

    `failures` counts failed attempts in a row; until `paused_until` nothing is sent.
    """

    url = models.CharField(max_length=2000)
    description = models.CharField(max_length=200, default="")
    kinds = ArrayField(models.CharField(max_length=50))
    secret = models.TextField()
    previous_secret = models.TextField(default="")
    previous_until = models.DateTimeField(null=True)
    is_active = models.BooleanField(default=True)
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    paused_until = models.DateTimeField(null=True)
    created_by_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("created_at", "id")
        indexes = (models.Index(fields=("tenant", "is_active"), name="webhook_by_tenant"),)

    def __str__(self) -> str:
        return self.url


DELIVERY_STATES = [(state.value, state.value) for state in DeliveryState]


class WebhookDelivery(ScopedModel):
    """An event for a webhook: written in the transaction of what it tells, sent afterwards."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event_id = models.UUIDField()
    kind = models.CharField(max_length=50)
    data = models.JSONField(default=dict)
    state = models.CharField(
        max_length=16, choices=DELIVERY_STATES, default=DeliveryState.WAITING.value
    )
    failures = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0)
    """Grows with each job that is queued for it; only the job of the last turn sends."""
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at", "-id")
        indexes = (
            models.Index(
                fields=("tenant", "webhook", "-created_at", "-id"), name="delivery_newest"
            ),
            models.Index(fields=("created_at",), name="delivery_by_age"),
            models.Index(
                fields=("due_at",),
                name="delivery_due",
                condition=models.Q(due_at__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.event_id}"


class WebhookAttempt(ScopedModel):
    """One request for a delivery, and how it ended."""

    delivery = models.ForeignKey(WebhookDelivery, on_delete=models.CASCADE, related_name="attempts")
    at = models.DateTimeField()
    status = models.PositiveIntegerField(null=True)
    error = models.TextField(default="")
    took_ms = models.FloatField()

    class Meta:
        ordering = ("at", "id")

    def __str__(self) -> str:
        return f"{self.delivery_id} at {self.at}"
