from django.db import models

from pramana.documents.models.document import Document
from pramana.tenancy.models import ScopedModel


class Page(ScopedModel):
    """How a page was read, and its range in the document's text.

    While the document is being read, a page keeps its own text, so that a reading that was
    interrupted goes on at the page where it stopped.
    """

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="pages")
    number = models.PositiveIntegerField()
    text = models.TextField(default="")
    start = models.PositiveIntegerField(default=0)
    end = models.PositiveIntegerField(default=0)
    read_by = models.CharField(max_length=40)
    confidence = models.FloatField()
    flagged = models.BooleanField()
    quality = models.JSONField(default=dict)
    script = models.CharField(max_length=16)
    language = models.CharField(max_length=8)
    headings = models.JSONField(default=list)
    tables = models.JSONField(default=list)
    blocks = models.JSONField(default=list)
    boxes = models.JSONField(null=True)
    seconds = models.FloatField()
    error = models.TextField(default="")

    class Meta:
        ordering = ("number",)
        indexes = (models.Index(fields=("tenant", "document", "start"), name="page_by_place"),)
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "document", "number"), name="one_page_per_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.document_id} page {self.number}"
