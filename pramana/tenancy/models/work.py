"""Tenant → cases → workflows → runs: the business matter, the way of working, one execution."""

from django.db import models

from pramana.tenancy.contracts import RunState
from pramana.tenancy.models.scoped import ScopedModel

RUN_STATES = [(state.value, state.value.capitalize()) for state in RunState]


class Case(ScopedModel):
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return self.name


class Workflow(ScopedModel):
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="workflows")
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "case", "name"), name="one_workflow_name_per_case"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Run(ScopedModel):
    """One execution. Its events are what every stream and progress bar shows."""

    kind = models.CharField(max_length=50)
    case = models.ForeignKey(Case, on_delete=models.SET_NULL, null=True, related_name="runs")
    workflow = models.ForeignKey(
        Workflow, on_delete=models.SET_NULL, null=True, related_name="runs"
    )
    started_by_id = models.UUIDField(null=True)
    state = models.CharField(max_length=16, choices=RUN_STATES, default=RunState.ACTIVE.value)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at",)
        indexes = (models.Index(fields=("tenant", "-created_at"), name="run_by_tenant"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class RunStep(ScopedModel):
    """One passing of a node of the run's graph. It goes with its run."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="steps", db_index=False)
    name = models.CharField(max_length=100)
    began_at = models.DateTimeField()
    took_ms = models.FloatField()
    outcome = models.CharField(max_length=100)

    class Meta:
        ordering = ("began_at", "id")
        indexes = (models.Index(fields=("run", "began_at"), name="step_of_run"),)

    def __str__(self) -> str:
        return f"{self.name}: {self.outcome}"
