"""A session's row, locked, and its values written back."""

from uuid import UUID

from pramana.agni.contracts.session import AgniExtractionSession
from pramana.agni.contracts.states import SessionStatus, TaskStatus
from pramana.agni.domain.storing import deserialize_session, serialize_session
from pramana.agni.errors import InvalidState, SessionNotFound
from pramana.agni.models import StoredExtractionSession
from pramana.jobs.events import emit
from pramana.kit.scope import Scope

SESSION_EVENT = "agni.session"
"""Told on every change, so that all who look at the session see it."""


def locked(scope: Scope, session_id: UUID) -> StoredExtractionSession:
    row = (
        StoredExtractionSession.objects.in_scope(scope)
        .select_for_update()
        .filter(pk=session_id)
        .first()
    )
    if row is None:
        raise SessionNotFound()
    return row


def must_exist(scope: Scope, session_id: UUID) -> None:
    """Before anything is said about the rest of a request."""
    if not StoredExtractionSession.objects.in_scope(scope).filter(pk=session_id).exists():
        raise SessionNotFound()


def under_review(scope: Scope, session_id: UUID) -> StoredExtractionSession:
    """The locked row, where a person may decide."""
    row = locked(scope, session_id)
    if row.status != SessionStatus.AWAITING_REVIEW:
        raise InvalidState()
    return row


def values(row: StoredExtractionSession) -> AgniExtractionSession:
    return deserialize_session(row.session_data)


def keep(
    scope: Scope,
    row: StoredExtractionSession,
    session: AgniExtractionSession | None = None,
    *,
    status: SessionStatus | None = None,
    task_status: TaskStatus | None = None,
) -> None:
    """Write what changed, and tell those who watch."""
    if session is not None:
        row.session_data = serialize_session(session)
    if status is not None:
        row.status = status
    if task_status is not None:
        row.task_status = task_status
    row.save()
    if row.run_id:
        emit(
            scope,
            row.run_id,
            SESSION_EVENT,
            {"status": row.status, "task_status": row.task_status},
        )
