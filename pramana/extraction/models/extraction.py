from django.db import models
from django.db.models.functions import Now

from pramana.extraction.contracts.states import ExtractionMode, ExtractionStatus
from pramana.tenancy.models import ScopedModel

STATUSES = [(status.value, status.value.replace("_", " ").title()) for status in ExtractionStatus]
MODES = [(mode.value, mode.value.title()) for mode in ExtractionMode]


class Extraction(ScopedModel):
    """What was read out of one document for one person; tools and people write it in place.

    `confidence_scores`, `evidence` and `trust` have the shape of `extracted_fields`: what stands
    for a value in them stands at the value's path. `second_reading` is what deterministic code
    found by itself, against which an agent's values are compared.
    """

    user = models.ForeignKey("tenancy.User", on_delete=models.CASCADE, related_name="+")
    document = models.ForeignKey(
        "documents.Document", on_delete=models.DO_NOTHING, related_name="+"
    )  # goes with its document by `erase_of_documents`, which takes its calls and runs too
    document_type = models.CharField(max_length=100, default="", db_default="")
    mode = models.CharField(max_length=16, choices=MODES, default=ExtractionMode.AUTO.value)
    custom_fields = models.JSONField(default=list)
    extracted_fields = models.JSONField(default=dict)
    confidence_scores = models.JSONField(default=dict)
    evidence = models.JSONField(default=dict)
    trust = models.JSONField(default=dict)
    second_reading = models.JSONField(default=list)
    status = models.CharField(
        max_length=16, choices=STATUSES, default=ExtractionStatus.IN_PROGRESS.value
    )
    error = models.TextField(default="", db_default="")
    summary = models.TextField(default="", db_default="")
    engine = models.CharField(max_length=200, default="", db_default="")
    run = models.ForeignKey("tenancy.Run", on_delete=models.SET_NULL, null=True, related_name="+")
    shared = models.BooleanField(default=False, db_default=False)
    approved_by_id = models.UUIDField(null=True)
    approved_at = models.DateTimeField(null=True)
    locked_by_id = models.UUIDField(null=True)
    locked_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "extractions"
        ordering = ("-created_at", "-id")
        indexes = (
            models.Index(
                fields=("tenant", "user", "-created_at", "-id"), name="extraction_of_person"
            ),
            models.Index(
                fields=("tenant", "document", "-created_at"), name="extraction_of_document"
            ),
        )

    def __str__(self) -> str:
        return f"Extraction {self.id} ({self.status})"
