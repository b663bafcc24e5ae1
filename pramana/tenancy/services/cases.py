"""Cases bundle workflows, documents and decisions; workflows name a way of working in a case."""

from uuid import UUID

from django.db import transaction

from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.kit.texts import is_storable
from pramana.tenancy.errors import CaseNotFound
from pramana.tenancy.models import Case, Workflow
from pramana.tenancy.services.audit import audit


@transaction.atomic
def open_case(scope: Scope, name: str) -> UUID:
    """A new business matter."""
    row = Case(tenant_id=scope.tenant_id, name=_named(name))
    row.save(force_insert=True)
    audit(scope, "case.opened", "case", row.id)
    return row.id


@transaction.atomic
def ensure_workflow(scope: Scope, case_id: UUID, name: str) -> UUID:
    """The workflow of that name in the case: it stays the same over many runs."""
    if not Case.objects.in_scope(scope).filter(pk=case_id).exists():
        raise CaseNotFound()
    row, _ = Workflow.objects.in_scope(scope).get_or_create(
        tenant_id=scope.tenant_id, case_id=case_id, name=_named(name)
    )
    return row.id


def _named(name: str) -> str:
    name = name.strip()
    if not name or len(name) > 200 or not is_storable(name):
        raise InvalidRequest("A name has 1 to 200 characters.")
    return name
