"""People, what they may do where, and the keys and links that stand for them."""

from uuid import uuid4

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.db import models

from pramana.tenancy.contracts import KeyKind, Role
from pramana.tenancy.models.scoped import ScopedModel

ROLES = [(role.value, role.value.capitalize()) for role in Role]
KEY_KINDS = [(kind.value, kind.value.capitalize()) for kind in KeyKind]


class User(AbstractUser):
    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)


class Membership(ScopedModel):
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=16, choices=ROLES)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("created_at",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "user"), name="one_membership_per_tenant"),
        )

    def __str__(self) -> str:
        return f"{self.user} as {self.role}"


class ApiKey(ScopedModel):
    """A key is shown once and kept as a hash; the prefix is there to recognise it by."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=16, choices=KEY_KINDS, default=KeyKind.SECRET.value)
    role = models.CharField(max_length=16, choices=ROLES)
    prefix = models.CharField(max_length=16)
    digest = models.BinaryField(max_length=32, unique=True)
    origins = ArrayField(models.CharField(max_length=255), default=list, blank=True)
    collections = ArrayField(models.UUIDField(), default=list, blank=True)
    rate_per_minute = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at",)
        indexes = (models.Index(fields=("tenant", "-created_at"), name="apikey_by_tenant"),)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class SignInLink(models.Model):
    """A link that signs one person in once."""

    digest = models.BinaryField(max_length=32, primary_key=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)


class FailedSignIn(models.Model):
    """Kept for a quarter of an hour, so that passwords cannot be tried in bulk."""

    name = models.CharField(max_length=150, db_index=True)
    address = models.CharField(max_length=64, db_index=True)
    at = models.DateTimeField(auto_now_add=True)


class AuditEntry(ScopedModel):
    """Who did what to what. Written in the transaction of the change, never altered."""

    at = models.DateTimeField(auto_now_add=True)
    actor_id = models.UUIDField(null=True)
    trace_id = models.UUIDField()
    action = models.CharField(max_length=100)
    subject_type = models.CharField(max_length=50)
    subject_id = models.CharField(max_length=100)
    details = models.JSONField(default=dict)

    class Meta:
        ordering = ("-at",)
        indexes = (models.Index(fields=("tenant", "-at"), name="audit_by_tenant"),)
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.action} {self.subject_type} {self.subject_id}"
