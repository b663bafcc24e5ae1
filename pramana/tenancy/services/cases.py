"""Open and delete cases, and name the workflows in them."""

from uuid import UUID

from django.db import transaction

from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.kit.texts import is_storable, with_visible_overrides
from pramana.tenancy.errors import CaseNotFound
from pramana.tenancy.models import Case, Run, Workflow
from pramana.tenancy.services.audit import audit


@transaction.atomic
def open_case(scope: Scope, name: str) -> UUID:
    """Open a case for a new business matter and return its id."""
    row = Case(tenant_id=scope.tenant_id, name=_clean_name(name))
    row.save(force_insert=True)
    audit(scope, "case.opened", "case", row.id)
    return row.id


@transaction.atomic
def ensure_workflow(scope: Scope, case_id: UUID, name: str) -> UUID:
    """The id of the workflow with that name in the case, created if it is new."""
    if not Case.objects.in_scope(scope).filter(pk=case_id).exists():
        raise CaseNotFound()
    row, _ = Workflow.objects.in_scope(scope).get_or_create(
        tenant_id=scope.tenant_id, case_id=case_id, name=_clean_name(name)
    )
    return row.id


def _clean_name(name: str) -> str:
    name = name.strip()
    if not name or len(name) > 200 or not is_storable(name):
        raise InvalidRequest("A name has 1 to 200 characters.")
    return with_visible_overrides(name)[:200]


@transaction.atomic
def delete_case_if_empty(scope: Scope, case_id: UUID) -> bool:
    """Delete a case and its workflows unless a run belongs to it. True if it was deleted."""
    rows = Case.objects.in_scope(scope).select_for_update().filter(pk=case_id)
    if not rows.exists() or Run.objects.in_scope(scope).filter(case_id=case_id).exists():
        return False
    rows.delete()
    audit(scope, "case.deleted", "case", case_id)
    return True
