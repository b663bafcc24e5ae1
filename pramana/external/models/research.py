from django.db import models

from pramana.external.contracts.stages import Stage
from pramana.tenancy.models import ScopedModel

STAGES = [(stage.value, stage.value.replace("_", " ").capitalize()) for stage in Stage]


class ResearchRun(ScopedModel):
    """One search for outside material: what was asked, how far it is, and what came of it.

    The row and its candidates and decision are the truth. The graph's checkpoint is made from them
    whenever it is missing.
    """

    run = models.OneToOneField("tenancy.Run", on_delete=models.CASCADE, related_name="+")
    text = models.TextField()
    is_question = models.BooleanField()
    collection = models.ForeignKey(
        "documents.Collection", on_delete=models.SET_NULL, null=True, related_name="+"
    )
    enable_hitl = models.BooleanField()
    auto_ingest = models.BooleanField()
    rules = models.JSONField(default=dict)
    budget = models.JSONField(default=dict)
    spent = models.JSONField(default=dict)
    queries = models.JSONField(default=list)
    stage = models.CharField(max_length=32, choices=STAGES, default=Stage.QUEUED.value)
    stages = models.JSONField(default=list)
    results = models.JSONField(null=True)
    """What the search gave, merged; None until selection has seen it."""
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
