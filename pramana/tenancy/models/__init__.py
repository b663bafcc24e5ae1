from pramana.tenancy.models.access import (
    ApiKey,
    AuditEntry,
    FailedSignIn,
    Membership,
    SignInLink,
    User,
)
from pramana.tenancy.models.files import StoredFile
from pramana.tenancy.models.quotas import TenantQuota
from pramana.tenancy.models.scoped import ScopedManager, ScopedModel, ScopedQuerySet
from pramana.tenancy.models.tenant import Tenant
from pramana.tenancy.models.work import Case, Run, RunStep, Workflow

__all__ = [
    "ApiKey",
    "AuditEntry",
    "Case",
    "FailedSignIn",
    "Membership",
    "Run",
    "RunStep",
    "ScopedManager",
    "ScopedModel",
    "ScopedQuerySet",
    "SignInLink",
    "StoredFile",
    "Tenant",
    "TenantQuota",
    "User",
    "Workflow",
]
