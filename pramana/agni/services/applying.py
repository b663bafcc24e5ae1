"""Approved changes reach the registry, each once, in a step of its own."""

from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.agni.contracts.states import ChangeState, ChangeType
from pramana.agni.contracts.views import ChangeView
from pramana.agni.errors import ChangeNotFound
from pramana.agni.models import ApprovedEntityChange
from pramana.agni.selectors.changes import change_view
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.language.scripts import language_by_script
from pramana.registry.contracts import VersionView
from pramana.registry.services import create_record, update_record
from pramana.tenancy.services import audit


@transaction.atomic
def apply_change(scope: Scope, change_id: UUID) -> ChangeView:
    """Write a change to the registry as one version; a second time does nothing.

    The change's id is the version's source key, so even a retry that lost its own mark finds the
    version it made. A change the registry refuses keeps the reason, and can be applied again.
    """
    row = _locked(scope, change_id)
    if row.state == ChangeState.APPLIED:
        return change_view(row)
    try:
        with transaction.atomic():
            version = _written(scope, row)
    except AppError as error:
        if error.status >= 500:
            raise
        row.state, row.error = ChangeState.FAILED, error.message
    else:
        row.state, row.error = ChangeState.APPLIED, ""
        row.nes_entity_id, row.applied_at = version.nes_id, utcnow()
        audit(scope, "agni.change.applied", "agni_change", row.id, record=version.nes_id)
    row.save()
    return change_view(row)


def apply_pending(scope: Scope, *, session_id: UUID | None = None) -> list[ChangeView]:
    """Apply what waits, oldest first, each in a transaction of its own."""
    rows = ApprovedEntityChange.objects.in_scope(scope).exclude(state=ChangeState.APPLIED)
    if session_id:
        rows = rows.filter(session_id=session_id)
    ids = list(rows.order_by("approved_at", "id").values_list("id", flat=True))
    return [apply_change(scope, change_id) for change_id in ids]


def _written(scope: Scope, row: ApprovedEntityChange) -> VersionView:
    author = row.approved_by.get_username() if row.approved_by else ""
    key, said = f"agni:{row.id}", row.description
    if row.change_type == ChangeType.CREATE:
        return create_record(
            scope, _new_record(row), author=author, description=said, source_key=key
        )
    patch = [*row.entity_data.get("patch", []), _attribution_patch(row)]
    return update_record(
        scope, row.nes_entity_id, patch, author=author, description=said, source_key=key
    )


def _new_record(row: ApprovedEntityChange) -> dict[str, Any]:
    return {
        **row.entity_data,
        "type": row.entity_type.lower(),
        "sub_type": row.entity_sub_type or None,
        "attributions": [_attribution(row)],
    }


def _attribution_patch(row: ApprovedEntityChange) -> dict[str, Any]:
    return {"op": "add", "path": "/attributions/-", "value": _attribution(row)}


def _attribution(row: ApprovedEntityChange) -> dict[str, Any]:
    """Where it came from, as the registry shows it."""
    title = str(row.source.get("title") or "A document")
    language = language_by_script(title)
    place = f"/app/documents/{row.source.get('document_id')}"
    return {"title": {language: {"value": title}}, "details": {"en": {"value": place}}}


def _locked(scope: Scope, change_id: UUID) -> ApprovedEntityChange:
    row = (
        ApprovedEntityChange.objects.in_scope(scope)
        .select_for_update(of=("self",))
        .select_related("approved_by")
        .filter(pk=change_id)
        .first()
    )
    if row is None:
        raise ChangeNotFound()
    return row
