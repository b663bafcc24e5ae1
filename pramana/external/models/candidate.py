from django.db import models

from pramana.external.contracts.stages import CandidateState
from pramana.external.models.research import ResearchRun
from pramana.tenancy.models import ScopedModel

STATES = [(state.value, state.value.capitalize()) for state in CandidateState]


class Candidate(ScopedModel):
    """A page that a run offers, or that a person added to it. Its id follows from its address."""

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
