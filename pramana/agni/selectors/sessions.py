from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count

from pramana.agni.contracts.states import SessionStatus, TaskStatus
from pramana.agni.contracts.views import SessionView
from pramana.agni.domain.storing import deserialize_session
from pramana.agni.errors import SessionNotFound
from pramana.agni.models import StoredExtractionSession
from pramana.kit.scope import Scope

NOTHING_YET: dict[str, Any] = {"current": 0, "total": 0, "stage": "pending"}


def get_session(scope: Scope, session_id: UUID) -> SessionView:
    row = (
        StoredExtractionSession.objects.in_scope(scope)
        .select_related("document")
        .defer("document__text")
        .filter(pk=session_id)
        .first()
    )
    if row is None:
        raise SessionNotFound()
    return view(row)


def sessions_page(
    scope: Scope,
    *,
    status: SessionStatus | None = None,
    created_by: UUID | None = None,
    before: datetime | None = None,
    limit: int = 50,
) -> list[SessionView]:
    """The tenant's sessions, newest first; `before` continues where a page ended."""
    rows = StoredExtractionSession.objects.in_scope(scope).select_related("document")
    if status:
        rows = rows.filter(status=status)
    if created_by:
        rows = rows.filter(created_by_id=created_by)
    if before:
        rows = rows.filter(created_at__lt=before)
    return [view(row) for row in rows.defer("document__text")[:limit]]


def session_counts(scope: Scope) -> dict[SessionStatus, int]:
    """How many sessions stand where."""
    rows = StoredExtractionSession.objects.in_scope(scope).order_by().values_list("status")
    return {SessionStatus(status): count for status, count in rows.annotate(count=Count("id"))}


def view(row: StoredExtractionSession) -> SessionView:
    return SessionView(
        id=row.id,
        document_id=row.document_id,
        document_title=row.document.title,
        filename=row.document.filename,
        status=SessionStatus(row.status),
        task_status=TaskStatus(row.task_status),
        error_message=row.error_message,
        progress={**NOTHING_YET, **row.progress_info},
        run_id=row.run_id,
        restarted_from=row.restarted_from_id,
        created_by=row.created_by_id,
        created_at=row.created_at,
        updated_at=row.updated_at,
        session=deserialize_session(row.session_data),
    )
