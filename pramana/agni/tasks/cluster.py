"""The same three tasks for a Django Q2 cluster, which calls functions by their path.

A cluster has no transaction that ends a job with its effect, so the effect is guarded by the
session's own state: a task that runs a second time finds it moved on and changes nothing.
"""

import logging
from collections.abc import Callable
from uuid import UUID

from pramana.agni import services
from pramana.agni.selectors import get_session
from pramana.agni.tasks.work import read_entities, read_metadata
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.tenancy.selectors import within_run

logger = logging.getLogger(__name__)


def extract_metadata_task(*, tenant_id: str, actor_id: str, session_id: str) -> None:
    session_uuid = UUID(session_id)
    scope = _scope(tenant_id, actor_id, session_uuid)

    def work() -> None:
        session = services.begin_metadata(scope, session_uuid)
        if session is not None:
            services.keep_metadata(scope, session_uuid, read_metadata(scope, session))

    _failing_the_session(scope, session_uuid, work)


def extract_entities_task(*, tenant_id: str, actor_id: str, session_id: str) -> None:
    session_uuid = UUID(session_id)
    scope = _scope(tenant_id, actor_id, session_uuid)

    def progress(stage: str, current: int, total: int) -> None:
        services.tell_progress(scope, session_uuid, stage, current, total)

    def work() -> None:
        session = services.begin_entities(scope, session_uuid)
        if session is not None:
            entities = read_entities(scope, session, progress)
            services.keep_entities(scope, session_uuid, entities)

    _failing_the_session(scope, session_uuid, work)


def persist_changes_task(
    *, tenant_id: str, actor_id: str, session_id: str, description: str
) -> None:
    session_uuid = UUID(session_id)
    scope = _scope(tenant_id, actor_id, session_uuid)
    _failing_the_session(
        scope, session_uuid, lambda: services.keep_changes(scope, session_uuid, description)
    )


def _failing_the_session(scope: Scope, session_id: UUID, work: Callable[[], None]) -> None:
    try:
        work()
    except Exception as error:
        logger.exception("A task of session %s failed", session_id)
        said = error.message if isinstance(error, AppError) else "Something went wrong on our side."
        services.fail_session(scope, session_id, said)
        raise


def _scope(tenant_id: str, actor_id: str, session_id: UUID) -> Scope:
    """Who asked, for whom, inside the session's run and its case."""
    scope = Scope(tenant_id=UUID(tenant_id), actor_id=UUID(actor_id) if actor_id else None)
    run_id = get_session(scope, session_id).run_id
    return within_run(scope, run_id) if run_id else scope
