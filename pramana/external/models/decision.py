from django.db import models

from pramana.external.contracts.stages import Verdict
from pramana.external.models.research import ResearchRun
from pramana.tenancy.models import ScopedModel

VERDICTS = [(verdict.value, verdict.value.capitalize()) for verdict in Verdict]


class Decision(ScopedModel):
    """What a person chose to let in, with who and when. One per run, never altered."""

    research = models.OneToOneField(ResearchRun, on_delete=models.CASCADE, related_name="decision")
    verdict = models.CharField(max_length=16, choices=VERDICTS)
    candidate_ids = models.JSONField(default=list)
    added_urls = models.JSONField(default=list)
    rationale = models.TextField(default="")
    decided_by_id = models.UUIDField(null=True)
    decided_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.verdict} by {self.decided_by_id}"
