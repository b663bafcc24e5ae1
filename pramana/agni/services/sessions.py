"""Sessions are opened with a document, begun when it has been read, restarted and deleted.

A session's row is locked, loaded as values, saved, and given its next background task here.
"""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from pramana.agni.contracts import (
    ENTITY_THREAD,
    METADATA_THREAD,
    AgniExtractionSession,
    Author,
    Conversation,
    EntityStatus,
    Message,
    ReviewSession,
    SessionStatus,
    TaskStatus,
)
from pramana.agni.domain.session_json import deserialize_session, serialize_session
from pramana.agni.errors import InvalidState, ReviewSessionNotFound
from pramana.agni.models import StoredExtractionSession
from pramana.agni.selectors import get_session
from pramana.documents.contracts import Continuation, Status
from pramana.documents.selectors import READABLE, get_document
from pramana.documents.services import add_file, delete_document, retry_document
from pramana.jobs.events import emit
from pramana.jobs.queue import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import NO_MATTER, Matter, RunState
from pramana.tenancy.locking import lock_row
from pramana.tenancy.selectors import matter_or_previous
from pramana.tenancy.services import audit, delete_runs, end_run, start_run

if TYPE_CHECKING:
    from django.core.files.base import File


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
    rows = StoredExtractionSession.objects.in_scope(scope).filter(pk=session_id)
    return lock_row(rows, ReviewSessionNotFound())


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


RUN_KIND = "agni.session"
EXTENSIONS = (".txt", ".md", ".doc", ".docx", ".pdf")
"""What may be uploaded for review; a document of the library may be of any kind."""


@transaction.atomic
def open_session(
    scope: Scope,
    filename: str,
    content: "File[bytes]",
    *,
    guidance: str = "",
    matter: Matter = NO_MATTER,
) -> ReviewSession:
    """Store a document for review. Its metadata is extracted as soon as it has been read."""
    if PurePath(filename.lower()).suffix not in EXTENSIONS:
        raise InvalidRequest(f"File type not allowed. Allowed: {', '.join(EXTENSIONS)}")
    row = StoredExtractionSession(
        tenant_id=scope.tenant_id,
        created_by_id=scope.actor_id,
        run_id=start_run(scope, RUN_KIND, matter),
    )
    document = add_file(scope, filename, content, then=_continuation(row))
    row.document_id = document.id
    row.session_data = serialize_session(_new_session(document.id, guidance))
    row.save(force_insert=True)
    audit(scope, "agni.session.opened", "agni_session", row.id)
    return get_session(scope, row.id)


@transaction.atomic
def open_library_session(
    scope: Scope, document_id: UUID, *, guidance: str = "", matter: Matter = NO_MATTER
) -> ReviewSession:
    """Review a document of the library. It is not stored a second time.

    An unfinished review of the document is returned instead of a second one.
    """
    document = get_document(scope, document_id)
    if document.status is Status.FAILED:
        raise InvalidState(f"The document could not be read: {document.error}")
    if document.status not in READABLE:
        raise InvalidState("The document is still being read. Try again when it is readable.")
    rows = StoredExtractionSession.objects.in_scope(scope).filter(document_id=document_id)
    unfinished = rows.exclude(status__in=(SessionStatus.COMPLETED, SessionStatus.FAILED)).first()
    if unfinished:
        return get_session(scope, unfinished.id)
    session = replace(_new_session(document_id, guidance), from_library=True)
    row = StoredExtractionSession(
        tenant_id=scope.tenant_id,
        created_by_id=scope.actor_id,
        document_id=document_id,
        run_id=start_run(scope, RUN_KIND, matter),
        session_data=serialize_session(session),
    )
    row.save(force_insert=True)
    enqueue_task(scope, row, METADATA_TASK)
    row.save()
    audit(scope, "agni.session.opened", "agni_session", row.id)
    return get_session(scope, row.id)


@transaction.atomic
def begin_session(scope: Scope, session_id: UUID) -> None:
    """Start the extraction once the document has been read, or fail if it could not be."""
    row = lock_session(scope, session_id)
    if row.status != SessionStatus.PENDING:
        return
    document = get_document(scope, row.document_id)
    if document.status is Status.FAILED:
        fail_session(scope, session_id, f"The document could not be read: {document.error}")
    else:
        enqueue_task(scope, row, METADATA_TASK)
        row.save()


@transaction.atomic
def restart_session(scope: Scope, session_id: UUID) -> ReviewSession:
    """Open a new session with a failed one's document, case and decisions."""
    failed = lock_session(scope, session_id)
    if failed.status != SessionStatus.FAILED:
        raise InvalidState("Only a failed session can be started again.")
    row = StoredExtractionSession(
        tenant_id=scope.tenant_id,
        created_by_id=scope.actor_id,
        document_id=failed.document_id,
        restarted_from_id=failed.id,
        run_id=start_run(scope, RUN_KIND, matter_or_previous(scope, NO_MATTER, failed.run_id)),
        session_data=serialize_session(_copy_decisions(load_session(failed))),
    )
    row.save(force_insert=True)
    if get_document(scope, row.document_id).status is Status.FAILED:
        retry_document(scope, row.document_id, then=_continuation(row))
    else:
        enqueue_task(scope, row, METADATA_TASK)
        row.save()
    audit(scope, "agni.session.restarted", "agni_session", row.id, from_id=str(failed.id))
    return get_session(scope, row.id)


def delete_session(scope: Scope, session_id: UUID) -> None:
    """Delete a session with its run, and its document unless another session or the library has it.

    Approved changes stay, with their source. The run is deleted last: once the session is gone, no
    job can queue another.
    """
    run_id = _delete_row(scope, session_id)
    if run_id:
        delete_runs(scope, [run_id])


@transaction.atomic
def _delete_row(scope: Scope, session_id: UUID) -> UUID | None:
    """Delete the session; return its run."""
    row = lock_session(scope, session_id)
    document_id = row.document_id
    others = StoredExtractionSession.objects.in_scope(scope).filter(document_id=document_id)
    StoredExtractionSession.objects.in_scope(scope).filter(pk=row.pk).delete()
    is_own = not load_session(row).from_library
    if is_own and not others.exclude(pk=row.pk).exists():
        delete_document(scope, document_id)
    audit(scope, "agni.session.deleted", "agni_session", session_id)
    return row.run_id


def _continuation(row: StoredExtractionSession) -> Continuation:
    """What the documents queue when they have read the file, or could not."""
    return Continuation(BEGIN_TASK, {"session_id": str(row.id)}, run_id=row.run_id)


def _new_session(document_id: UUID, guidance: str) -> AgniExtractionSession:
    """A session whose guidance is the first message of both extraction conversations."""
    session = AgniExtractionSession(
        document=Path("documents") / str(document_id), guidance=guidance or None
    )
    if not guidance:
        return session
    thread = Conversation((Message(Author.USER, guidance, utcnow(), "msg_guidance"),))
    return replace(session, conversations={METADATA_THREAD: thread, ENTITY_THREAD: thread})


def _copy_decisions(session: AgniExtractionSession) -> AgniExtractionSession:
    """Keep conversations, decisions and corrections; everything else is read again."""
    entities = tuple(replace(entity, change_id="") for entity in session.entities)
    return replace(session, entities=entities)
