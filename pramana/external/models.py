from django.db import models

from pramana.external.contracts import CandidateState, Stage, Verdict
from pramana.retrieval.scoring.contracts import PolicyEffect
from pramana.tenancy.scoped import ScopedModel

STAGES = [(stage.value, stage.value.replace("_", " ").capitalize()) for stage in Stage]


class ResearchSchedule(ScopedModel):
    """A request that is researched every day or every week, in the name of whoever made it."""

    text = models.TextField()
    request = models.JSONField()
    weekday = models.PositiveSmallIntegerField(null=True)
    """From 0, Monday; None for every day."""
    hour = models.PositiveSmallIntegerField()
    next_at = models.DateTimeField()
    is_paused = models.BooleanField(default=False)
    created_by_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("created_at", "id")
        indexes = (models.Index(fields=("next_at",), name="schedule_due"),)

    def __str__(self) -> str:
        return self.text


class ResearchRun(ScopedModel):
    """One research run: its request, its stage and its results.

    The row, its candidates and its decision are authoritative. The graph's checkpoint only says
    where the graph is paused, and is rebuilt from the rows when it is missing.
    """

    run = models.OneToOneField("tenancy.Run", on_delete=models.CASCADE, related_name="+")
    schedule = models.ForeignKey(
        ResearchSchedule, on_delete=models.SET_NULL, null=True, related_name="runs"
    )
    text = models.TextField()
    is_question = models.BooleanField()
    collection = models.ForeignKey(
        "documents.Collection", on_delete=models.SET_NULL, null=True, related_name="+"
    )
    enable_hitl = models.BooleanField()
    auto_ingest = models.BooleanField()
    plan_first = models.BooleanField(default=False)
    plan = models.JSONField(null=True)
    """What was proposed and what a person approved; None until it has been proposed."""
    rules = models.JSONField(default=dict)
    budget = models.JSONField(default=dict)
    spent = models.JSONField(default=dict)
    queries = models.JSONField(default=list)
    stage = models.CharField(max_length=32, choices=STAGES, default=Stage.QUEUED.value)
    stages = models.JSONField(default=list)
    results = models.JSONField(null=True)
    """The merged search results; None until candidates have been selected."""
    dropped = models.JSONField(default=list)
    error = models.TextField(default="")
    answer = models.JSONField(null=True)
    created_by_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at", "-id")
        indexes = (
            models.Index(fields=("tenant", "-created_at", "-id"), name="research_newest"),
            models.Index(fields=("tenant", "stage", "-created_at"), name="research_in_stage"),
        )

    def __str__(self) -> str:
        return f"Research {self.id} ({self.stage})"

    def add_spent(self, **amounts: int) -> None:
        """Add tokens, searches or pages to what the run has spent. Does not save."""
        totals = {name: self.spent.get(name, 0) + amount for name, amount in amounts.items()}
        self.spent = {**self.spent, **totals}


STATES = [(state.value, state.value.capitalize()) for state in CandidateState]


class Candidate(ScopedModel):
    """A page that a run offers or a person added. Its id is derived from its URL."""

    research = models.ForeignKey(ResearchRun, on_delete=models.CASCADE, related_name="candidates")
    url = models.CharField(max_length=2000)
    title = models.TextField(default="")
    snippet = models.TextField(default="")
    source = models.CharField(max_length=40)
    position = models.PositiveIntegerField()
    score = models.FloatField(default=0)
    reasons = models.JSONField(default=list)
    facets = models.JSONField(default=dict)
    adds = models.JSONField(default=list)
    recommended_ingest = models.BooleanField(default=False)
    is_pdf = models.BooleanField(default=False)
    published = models.CharField(max_length=100, default="")
    state = models.CharField(max_length=16, choices=STATES, default=CandidateState.OFFERED.value)
    error = models.TextField(default="")
    document_id = models.UUIDField(null=True)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "research", "url"), name="one_candidate_per_address"
            ),
        )
        indexes = (models.Index(fields=("tenant", "document_id"), name="candidate_document"),)

    def __str__(self) -> str:
        return self.url


VERDICTS = [(verdict.value, verdict.value.capitalize()) for verdict in Verdict]


class Decision(ScopedModel):
    """Which pages a person approved, who and when. One per run, never altered."""

    research = models.OneToOneField(ResearchRun, on_delete=models.CASCADE, related_name="decision")
    verdict = models.CharField(max_length=16, choices=VERDICTS)
    candidate_ids = models.JSONField(default=list)
    rejected_ids = models.JSONField(default=list)
    added_urls = models.JSONField(default=list)
    rationale = models.TextField(default="")
    decided_by_id = models.UUIDField(null=True)
    decided_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.verdict} by {self.decided_by_id}"


EFFECTS = [(effect.value, effect.value.capitalize()) for effect in PolicyEffect]


class SourcePolicy(ScopedModel):
    """A tenant's rule about a source, for every later run. One per host or pattern."""

    pattern = models.CharField(max_length=300)
    effect = models.CharField(max_length=16, choices=EFFECTS)
    points = models.PositiveSmallIntegerField(default=0)
    note = models.TextField(default="")
    created_by_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pattern",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "pattern"), name="one_policy_per_source"),
        )

    def __str__(self) -> str:
        return f"{self.effect} {self.pattern}"
