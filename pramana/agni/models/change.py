from django.db import models

from pramana.agni.contracts.states import ChangeState, ChangeType
from pramana.tenancy.models import ScopedModel

TYPES = [(kind.value, kind.value.title()) for kind in ChangeType]
STATES = [(state.value, state.value.title()) for state in ChangeState]


class ApprovedEntityChange(ScopedModel):
    """What a person approved for the registry. It outlives the session it came from."""

    change_type = models.CharField(max_length=16, choices=TYPES)
    entity_type = models.CharField(max_length=20)
    entity_sub_type = models.CharField(max_length=50, blank=True, default="")
    nes_entity_id = models.CharField(max_length=300, blank=True, default="")
    entity_data = models.JSONField(default=dict)
    description = models.TextField(blank=True, default="")
    approved_by = models.ForeignKey(
        "tenancy.User", on_delete=models.SET_NULL, null=True, related_name="+"
    )
    approved_at = models.DateTimeField(auto_now_add=True)
    session_id = models.UUIDField()
    source = models.JSONField(default=dict)
    """The document it was read from, by id and title, and the places that name the entity."""
    state = models.CharField(max_length=16, choices=STATES, default=ChangeState.PENDING.value)
    applied_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True, default="")

    class Meta:
        ordering = ("-approved_at", "-id")
        indexes = (
            models.Index(fields=("tenant", "state", "-approved_at"), name="agni_change_by_state"),
            models.Index(fields=("tenant", "session_id"), name="agni_change_of_session"),
        )

    def __str__(self) -> str:
        return f"{self.change_type} {self.entity_type} {self.nes_entity_id}".strip()
