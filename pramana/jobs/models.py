"""The jobs we promised to do, the events of each run, and when periodic work was last started."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Func, Q, Value
from django.db.models.functions import Now

from pramana.jobs.contracts import ACTIVE, JobState
from pramana.tenancy.scoped import ScopedModel

STATES = [(state.value, state.value.capitalize()) for state in JobState]
IS_ACTIVE = Q(state__in=[state.value for state in ACTIVE])
IN_LANE = ~Q(lane="")
IS_QUEUED = Q(state=JobState.QUEUED.value)
IS_RUNNING = Q(state=JobState.RUNNING.value)
NEXT_POSITION = Func(
    Value("jobs_job_position"), function="nextval", output_field=models.BigIntegerField()
)


class Job(ScopedModel):
    """A piece of background work. The queue consists of these rows and nothing else.

    `attempt` grows with every start and is what a committing transaction checks. `failures` and
    `crashes` count how earlier attempts ended; they start anew when a person tries again.

    `position` is the place in the lane, `turn` the place in the queue. They differ only after a
    long lane gave way to other work: its next job then gets a later turn. A row is not looked at
    while it is `delayed`; a worker clears that when `due_at` has come.
    """

    position = models.BigIntegerField(db_default=NEXT_POSITION, editable=False)
    turn = models.BigIntegerField(db_default=NEXT_POSITION, editable=False)
    name = models.CharField(max_length=100)
    payload = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    lane = models.CharField(max_length=200, blank=True, default="")
    key = models.CharField(max_length=200, null=True, blank=True)
    state = models.CharField(max_length=16, choices=STATES, default=JobState.QUEUED.value)
    priority = models.SmallIntegerField(default=0)
    delayed = models.BooleanField(default=False)
    due_at = models.DateTimeField(db_default=Now())
    attempt = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    crashes = models.PositiveIntegerField(default=0)
    outage_since = models.DateTimeField(null=True)
    error = models.TextField(blank=True, default="")
    stage = models.CharField(max_length=100, blank=True, default="")
    current = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    actor_id = models.UUIDField(null=True)
    trace_id = models.UUIDField()
    run = models.ForeignKey("tenancy.Run", on_delete=models.CASCADE, null=True, related_name="+")
    worker_id = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-position",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "name", "key"), name="one_job_per_key"),
            models.UniqueConstraint(
                fields=("tenant", "lane"),
                name="one_running_per_lane",
                condition=IS_RUNNING & IN_LANE,
            ),
        )
        indexes = (
            models.Index("tenant", F("position").desc(), name="job_by_tenant"),
            models.Index("tenant", "state", F("position").desc(), name="job_by_state"),
            models.Index(
                "tenant", "lane", "position", name="job_in_lane", condition=IS_ACTIVE & IN_LANE
            ),
            models.Index(
                "tenant", "lane", F("priority").desc(), "turn",
                name="job_ready", condition=IS_QUEUED & Q(delayed=False, crashes=0),
            ),
            models.Index(
                "crashes", "turn",
                name="job_suspect", condition=IS_QUEUED & Q(delayed=False, crashes__gt=0),
            ),
            models.Index("due_at", name="job_delayed", condition=IS_QUEUED & Q(delayed=True)),
            models.Index("worker_id", name="job_running", condition=IS_RUNNING),
            models.Index(
                "position",
                name="job_called_off",
                condition=Q(state=JobState.CANCELLED.value, error=""),
            ),
            models.Index("finished_at", name="job_finished", condition=~IS_ACTIVE),
        )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.name} {self.id}"


class RunEvent(ScopedModel):
    """One event of a run: appended in the transaction of what it reports, never altered."""

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


class PeriodicTick(models.Model):
    """The last minute for which some worker started a piece of periodic work."""

    name = models.CharField(max_length=100, primary_key=True)
    minute = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.minute}"
