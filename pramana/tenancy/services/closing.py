"""A case goes when nothing is left in it."""

from uuid import UUID

from django.db import transaction

from pramana.kit.scope import Scope
from pramana.tenancy.models import Case, Run
from pramana.tenancy.services.audit import audit


@transaction.atomic
def forget_empty_case(scope: Scope, case_id: UUID) -> bool:
    """Erase a case with its workflows, unless a run still serves it; whether it went."""
    rows = Case.objects.in_scope(scope).select_for_update().filter(pk=case_id)
    if not rows.exists() or Run.objects.in_scope(scope).filter(case_id=case_id).exists():
        return False
    rows.delete()
    audit(scope, "case.deleted", "case", case_id)
    return True
