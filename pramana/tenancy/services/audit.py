"""Every decision and every change of access leaves a row, in the transaction of the change."""

from datetime import datetime
from typing import Any

from pramana.kit.scope import Scope
from pramana.tenancy.models import AuditEntry


def audit(scope: Scope, action: str, subject_type: str, subject_id: object, **details: Any) -> None:
    """Record who did what. Details are ids and choices, never document text or secrets."""
    AuditEntry(
        tenant_id=scope.tenant_id,
        actor_id=scope.actor_id,
        trace_id=scope.trace_id,
        action=action,
        subject_type=subject_type,
        subject_id=str(subject_id),
        details=details,
    ).save(force_insert=True)


def forget_audit_before(moment: datetime) -> int:
    """Delete what was recorded before then, in every tenant; say how much it was."""
    old = AuditEntry.objects.unscoped("old entries go in every tenant alike")
    return old.filter(at__lt=moment).delete()[0]
