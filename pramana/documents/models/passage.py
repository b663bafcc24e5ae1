from django.db import models

from pramana.documents.models.document import Document
from pramana.tenancy.models import ScopedModel


class Passage(ScopedModel):
    """A stretch of its document's text that is found and cited as one."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="passages")
    position = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    page = models.PositiveIntegerField(default=0)
    section = models.CharField(max_length=500, default="")

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "document", "position"), name="one_passage_per_position"
            ),
        )

    def __str__(self) -> str:
        return f"{self.document_id} #{self.position}"
