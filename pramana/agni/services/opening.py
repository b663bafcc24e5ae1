"""A session begins with a document, can begin again from it, and ends with it."""

from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction

from pramana.agni.contracts.session import (
    ENTITY_THREAD,
    METADATA_THREAD,
    AgniExtractionSession,
    Author,
    Conversation,
    Message,
)
from pramana.agni.contracts.states import SessionStatus
from pramana.agni.contracts.views import SessionView
from pramana.agni.domain.storing import serialize_session
from pramana.agni.errors import InvalidState
from pramana.agni.models import StoredExtractionSession
from pramana.agni.selectors import get_session
from pramana.agni.services.asking import BEGIN_TASK, METADATA_TASK, ask
from pramana.agni.services.rows import locked, values
from pramana.agni.services.stages import fail_session
from pramana.documents.contracts import Continuation, Status
from pramana.documents.selectors import get_document
from pramana.documents.services import add_file, delete_document, retry_document
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.tenancy.matters import NO_MATTER, Matter
from pramana.tenancy.selectors import matter_again
from pramana.tenancy.services import audit, forget_runs, start_run

if TYPE_CHECKING:
    from django.core.files.base import File

RUN_KIND = "agni.session"
EXTENSIONS = (".txt", ".md", ".doc", ".docx", ".pdf")


@transaction.atomic
def open_session(
    scope: Scope,
    filename: str,
    content: "File[bytes]",
    *,
    guidance: str = "",
    matter: Matter = NO_MATTER,
) -> SessionView:
    """Take a document in; its metadata is extracted as soon as it has been read."""
    if PurePath(filename.lower()).suffix not in EXTENSIONS:
        raise InvalidRequest(f"File type not allowed. Allowed: {', '.join(EXTENSIONS)}")
    row = StoredExtractionSession(
        tenant_id=scope.tenant_id,
        created_by_id=scope.actor_id,
        run_id=start_run(scope, RUN_KIND, matter),
    )
    document = add_file(scope, filename, content, then=_continuation(row))
    row.document_id = document.id
    row.session_data = serialize_session(_fresh(document.id, guidance))
    row.save(force_insert=True)
    audit(scope, "agni.session.opened", "agni_session", row.id)
    return get_session(scope, row.id)


def _fresh(document_id: UUID, guidance: str) -> AgniExtractionSession:
    """Guidance is what a reviewer says first, to both extractions."""
    session = AgniExtractionSession(
        document=Path("documents") / str(document_id), guidance=guidance or None
    )
    if not guidance:
        return session
    said = Conversation((Message(Author.USER, guidance, utcnow(), "msg_guidance"),))
    return replace(session, conversations={METADATA_THREAD: said, ENTITY_THREAD: said})


@transaction.atomic
def restart_session(scope: Scope, session_id: UUID) -> SessionView:
    """Begin again from a failed session's document, in its case, with the decisions made in it."""
    failed = locked(scope, session_id)
    if failed.status != SessionStatus.FAILED:
        raise InvalidState("Only a failed session can be started again.")
    row = StoredExtractionSession(
        tenant_id=scope.tenant_id,
        created_by_id=scope.actor_id,
        document_id=failed.document_id,
        restarted_from_id=failed.id,
        run_id=start_run(scope, RUN_KIND, matter_again(scope, NO_MATTER, failed.run_id)),
        session_data=serialize_session(_again(values(failed))),
    )
    row.save(force_insert=True)
    _ask_anew(scope, row)
    audit(scope, "agni.session.restarted", "agni_session", row.id, from_id=str(failed.id))
    return get_session(scope, row.id)


def _ask_anew(scope: Scope, row: StoredExtractionSession) -> None:
    """Go on from the text, or first read it again where that is what failed."""
    if get_document(scope, row.document_id).status is Status.FAILED:
        retry_document(scope, row.document_id, then=_continuation(row))
    else:
        ask(scope, row, METADATA_TASK)
        row.save()


def _continuation(row: StoredExtractionSession) -> Continuation:
    return Continuation(BEGIN_TASK, {"session_id": str(row.id)}, run_id=row.run_id)


@transaction.atomic
def begin_session(scope: Scope, session_id: UUID) -> None:
    """The document has been read, or could not be: go on, or say so."""
    row = locked(scope, session_id)
    if row.status != SessionStatus.PENDING:
        return
    document = get_document(scope, row.document_id)
    if document.status is Status.FAILED:
        fail_session(scope, session_id, f"The document could not be read: {document.error}")
    else:
        ask(scope, row, METADATA_TASK)
        row.save()


def _again(session: AgniExtractionSession) -> AgniExtractionSession:
    """Keep what people said and decided; the rest is read anew."""
    entities = tuple(replace(entity, change_id="") for entity in session.entities)
    return replace(session, entities=entities, metadata=None)


def delete_session(scope: Scope, session_id: UUID) -> None:
    """Remove a session with its work and its document, unless another session rests on that one.

    What was approved stays in the change list and the registry, with where it came from. The work
    goes last: once the session is gone, no job can ask for another.
    """
    run_id = _removed(scope, session_id)
    if run_id:
        forget_runs(scope, [run_id])


@transaction.atomic
def _removed(scope: Scope, session_id: UUID) -> UUID | None:
    """Take the session away; return the run that worked on it."""
    row = locked(scope, session_id)
    document_id = row.document_id
    others = StoredExtractionSession.objects.in_scope(scope).filter(document_id=document_id)
    StoredExtractionSession.objects.in_scope(scope).filter(pk=row.pk).delete()
    if not others.exclude(pk=row.pk).exists():
        delete_document(scope, document_id)
    audit(scope, "agni.session.deleted", "agni_session", session_id)
    return row.run_id
