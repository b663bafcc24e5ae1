from pramana.kit.scope import Scope
from pramana.tenancy.contracts import AuditView
from pramana.tenancy.models import AuditEntry, User


def audit_page(scope: Scope, *, limit: int = 100) -> list[AuditView]:
    """What was decided and who was let in, newest first."""
    rows = list(AuditEntry.objects.in_scope(scope)[:limit])
    names = dict(
        User.objects.filter(pk__in={row.actor_id for row in rows}).values_list("pk", "username")
    )
    return [
        AuditView(
            row.at,
            names.get(row.actor_id) if row.actor_id else None,
            row.action,
            row.subject_type,
            row.subject_id,
            row.details,
        )
        for row in rows
    ]
