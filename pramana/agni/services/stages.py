"""What each task finds and leaves behind.

A stage begins by saying so and ends by writing its result, each under the row's lock and only if
the session still stands where that stage belongs: a task that runs twice, or too late, changes
nothing. The slow part, the model, lies between the two and holds no lock.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.agni.contracts.entities import EntityStatus, ExtractedEntity
from pramana.agni.contracts.session import AgniExtractionSession, DocumentMetadata
from pramana.agni.contracts.states import SessionStatus, TaskStatus
from pramana.agni.domain.merging import merge
from pramana.agni.models import StoredExtractionSession
from pramana.agni.services.asking import ENTITIES_TASK, ask
from pramana.agni.services.rows import keep, locked, values
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import end_run

METADATA_FROM = (SessionStatus.PENDING, SessionStatus.PROCESSING_METADATA)
ENTITIES_FROM = (SessionStatus.METADATA_EXTRACTED, SessionStatus.PROCESSING_ENTITIES)


def begin_metadata(scope: Scope, session_id: UUID) -> AgniExtractionSession | None:
    """Start reading the metadata; None when that is not this session's next step."""
    return _begin(scope, session_id, METADATA_FROM, SessionStatus.PROCESSING_METADATA)


def begin_entities(scope: Scope, session_id: UUID) -> AgniExtractionSession | None:
    return _begin(scope, session_id, ENTITIES_FROM, SessionStatus.PROCESSING_ENTITIES)


@transaction.atomic
def _begin(
    scope: Scope, session_id: UUID, come_from: Sequence[SessionStatus], status: SessionStatus
) -> AgniExtractionSession | None:
    row = locked(scope, session_id)
    if row.status not in come_from:
        return None
    row.progress_info = {"current": 0, "total": 0, "stage": status.value}
    keep(scope, row, status=status, task_status=TaskStatus.RUNNING)
    return values(row)


@transaction.atomic
def keep_metadata(scope: Scope, session_id: UUID, metadata: DocumentMetadata) -> None:
    """Store the metadata and ask for the entities."""
    row = locked(scope, session_id)
    if row.status != SessionStatus.PROCESSING_METADATA:
        return
    row.progress_info = {"current": 1, "total": 1, "stage": SessionStatus.METADATA_EXTRACTED.value}
    session = replace(values(row), metadata=metadata)
    ask(scope, row, ENTITIES_TASK)
    keep(scope, row, session, status=SessionStatus.METADATA_EXTRACTED)


@transaction.atomic
def keep_entities(scope: Scope, session_id: UUID, read: Sequence[ExtractedEntity]) -> None:
    """Store the entities and hand the session to people."""
    row = locked(scope, session_id)
    if row.status != SessionStatus.PROCESSING_ENTITIES:
        return
    before = values(row)
    session = replace(before, entities=merge(before.entities, read).entities)
    row.progress_info = counts(session)
    keep(
        scope,
        row,
        session,
        status=SessionStatus.AWAITING_REVIEW,
        task_status=TaskStatus.COMPLETED,
    )


def counts(session: AgniExtractionSession) -> dict[str, Any]:
    """Progress of a review: how many entities need no person any more."""
    statuses = [entity.status for entity in session.entities]
    open_ones = statuses.count(EntityStatus.NEEDS_DISAMBIGUATION)
    return {
        "current": len(statuses) - open_ones,
        "total": len(statuses),
        "stage": SessionStatus.AWAITING_REVIEW.value,
        "total_entities": len(statuses),
        "needs_disambiguation": open_ones,
    }


def tell_progress(scope: Scope, session_id: UUID, stage: str, current: int, total: int) -> None:
    """How far a task is. Not under the lock: it is for looking at, and the next one replaces it."""
    StoredExtractionSession.objects.in_scope(scope).filter(pk=session_id).update(
        progress_info={"current": current, "total": total, "stage": stage}
    )


@transaction.atomic
def fail_session(scope: Scope, session_id: UUID, error: str) -> None:
    """Say why it ends here. What was read and decided so far is kept to be looked at."""
    row = locked(scope, session_id)
    if SessionStatus(row.status).is_over:
        return
    row.error_message = error
    keep(scope, row, status=SessionStatus.FAILED, task_status=TaskStatus.FAILED)
    if row.run_id:
        end_run(scope, row.run_id, RunState.FAILED)
