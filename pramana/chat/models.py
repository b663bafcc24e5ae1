"""Conversations and their turns. Tables and columns are named as in the Chat document; the columns
after `created_at` in each table are ours."""

from uuid import uuid4

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.functions import Now

from pramana.chat.contracts.answers import RequestState
from pramana.tenancy.scoped import ScopedModel

STATES = [(state.value, state.value.capitalize()) for state in RequestState]


class ChatSession(ScopedModel):
    """A conversation of one person, or of one visitor of an embedded chat.

    `key_id` is the publishable key a visitor came with. Their session can only be read with its id
    and that key together.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False, db_column="session_id")
    created_at = models.DateTimeField(db_default=Now())
    last_active = models.DateTimeField(db_default=Now())
    user_id = models.UUIDField()
    key_id = models.UUIDField(null=True)
    title = models.CharField(max_length=200, default="", db_default="")
    pinned_at = models.DateTimeField(null=True)
    share_id = models.UUIDField(null=True)
    """In the link that shows the turns until `shared_at` to the tenant; None while private."""
    shared_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "sessions"
        constraints = (
            models.UniqueConstraint(fields=("tenant", "share_id"), name="one_session_per_share"),
        )
        indexes = (
            models.Index(
                fields=("tenant", "user_id", "-last_active"), name="idx_sessions_of_person"
            ),
        )

    def __str__(self) -> str:
        return str(self.id)


class Turn(ScopedModel):
    """One question with its answer: saved with the question, completed with the answer.

    `said` holds the text streamed so far, so that the stream can be resumed. `response` stays empty
    until there is an answer, and a turn without one is not part of the history.
    """

    id = models.BigAutoField(primary_key=True)  # type: ignore[assignment]  # the document counts
    session = models.ForeignKey(
        ChatSession,
        on_delete=models.CASCADE,
        related_name="turns",
        db_column="session_id",
        db_index=False,
    )
    timestamp = models.DateTimeField(db_default=Now())
    query = models.TextField()
    response = models.TextField(default="", db_default="")
    sources = models.JSONField(default=list, db_default=[], encoder=DjangoJSONEncoder)
    metadata = models.JSONField(default=dict, db_default={}, encoder=DjangoJSONEncoder)
    created_at = models.DateTimeField(db_default=Now())
    request_id = models.UUIDField()
    run_id = models.UUIDField()
    state = models.CharField(max_length=16, choices=STATES, default=RequestState.RECEIVED.value)
    said = models.JSONField(default=list)
    fallback_message = models.TextField(default="")
    error = models.TextField(default="")
    error_code = models.CharField(max_length=50, default="")
    engine = models.CharField(max_length=200, default="")
    degraded_reason = models.CharField(max_length=50, default="")
    feedback = models.CharField(max_length=16, default="", db_default="")
    feedback_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "conversations"
        ordering = ("id",)
        indexes = (
            models.Index(fields=("session",), name="idx_conversations_session"),
            models.Index(fields=("-timestamp",), name="idx_conversations_timestamp"),
            models.Index(fields=("tenant", "request_id"), name="idx_conversations_request"),
            models.Index(fields=("tenant", "run_id"), name="idx_conversations_run"),
            models.Index(
                fields=("tenant", "-feedback_at"),
                condition=models.Q(feedback_at__isnull=False),
                name="idx_conversations_feedback",
            ),
        )

    def __str__(self) -> str:
        return f"{self.session_id} #{self.pk}"
