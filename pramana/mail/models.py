"""Who wants to be told by e-mail that work waits."""

from uuid import UUID

from django.db import models

from pramana.tenancy.scoped import ScopedModel


class MailSubscription(ScopedModel):
    """A member who wants e-mail about waiting work of this tenant."""

    user = models.ForeignKey("tenancy.User", on_delete=models.CASCADE, related_name="+")
    language = models.CharField(max_length=10)
    told_at = models.DateTimeField()
    """Only work that came after this is told."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "user"), name="one_subscription_per_member"),
        )

    user_id: UUID

    def __str__(self) -> str:
        return str(self.user_id)
