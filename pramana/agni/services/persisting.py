"""A reviewed session becomes approved changes: all of them or none."""

from dataclasses import replace
from uuid import UUID, uuid4

from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import transaction

from pramana.agni.adapters.changes import APPLY_TASK, QueuedChanges
from pramana.agni.adapters.wiring import agni_service
from pramana.agni.contracts.entities import EntityStatus, ExtractedEntity
from pramana.agni.contracts.session import AgniExtractionSession
from pramana.agni.contracts.states import SessionStatus, TaskStatus
from pramana.agni.domain.deciding import Decider, approve_proposals, unresolved
from pramana.agni.errors import InvalidState, NotResolved
from pramana.agni.services.asking import PERSIST_TASK, ask
from pramana.agni.services.rows import keep, locked, under_review, values
from pramana.jobs.services import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import audit, end_run


@transaction.atomic
def persist_session(
    scope: Scope, session_id: UUID, *, description: str, confirm: bool
) -> list[UUID]:
    """Approve what is decided and proposed; return the ids its changes will have."""
    row = under_review(scope, session_id)
    if not confirm:
        raise InvalidRequest("confirm=true required")
    if TaskStatus(row.task_status).is_at_work:
        raise InvalidState("The extractor still answers a message. Try again after it.")
    session = values(row)
    for index in unresolved(session):
        raise NotResolved(index, session.entities[index].status)
    assert scope.actor_id is not None
    session = _with_ids(approve_proposals(session, Decider(scope.actor_id, utcnow())))
    ask(scope, row, PERSIST_TASK, description=description)
    row.progress_info = _progress(session, 0, SessionStatus.PROCESSING_PERSISTENCE)
    keep(scope, row, session, status=SessionStatus.PROCESSING_PERSISTENCE)
    audit(scope, "agni.session.persisted", "agni_session", row.id, description=description)
    return [UUID(entity.change_id) for entity in session.entities if entity.change_id]


def _with_ids(session: AgniExtractionSession) -> AgniExtractionSession:
    return replace(session, entities=tuple(_with_id(entity) for entity in session.entities))


def _with_id(entity: ExtractedEntity) -> ExtractedEntity:
    if entity.status is EntityStatus.SKIPPED:
        return entity
    return replace(entity, change_id=str(uuid4()))


@transaction.atomic
def keep_changes(scope: Scope, session_id: UUID, description: str) -> None:
    """Write the approved changes and end the session, in one transaction."""
    row = locked(scope, session_id)
    if row.status != SessionStatus.PROCESSING_PERSISTENCE:
        return
    session = values(row)
    service = agni_service(scope, persistence=QueuedChanges(scope, row))
    author_id = str(scope.actor_id or "")
    async_to_sync(service.persist)(session, description, author_id)
    ids = [UUID(entity.change_id) for entity in session.entities if entity.change_id]
    row.progress_info = _progress(session, len(ids), SessionStatus.COMPLETED)
    keep(scope, row, status=SessionStatus.COMPLETED, task_status=TaskStatus.COMPLETED)
    if row.run_id:
        end_run(scope, row.run_id, RunState.DONE)
    if settings.PRAMANA.agni_auto_apply:
        for change_id in ids:
            enqueue(scope, APPLY_TASK, change_id=change_id)


def _progress(
    session: AgniExtractionSession, written: int, stage: SessionStatus
) -> dict[str, object]:
    total = sum(bool(entity.change_id) for entity in session.entities)
    return {"current": written, "total": total, "stage": stage.value}
