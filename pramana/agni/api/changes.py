"""Approved changes, and what persisting a session would write."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from ninja import Query, Router, Schema

from pramana.agni import selectors, services
from pramana.agni.contracts.states import ChangeState
from pramana.agni.contracts.views import ChangeView, Summary
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()


class PageOfChangesOut(Schema):
    changes: list[ChangeView]


@router.get("/changes/", response=PageOfChangesOut, auth=needs(Role.ADMIN))
def list_changes(
    request: ScopedRequest,
    state: ChangeState | None = None,
    before: datetime | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> dict[str, list[ChangeView]]:
    """Approved changes, newest first. Continue with `before` = the last `approved_at`."""
    found = selectors.changes_page(request.scope, state=state, before=before, limit=limit)
    return {"changes": found}


@router.post("/changes/{uuid:change_id}/apply/", response=ChangeView, auth=needs(Role.ADMIN))
def apply(request: ScopedRequest, change_id: UUID) -> ChangeView:
    """Write a change to the registry; a second time does nothing."""
    return services.apply_change(request.scope, change_id)


@router.get("/sessions/{uuid:session_id}/summary/", response=Summary, auth=needs(Role.ADMIN))
def summary(request: ScopedRequest, session_id: UUID) -> Summary:
    """Exactly what persisting would write now."""
    return selectors.summary_of(request.scope, session_id)
