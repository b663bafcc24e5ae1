"""The stages of a session: its metadata and its entities are extracted, and what people decided is
persisted as approved changes, all of them or none.

An extraction marks the session as being worked on, asks the model, and saves the result. Marking
and saving lock the row, and change nothing unless the session is in the status that belongs to the
stage: a task that runs twice or too late has no effect. The model is asked without a lock.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import date
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction

from pramana.agni.adapters import Progress, no_progress
from pramana.agni.contracts import (
    AgniExtractionSession,
    DocumentMetadata,
    EntityStatus,
    ExtractedEntity,
    SessionStatus,
    TaskStatus,
    source_address,
)
from pramana.agni.domain.changes import DATE_OF_CHOICES, LineChoice, has_effect, with_choices
from pramana.agni.domain.decisions import Decider, approve_proposals, unresolved
from pramana.agni.errors import EntityNotResolved, InvalidState
from pramana.agni.models import StoredExtractionSession
from pramana.agni.services.agni_service import agni_service, get_entity
from pramana.agni.services.sessions import (
    ENTITIES_TASK,
    PERSIST_TASK,
    ask_registry_later,
    enqueue_task,
    load_session,
    lock_for_review,
    lock_session,
    review_progress,
    save_session,
)
from pramana.jobs.queue import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import NoticeKind, RunState
from pramana.tenancy.services import audit, end_run
from pramana.tenancy.services.notices import publish_notice

METADATA_FROM = (SessionStatus.PENDING, SessionStatus.PROCESSING_METADATA)
ENTITIES_FROM = (SessionStatus.METADATA_EXTRACTED, SessionStatus.PROCESSING_ENTITIES)

Commit = Callable[[], AbstractContextManager[None]]
"""Opens the transaction in which a job has its effect and ends."""


def extract_metadata(
    scope: Scope,
    session_id: UUID,
    *,
    commit: Commit = nullcontext,
    progress: Progress = no_progress,
) -> None:
    """Read the metadata, and queue the extraction of the entities."""
    session = _start_stage(scope, session_id, METADATA_FROM, SessionStatus.PROCESSING_METADATA)
    if session is None:
        return
    progress("extracting_metadata", 0, 0)
    metadata = agni_service(scope).extract_metadata(session).metadata
    assert metadata is not None
    with commit():
        _save_metadata(scope, session_id, metadata)


def extract_entities(
    scope: Scope,
    session_id: UUID,
    *,
    commit: Commit = nullcontext,
    progress: Progress = no_progress,
) -> None:
    """Read the entities, find their candidates, and open the session for review."""
    session = _start_stage(scope, session_id, ENTITIES_FROM, SessionStatus.PROCESSING_ENTITIES)
    if session is None:
        return

    def report(stage: str, current: int, total: int) -> None:
        progress(stage, current, total)
        _save_progress(scope, session_id, stage, current, total)

    entities = agni_service(scope, progress=report).extract_entities(session).entities
    with commit():
        _save_entities(scope, session_id, entities)


@transaction.atomic
def _start_stage(
    scope: Scope, session_id: UUID, come_from: Sequence[SessionStatus], status: SessionStatus
) -> AgniExtractionSession | None:
    """The session to work on; None if this stage is not its next step."""
    row = lock_session(scope, session_id)
    if row.status not in come_from:
        return None
    row.progress_info = {"current": 0, "total": 0, "stage": status.value}
    save_session(scope, row, status=status, task_status=TaskStatus.RUNNING)
    return load_session(row)


@transaction.atomic
def _save_metadata(scope: Scope, session_id: UUID, metadata: DocumentMetadata) -> None:
    row = lock_session(scope, session_id)
    if row.status != SessionStatus.PROCESSING_METADATA:
        return
    row.progress_info = {"current": 1, "total": 1, "stage": SessionStatus.METADATA_EXTRACTED.value}
    session = replace(load_session(row), metadata=metadata)
    enqueue_task(scope, row, ENTITIES_TASK)
    save_session(scope, row, session, status=SessionStatus.METADATA_EXTRACTED)


@transaction.atomic
def _save_entities(scope: Scope, session_id: UUID, entities: tuple[ExtractedEntity, ...]) -> None:
    row = lock_session(scope, session_id)
    if row.status != SessionStatus.PROCESSING_ENTITIES:
        return
    session = replace(load_session(row), entities=entities)
    row.progress_info = review_progress(session)
    save_session(
        scope,
        row,
        session,
        status=SessionStatus.AWAITING_REVIEW,
        task_status=TaskStatus.COMPLETED,
    )
    if any(entity.unasked for entity in entities):
        ask_registry_later(scope, session_id)
    publish_notice(scope, NoticeKind.REVIEW_READY, session_id=session_id)


def _save_progress(scope: Scope, session_id: UUID, stage: str, current: int, total: int) -> None:
    """Without a lock: it is only for display, and the next report replaces it."""
    StoredExtractionSession.objects.in_scope(scope).filter(pk=session_id).update(
        progress_info={"current": current, "total": total, "stage": stage}
    )


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
