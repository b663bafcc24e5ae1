from datetime import datetime
from uuid import UUID

from pramana.agni.contracts.states import ChangeState, ChangeType
from pramana.agni.contracts.views import ChangeView
from pramana.agni.models import ApprovedEntityChange
from pramana.kit.scope import Scope


def pending_changes(scope: Scope, *, limit: int = 200) -> list[ChangeView]:
    """Approved changes that the registry does not have yet, oldest first."""
    rows = ApprovedEntityChange.objects.in_scope(scope).filter(state=ChangeState.PENDING)
    return [change_view(row) for row in rows.order_by("approved_at", "id")[:limit]]


def changes_page(
    scope: Scope,
    *,
    state: ChangeState | None = None,
    before: datetime | None = None,
    limit: int = 50,
) -> list[ChangeView]:
    """Approved changes, newest first; `before` continues where a page ended."""
    rows = ApprovedEntityChange.objects.in_scope(scope)
    if state:
        rows = rows.filter(state=state)
    if before:
        rows = rows.filter(approved_at__lt=before)
    return [change_view(row) for row in rows[:limit]]


def session_changes(scope: Scope, session_id: UUID) -> list[ChangeView]:
    rows = ApprovedEntityChange.objects.in_scope(scope).filter(session_id=session_id)
    return [change_view(row) for row in rows.order_by("approved_at", "id")]


def change_view(row: ApprovedEntityChange) -> ChangeView:
    return ChangeView(
        id=row.id,
        change_type=ChangeType(row.change_type),
        entity_type=row.entity_type,
        entity_sub_type=row.entity_sub_type,
        nes_entity_id=row.nes_entity_id,
        entity_data=row.entity_data,
        description=row.description,
        state=ChangeState(row.state),
        error=row.error,
        session_id=row.session_id,
        approved_by=row.approved_by_id,
        approved_at=row.approved_at,
    )
