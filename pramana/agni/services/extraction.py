"""The two extractions of a session, from its document to entities that people can review.

A stage marks the session as being worked on, asks the model, and saves the result. Marking and
saving lock the row, and change nothing unless the session is in the status that belongs to the
stage: a task that runs twice or too late has no effect. The model is asked without a lock.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from uuid import UUID

from django.db import transaction

from pramana.agni.adapters.extractor import Progress, no_progress
from pramana.agni.contracts import (
    AgniExtractionSession,
    DocumentMetadata,
    ExtractedEntity,
    SessionStatus,
    TaskStatus,
)
from pramana.agni.models import StoredExtractionSession
from pramana.agni.services.agni_service import agni_service
from pramana.agni.services.session_rows import (
    ENTITIES_TASK,
    ask_registry_later,
    enqueue_task,
    load_session,
    lock_session,
    review_progress,
    save_session,
)
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import NoticeKind
from pramana.tenancy.notices import publish_notice

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
