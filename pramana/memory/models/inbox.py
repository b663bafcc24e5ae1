from django.db import models

from pramana.memory.contracts.messages import MessageState
from pramana.tenancy.models import ScopedModel

STATES = [(state.value, state.value.capitalize()) for state in MessageState]


class Delivery(ScopedModel):
    """An `Idempotency-Key` that was seen: the same request again queues nothing."""

    key = models.CharField(max_length=255)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "key"), name="one_delivery_per_key"),
        )


class InboxMessage(ScopedModel):
    """A message as it was accepted, and what became of it. Its job says when it is its turn."""

    group_id = models.TextField()
    content = models.TextField()
    role_type = models.CharField(max_length=16)
    role = models.TextField(blank=True, default="")
    name = models.TextField(blank=True, default="")
    episode_uuid = models.TextField(blank=True, default="")
    """As it was sent: one that is no uuid, or no episode's, fails its job."""
    source_description = models.TextField(blank=True, default="")
    valid_at = models.DateTimeField()
    offset_minutes = models.SmallIntegerField(default=0)
    """The sender's offset from UTC: "yesterday" at 02:00 in Kathmandu is another day in UTC."""
    state = models.CharField(max_length=16, choices=STATES, default=MessageState.QUEUED.value)
    attempts = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True, default="")
    job_id = models.UUIDField(null=True)
    position = models.BigIntegerField(default=0)
    """Its place in the request it came with."""
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(
                fields=("tenant",), name="inbox_waiting", condition=models.Q(state="queued")
            ),
            models.Index(fields=("tenant", "group_id", "created_at"), name="inbox_of_group"),
            models.Index(fields=("tenant", "created_at"), name="inbox_of_day"),
        )
