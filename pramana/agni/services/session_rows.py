"""A session's row: locked, loaded as values, saved, and given its next background task."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from pramana.agni.contracts import (
    AgniExtractionSession,
    EntityStatus,
    SessionStatus,
    TaskStatus,
)
from pramana.agni.domain.session_json import deserialize_session, serialize_session
from pramana.agni.errors import InvalidState, ReviewSessionNotFound
from pramana.agni.models import StoredExtractionSession
from pramana.jobs.events import emit
from pramana.jobs.queue import enqueue
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import end_run

SESSION_EVENT = "agni.session"
"""Emitted on every change, so that everyone who has the session open sees it."""

BEGIN_TASK = "agni.begin_session"
METADATA_TASK = "agni.extract_metadata"
ENTITIES_TASK = "agni.extract_entities"
PERSIST_TASK = "agni.persist_changes"
ANSWER_TASK = "agni.answer_message"
ASK_REGISTRY_TASK = "agni.ask_registry"

CLUSTER_TASKS = {
    METADATA_TASK: "pramana.agni.tasks.extract_metadata_task",
    ENTITIES_TASK: "pramana.agni.tasks.extract_entities_task",
    PERSIST_TASK: "pramana.agni.tasks.persist_changes_task",
}
"""The three tasks that also run on a Django Q2 cluster, for operators who already have one."""


def lock_session(scope: Scope, session_id: UUID) -> StoredExtractionSession:
    row = (
        StoredExtractionSession.objects.in_scope(scope)
        .select_for_update()
        .filter(pk=session_id)
        .first()
    )
    if row is None:
        raise ReviewSessionNotFound()
    return row


def lock_for_review(scope: Scope, session_id: UUID) -> StoredExtractionSession:
    """Lock a session in which people may decide. Raises InvalidState in any other status."""
    row = lock_session(scope, session_id)
    if row.status != SessionStatus.AWAITING_REVIEW:
        raise InvalidState()
    return row


def load_session(row: StoredExtractionSession) -> AgniExtractionSession:
    return deserialize_session(row.session_data)


def save_session(
    scope: Scope,
    row: StoredExtractionSession,
    session: AgniExtractionSession | None = None,
    *,
    status: SessionStatus | None = None,
    task_status: TaskStatus | None = None,
) -> None:
    """Save what changed, and notify everyone who has the session open."""
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


def enqueue_task(scope: Scope, row: StoredExtractionSession, name: str, **payload: Any) -> None:
    """Queue the session's next task in the caller's transaction. The caller saves the row."""
    row.task_status = TaskStatus.QUEUED
    if settings.PRAMANA.jobs == "django_q" and name in CLUSTER_TASKS:
        row.current_task_id = _enqueue_on_cluster(scope, row, CLUSTER_TASKS[name], payload)
    else:
        job_id = enqueue(scope, name, run_id=row.run_id, session_id=row.id, **payload)
        row.current_task_id = str(job_id)


def _enqueue_on_cluster(
    scope: Scope, row: StoredExtractionSession, path: str, payload: dict[str, Any]
) -> str:
    """The cluster's broker is a table of this database, so this joins the caller's transaction."""
    from django_q.tasks import async_task

    assert transaction.get_connection().in_atomic_block
    task_id: str = async_task(
        path,
        tenant_id=str(scope.tenant_id),
        actor_id=str(scope.actor_id) if scope.actor_id else "",
        session_id=str(row.id),
        **{key: str(value) for key, value in payload.items()},
    )
    return task_id


MAX_ATTEMPTS = 12
"""How often a silent registry is asked again: after 1, 2, 4 … minutes, about three days in all."""


def ask_registry_later(scope: Scope, session_id: UUID, attempt: int = 0) -> None:
    if attempt < MAX_ATTEMPTS:
        delay = timedelta(minutes=2**attempt)
        enqueue(scope, ASK_REGISTRY_TASK, delay=delay, session_id=session_id, attempt=attempt)


def review_progress(session: AgniExtractionSession) -> dict[str, Any]:
    """How many entities no longer need a person."""
    statuses = [entity.status for entity in session.entities]
    unresolved = statuses.count(EntityStatus.NEEDS_DISAMBIGUATION)
    return {
        "current": len(statuses) - unresolved,
        "total": len(statuses),
        "stage": SessionStatus.AWAITING_REVIEW.value,
        "total_entities": len(statuses),
        "needs_disambiguation": unresolved,
    }


@transaction.atomic
def fail_session(scope: Scope, session_id: UUID, error: str) -> None:
    """End the session with an error. What was read and decided so far can still be looked at."""
    row = lock_session(scope, session_id)
    if SessionStatus(row.status).is_over:
        return
    row.error_message = error
    save_session(scope, row, status=SessionStatus.FAILED, task_status=TaskStatus.FAILED)
    if row.run_id:
        end_run(scope, row.run_id, RunState.FAILED)
