"""The tables of sessions and approved changes."""

from django.db import models

from pramana.agni.contracts import ChangeState, ChangeType, SessionStatus, TaskStatus
from pramana.tenancy.scoped import ScopedModel

STATUSES = [(status.value, status.value.replace("_", " ").title()) for status in SessionStatus]
TASK_STATUSES = [(status.value, status.value.title()) for status in TaskStatus]


class StoredExtractionSession(ScopedModel):
    """A document under review. `session_data` holds the session as JSON."""

    document = models.ForeignKey("documents.Document", on_delete=models.CASCADE, related_name="+")
    session_data = models.JSONField(default=dict)
    status = models.CharField(max_length=32, choices=STATUSES, default=SessionStatus.PENDING.value)
    current_task_id = models.CharField(max_length=100, blank=True, default="")
    task_status = models.CharField(
        max_length=16, choices=TASK_STATUSES, default=TaskStatus.QUEUED.value
    )
    error_message = models.TextField(blank=True, default="")
    progress_info = models.JSONField(default=dict)
    run = models.ForeignKey("tenancy.Run", on_delete=models.SET_NULL, null=True, related_name="+")
    restarted_from_id = models.UUIDField(null=True)
    created_by = models.ForeignKey(
        "tenancy.User", on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("-created_at", "-id")
        indexes = (
            models.Index(fields=("tenant", "-created_at", "-id"), name="agni_session_newest"),
            models.Index(fields=("tenant", "document"), name="agni_session_of_document"),
        )

    def __str__(self) -> str:
        return f"Session {self.id} ({self.status})"


TYPES = [(kind.value, kind.value.title()) for kind in ChangeType]
STATES = [(state.value, state.value.title()) for state in ChangeState]


class ApprovedEntityChange(ScopedModel):
    """A change that a person approved for the registry. It outlives its session."""

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
    """The document's id and title, and the places in it that name the entity."""
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
