"""A file of a tenant, named by its content."""

from django.db import models

from pramana.tenancy.models.scoped import ScopedModel


class StoredFile(ScopedModel):
    """The row is the truth: it is written after its bytes, and bytes without a row are swept."""

    sha256 = models.CharField(max_length=64)
    size = models.BigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "sha256"), name="one_file_per_content"),
        )

    def __str__(self) -> str:
        return self.sha256[:12]

    @property
    def key(self) -> str:
        return f"{self.tenant_id}/{self.sha256[:2]}/{self.sha256}"
