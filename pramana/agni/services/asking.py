"""Asking for a session's next piece of work, in the transaction that makes it due."""

from typing import Any

from django.conf import settings
from django.db import transaction

from pramana.agni.contracts.states import TaskStatus
from pramana.agni.models import StoredExtractionSession
from pramana.jobs.services import enqueue
from pramana.kit.scope import Scope

BEGIN_TASK = "agni.begin_session"
METADATA_TASK = "agni.extract_metadata"
ENTITIES_TASK = "agni.extract_entities"
PERSIST_TASK = "agni.persist_changes"
ANSWER_TASK = "agni.answer_message"

ON_A_CLUSTER = {
    METADATA_TASK: "pramana.agni.tasks.cluster.extract_metadata_task",
    ENTITIES_TASK: "pramana.agni.tasks.cluster.extract_entities_task",
    PERSIST_TASK: "pramana.agni.tasks.cluster.persist_changes_task",
}
"""The three tasks that also run on Django Q2, for those who already have a cluster."""


def ask(scope: Scope, row: StoredExtractionSession, name: str, **payload: Any) -> None:
    """Queue the work and note which it is."""
    row.task_status = TaskStatus.QUEUED
    if settings.PRAMANA.jobs == "django_q" and name in ON_A_CLUSTER:
        row.current_task_id = _ask_cluster(scope, row, ON_A_CLUSTER[name], payload)
    else:
        row.current_task_id = str(
            enqueue(scope, name, run_id=row.run_id, session_id=row.id, **payload)
        )


def _ask_cluster(
    scope: Scope, row: StoredExtractionSession, path: str, payload: dict[str, Any]
) -> str:
    """Its broker is a table of this database, so asking is part of the caller's transaction."""
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
