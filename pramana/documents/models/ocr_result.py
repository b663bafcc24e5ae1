from django.db import models

from pramana.tenancy.models import ScopedModel


class OcrResult(ScopedModel):
    """A document's text as extraction reads it: a view over documents and pages, never a copy."""

    tenant = models.ForeignKey(
        "tenancy.Tenant", on_delete=models.DO_NOTHING, related_name="+"
    )  # nothing of a view's own to erase
    document_id = models.UUIDField()
    user_id = models.UUIDField(null=True)
    raw_text = models.TextField()
    page_count = models.PositiveIntegerField()
    layout = models.JSONField()
    engine = models.TextField()
    processing_time = models.FloatField()
    created_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "ocr_results"

    def __str__(self) -> str:
        return str(self.document_id)
