from django.db import models
from django.db.models.functions import Now

from pramana.tenancy.models import ScopedModel


class Template(ScopedModel):
    """The fields to look for in documents of one type, kept for the whole tenant."""

    name = models.CharField(max_length=200)
    document_type = models.CharField(max_length=100, default="", db_default="")
    description = models.TextField(default="", db_default="")
    fields = models.JSONField(default=list)
    created_by_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "extraction_templates"
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "name"), name="one_template_per_name"),
        )

    def __str__(self) -> str:
        return self.name
