"""Every decision and every change of access leaves a row, in the transaction of the change."""

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
