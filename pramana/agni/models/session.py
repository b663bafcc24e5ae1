from django.db import models

from pramana.agni.contracts.states import SessionStatus, TaskStatus
from pramana.tenancy.models import ScopedModel

STATUSES = [(status.value, status.value.replace("_", " ").title()) for status in SessionStatus]
TASK_STATUSES = [(status.value, status.value.title()) for status in TaskStatus]


class StoredExtractionSession(ScopedModel):
    """A document under review. The session as values lies in `session_data`."""

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
