"""Background work on sessions: jobs on our own queue, and three tasks for a Django Q2 cluster.

Both run the same services. Our queue ends a job in the transaction of its effect. A cluster cannot,
so there the session's status guards the effect: a task that runs again finds it changed and stops.
"""

import logging
from collections.abc import Callable
from uuid import UUID

from pramana.agni import services
from pramana.agni.selectors import get_session
from pramana.agni.services.sessions import (
    ANSWER_TASK,
    ASK_REGISTRY_TASK,
    BEGIN_TASK,
    ENTITIES_TASK,
    METADATA_TASK,
    PERSIST_TASK,
)
from pramana.agni.services.stages import APPLY_TASK
from pramana.jobs.claims import Claim
from pramana.jobs.contracts import plain_error
from pramana.jobs.registry import JobContext, task
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.tenancy.selectors import run_scope

logger = logging.getLogger(__name__)


def fail_session(
    job: Claim, error: str, session_id: UUID, description: str = "", apply: bool = False
) -> None:
    """End the session with the error; it can be started again."""
    services.fail_session(job.scope, session_id, plain_error(error))


def fail_answer(job: Claim, error: str, session_id: UUID, thread: str) -> None:
    services.fail_answer(job.scope, session_id, thread, plain_error(error))


@task(BEGIN_TASK, on_failure=fail_session)
def begin_session_job(job: JobContext, session_id: UUID) -> None:
    with job.commit():
        services.begin_session(job.scope, session_id)


@task(METADATA_TASK, on_failure=fail_session)
def extract_metadata_job(job: JobContext, session_id: UUID) -> None:
    services.extract_metadata(job.scope, session_id, commit=job.commit, progress=job.progress)


@task(ENTITIES_TASK, on_failure=fail_session)
def extract_entities_job(job: JobContext, session_id: UUID) -> None:
    services.extract_entities(job.scope, session_id, commit=job.commit, progress=job.progress)


@task(PERSIST_TASK, on_failure=fail_session)
def persist_changes_job(
    job: JobContext, session_id: UUID, description: str, apply: bool = False
) -> None:
    with job.commit():
        services.queue_changes(job.scope, session_id, description, apply=apply)


@task(ANSWER_TASK, on_failure=fail_answer)
def answer_message_job(job: JobContext, session_id: UUID, thread: str) -> None:
    services.answer_message(job.scope, session_id, thread, commit=job.commit, progress=job.progress)


@task(ASK_REGISTRY_TASK)
def ask_registry_job(job: JobContext, session_id: UUID, attempt: int) -> None:
    """Ask again, later each time, until the registry answers or nobody reviews any more."""
    try:
        left = services.ask_registry_again(job.scope, session_id)
    except AppError:
        left = 0
    with job.commit():
        if left:
            services.ask_registry_later(job.scope, session_id, attempt + 1)


@task(APPLY_TASK)
def apply_change_job(job: JobContext, change_id: UUID) -> None:
    with job.commit():
        services.ChangeQueue(job.scope).apply_change(change_id)


def extract_metadata_task(session_id: str, *, tenant_id: str, actor_id: str) -> None:
    """Extract document metadata, on a cluster."""
    _run_on_cluster(services.extract_metadata, session_id, tenant_id, actor_id)


def extract_entities_task(session_id: str, *, tenant_id: str, actor_id: str) -> None:
    """Extract and resolve entities, on a cluster."""
    _run_on_cluster(services.extract_entities, session_id, tenant_id, actor_id)


def persist_changes_task(
    session_id: str, description: str, apply: str = "", *, tenant_id: str, actor_id: str
) -> None:
    """Queue the approved changes, on a cluster."""

    def queue_changes(scope: Scope, session_id: UUID) -> None:
        services.queue_changes(scope, session_id, description, apply=apply == "True")

    _run_on_cluster(queue_changes, session_id, tenant_id, actor_id)


def _run_on_cluster(
    work: Callable[[Scope, UUID], None], session_id: str, tenant_id: str, actor_id: str
) -> None:
    """Run the work in the scope of the session's run; an error fails the session."""
    session_uuid = UUID(session_id)
    scope = Scope(tenant_id=UUID(tenant_id), actor_id=UUID(actor_id) if actor_id else None)
    run_id = get_session(scope, session_uuid).run_id
    scope = run_scope(scope, run_id) if run_id else scope
    try:
        work(scope, session_uuid)
    except Exception as error:
        logger.exception("A task of session %s failed", session_id)
        ours = "Something went wrong on our side."
        message = error.message if isinstance(error, AppError) else ours
        services.fail_session(scope, session_uuid, message)
        raise
