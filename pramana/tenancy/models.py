"""Tables of tenants: access, files, quotas, and cases with their workflows, runs and tool calls."""

from collections.abc import Iterator
from uuid import uuid4

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.crypto import salted_hmac

from pramana.tenancy.contracts import KeyKind, Quota, Role, RunState
from pramana.tenancy.scoped import ScopedModel


class Tenant(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    slug = models.SlugField(max_length=63, unique=True)
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("slug",)

    def __str__(self) -> str:
        return self.name


ROLES = [(role.value, role.value.capitalize()) for role in Role]
KEY_KINDS = [(kind.value, kind.value.capitalize()) for kind in KeyKind]


class User(AbstractUser):
    """A person. One without a password has an unusable one and signs in by a link."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    session_epoch = models.PositiveIntegerField(default=0, editable=False)
    """Raising it ends every session of the person."""

    def get_session_auth_hash(self) -> str:
        return self._in_epoch(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        yield from map(self._in_epoch, super().get_session_auth_fallback_hash())

    def _in_epoch(self, session_hash: str) -> str:
        if not self.session_epoch:
            return session_hash
        value = f"{session_hash}/{self.session_epoch}"
        return salted_hmac("pramana.session_epoch", value, algorithm="sha256").hexdigest()


class Membership(ScopedModel):
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=16, choices=ROLES)
    granted_by = models.CharField(max_length=40, default="", blank=True)
    """The identity provider whose groups gave the role; empty if a person gave it."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("created_at",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "user"), name="one_membership_per_tenant"),
        )

    def __str__(self) -> str:
        return f"{self.user} as {self.role}"


class ApiKey(ScopedModel):
    """A key is shown once and stored as a hash. Its prefix stays readable to recognise it by."""

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
    """A link that signs one person in, once."""

    digest = models.BinaryField(max_length=32, primary_key=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)


class ExternalIdentity(models.Model):
    """Whom an OpenID provider means by one of its subjects."""

    issuer = models.CharField(max_length=500)
    subject = models.CharField(max_length=255)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="external_identities")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("issuer", "subject"), name="one_person_per_subject"),
        )

    def __str__(self) -> str:
        return f"{self.subject} of {self.issuer}"


class FailedSignIn(models.Model):
    """A failed attempt, kept for an hour so that passwords cannot be tried in bulk."""

    name = models.CharField(max_length=150, db_index=True)
    address = models.CharField(max_length=64, db_index=True)
    at = models.DateTimeField(auto_now_add=True)


class AuditEntry(ScopedModel):
    """Who did what to what. Written in the transaction of the change and never altered."""

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


class StoredFile(ScopedModel):
    """A file named by its content. The row is written after the bytes; a sweep deletes orphans."""

    sha256 = models.CharField(max_length=64)
    size = models.BigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)
    damaged_at = models.DateTimeField(null=True, blank=True)
    """When its bytes were first found missing or altered."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "sha256"), name="one_file_per_content"),
        )

    def __str__(self) -> str:
        return self.sha256[:12]

    @property
    def key(self) -> str:
        return f"{self.tenant_id}/{self.sha256[:2]}/{self.sha256}"


QUOTAS = [(quota.value, quota.value) for quota in Quota]


class TenantQuota(ScopedModel):
    quota = models.CharField(max_length=32, choices=QUOTAS)
    most = models.DecimalField(max_digits=24, decimal_places=4)
    """0 is no end."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "quota"), name="one_row_per_quota"),
        )

    def __str__(self) -> str:
        return f"{self.quota}: {self.most}"


class TenantSetting(ScopedModel):
    """One group of settings that the tenant chose. The value is encrypted as a whole."""

    name = models.CharField(max_length=32)
    value = models.TextField()
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "name"), name="one_row_per_setting"),
        )

    def __str__(self) -> str:
        return self.name


class DefaultSetting(models.Model):
    """One group of settings for tenants that chose nothing. It is encrypted like a tenant's."""

    name = models.CharField(max_length=32, primary_key=True)
    value = models.TextField()
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.name


RUN_STATES = [(state.value, state.value.capitalize()) for state in RunState]


class Case(ScopedModel):
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return self.name


class Workflow(ScopedModel):
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="workflows")
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "case", "name"), name="one_workflow_name_per_case"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Run(ScopedModel):
    """One execution. Streams and progress bars show its events."""

    kind = models.CharField(max_length=50)
    case = models.ForeignKey(Case, on_delete=models.SET_NULL, null=True, related_name="runs")
    workflow = models.ForeignKey(
        Workflow, on_delete=models.SET_NULL, null=True, related_name="runs"
    )
    started_by_id = models.UUIDField(null=True)
    state = models.CharField(max_length=16, choices=RUN_STATES, default=RunState.ACTIVE.value)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at",)
        indexes = (models.Index(fields=("tenant", "-created_at"), name="run_by_tenant"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class RunStep(ScopedModel):
    """One execution of a node of the run's graph. It is deleted with its run."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="steps", db_index=False)
    name = models.CharField(max_length=100)
    began_at = models.DateTimeField()
    took_ms = models.FloatField()
    outcome = models.CharField(max_length=100)

    class Meta:
        ordering = ("began_at", "id")
        indexes = (models.Index(fields=("run", "began_at"), name="step_of_run"),)

    def __str__(self) -> str:
        return f"{self.name}: {self.outcome}"


class ToolCall(ScopedModel):
    """One call of a tool: its input, and the rest of its envelope as `outcome`.

    `subject_id` is what the call was made for: an extraction, a row, a table or a correction of a
    stack, a research, or the run of a chat turn. Positions count from 1 within a subject.
    """

    run = models.ForeignKey(
        Run, on_delete=models.CASCADE, null=True, related_name="+", db_index=False
    )
    subject_id = models.UUIDField()
    position = models.PositiveIntegerField()
    invocation_id = models.UUIDField()
    tool = models.CharField(max_length=100)
    status = models.CharField(max_length=8)
    input = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    outcome = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    """`data` or `error`, and `meta`."""
    cited_ids = ArrayField(models.UUIDField(), default=list)
    """What a chat's answer may rest on; it is retracted when one of these is deleted."""
    at = models.DateTimeField()

    class Meta:
        ordering = ("at", "position")
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "subject_id", "position"), name="one_call_per_position"
            ),
            models.UniqueConstraint(
                fields=("tenant", "invocation_id"), name="one_call_per_invocation"
            ),
        )
        indexes = (
            models.Index(fields=("run", "at"), name="call_of_run"),
            GinIndex(fields=("cited_ids",), name="call_citing"),
        )

    def __str__(self) -> str:
        return f"{self.tool}: {self.status}"
