"""The audit trail: one row per decision and change of access, in the transaction of the change."""

from datetime import datetime
from typing import Any

from pramana.kit.scope import Scope
from pramana.tenancy.models import AuditEntry


def audit(scope: Scope, action: str, subject_type: str, subject_id: object, **details: Any) -> None:
    """Record who did what. Details hold ids and choices, never document text or secrets."""
    AuditEntry(
        tenant_id=scope.tenant_id,
        actor_id=scope.actor_id,
        trace_id=scope.trace_id,
        action=action,
        subject_type=subject_type,
        subject_id=str(subject_id),
        details=details,
    ).save(force_insert=True)


def delete_audit_before(moment: datetime) -> int:
    """Delete entries older than `moment` in every tenant, and return how many."""
    old = AuditEntry.objects.unscoped("retention applies to every tenant")
    return old.filter(at__lt=moment).delete()[0]
