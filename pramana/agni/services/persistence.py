"""Persisting a reviewed session: its decisions become approved changes, all of them or none."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction

from pramana.agni.contracts import (
    AgniExtractionSession,
    EntityStatus,
    SessionStatus,
    TaskStatus,
    source_address,
)
from pramana.agni.domain.changes import DATE_OF_CHOICES, LineChoice, has_effect, with_choices
from pramana.agni.domain.decisions import Decider, approve_proposals, unresolved
from pramana.agni.errors import EntityNotResolved, InvalidState
from pramana.agni.services.agni_service import agni_service, get_entity
from pramana.agni.services.session_rows import (
    PERSIST_TASK,
    enqueue_task,
    load_session,
    lock_for_review,
    lock_session,
    save_session,
)
from pramana.jobs.queue import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import audit, end_run

APPLY_TASK = "agni.apply_change"


@transaction.atomic
def persist_session(
    scope: Scope, session_id: UUID, *, description: str, confirm: bool, apply: bool = False
) -> list[UUID]:
    """Approve the decisions and proposals; return the ids that their changes will have.

    With `apply` the changes are written to the registry as soon as they are queued.
    """
    row = lock_for_review(scope, session_id)
    if not confirm:
        raise InvalidRequest("confirm=true required")
    if TaskStatus(row.task_status).is_at_work:
        raise InvalidState("The extractor still answers a message. Try again after it.")
    session = load_session(row)
    for index in unresolved(session):
        raise EntityNotResolved(index, session.entities[index].status)
    assert scope.actor_id is not None
    now = utcnow()
    session = approve_proposals(session, Decider(scope.actor_id, now))
    session = _allocate_change_ids(_date_choices(session, now.date()), row.document_id)
    enqueue_task(scope, row, PERSIST_TASK, description=description, apply=apply)
    row.progress_info = _progress(session, 0, SessionStatus.PROCESSING_PERSISTENCE)
    save_session(scope, row, session, status=SessionStatus.PROCESSING_PERSISTENCE)
    audit(scope, "agni.session.persisted", "agni_session", row.id, description=description)
    return _change_ids(session)


@transaction.atomic
def choose_lines(
    scope: Scope, session_id: UUID, choices: Mapping[int, Mapping[str, LineChoice]]
) -> None:
    """Choose which lines of the planned changes are written, by the indexes of the entities."""
    row = lock_for_review(scope, session_id)
    session = load_session(row)
    source = source_address(row.document_id)
    for index, of_entity in choices.items():
        entity = with_choices(get_entity(session, index), of_entity, source=source)
        session = session.with_entity(index, entity)
    save_session(scope, row, session)


@transaction.atomic
def queue_changes(scope: Scope, session_id: UUID, description: str, *, apply: bool = False) -> None:
    """Queue the approved changes and complete the session, in one transaction."""
    row = lock_session(scope, session_id)
    if row.status != SessionStatus.PROCESSING_PERSISTENCE:
        return
    session = load_session(row)
    agni_service(scope, row=row).persist(session, description, str(scope.actor_id or ""))
    change_ids = _change_ids(session)
    row.progress_info = _progress(session, len(change_ids), SessionStatus.COMPLETED)
    save_session(scope, row, status=SessionStatus.COMPLETED, task_status=TaskStatus.COMPLETED)
    if row.run_id:
        end_run(scope, row.run_id, RunState.DONE)
    if apply or settings.PRAMANA.agni_auto_apply:
        for change_id in change_ids:
            enqueue(scope, APPLY_TASK, change_id=change_id)


def _date_choices(session: AgniExtractionSession, today: date) -> AgniExtractionSession:
    """Values that are added beside a record's count from the day of the document, or from today."""
    stated = session.metadata.publication_date if session.metadata else None
    day = (stated or today).isoformat()
    entities = tuple(
        replace(entity, choices={DATE_OF_CHOICES: day, **entity.choices})
        if LineChoice.ADD in entity.choices.values()
        else entity
        for entity in session.entities
    )
    return replace(session, entities=entities)


def _allocate_change_ids(
    session: AgniExtractionSession, document_id: UUID
) -> AgniExtractionSession:
    """Give every entity that changes the registry the id that its change will have.

    Entities that are the same record share one: a review writes one version of a record.
    """
    ids: dict[str, str] = {}
    entities = []
    for index, entity in enumerate(session.entities):
        if has_effect(entity, source_address(document_id)):
            record = entity.matched_id if entity.status is EntityStatus.MATCHED else None
            change_id = ids.setdefault(record or f"new:{index}", str(uuid4()))
            entity = replace(entity, change_id=change_id)
        entities.append(entity)
    return replace(session, entities=tuple(entities))


def _change_ids(session: AgniExtractionSession) -> list[UUID]:
    ids = dict.fromkeys(entity.change_id for entity in session.entities if entity.change_id)
    return [UUID(each) for each in ids]


def _progress(
    session: AgniExtractionSession, queued: int, stage: SessionStatus
) -> dict[str, object]:
    return {"current": queued, "total": len(_change_ids(session)), "stage": stage.value}
