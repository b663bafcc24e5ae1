"""The jobs we promised to do, and the story each run tells while it happens."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Func, Q, Value

from pramana.jobs.contracts import ACTIVE, JobState
from pramana.tenancy.models import ScopedModel

STATES = [(state.value, state.value.capitalize()) for state in JobState]
IS_ACTIVE = Q(state__in=[state.value for state in ACTIVE])
NEXT_POSITION = Func(
    Value("jobs_job_position"), function="nextval", output_field=models.BigIntegerField()
)


class Job(ScopedModel):
    """A piece of background work. This row is the truth; the queue only says when to look at it.

    `attempt` grows with every start and is what a committing transaction checks. `failures` and
    `crashes` count how earlier attempts ended; they start anew when a person tries again.
    A job with a `lane` waits for the lane's earlier jobs; its place is `position`.
    """

    position = models.BigIntegerField(db_default=NEXT_POSITION, editable=False)
    name = models.CharField(max_length=100)
    payload = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    lane = models.CharField(max_length=200, blank=True, default="")
    key = models.CharField(max_length=200, null=True, blank=True)
    state = models.CharField(max_length=16, choices=STATES, default=JobState.QUEUED.value)
    attempt = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    crashes = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True, default="")
    stage = models.CharField(max_length=100, blank=True, default="")
    current = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    actor_id = models.UUIDField(null=True)
    trace_id = models.UUIDField()
    run = models.ForeignKey("tenancy.Run", on_delete=models.CASCADE, null=True, related_name="+")
    queue_id = models.BigIntegerField(null=True)
    worker_id = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-position",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "name", "key"), name="one_job_per_key"),
        )
        indexes = (
            models.Index("tenant", F("position").desc(), name="job_by_tenant"),
            models.Index("tenant", "state", F("position").desc(), name="job_by_state"),
            models.Index("tenant", "lane", "position", name="job_in_lane", condition=IS_ACTIVE),
            models.Index("queue_id", name="job_active", condition=IS_ACTIVE),
            models.Index("finished_at", name="job_finished", condition=~IS_ACTIVE),
        )

    def __str__(self) -> str:
        return f"{self.name} {self.id}"


class RunEvent(ScopedModel):
    """One line of a run's story: appended in the transaction of what it tells, never altered."""

    run = models.ForeignKey("tenancy.Run", on_delete=models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=50)
    payload = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("seq",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "run", "seq"), name="one_event_per_seq"),
        )
        indexes = (models.Index(fields=("at",), name="event_by_age"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.run_id}#{self.seq}"
