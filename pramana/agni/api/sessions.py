from datetime import datetime
from typing import Annotated
from uuid import UUID

from ninja import File, Form, Query, Router, Schema
from ninja import Status as Answer
from ninja.files import UploadedFile
from pydantic import Field

from pramana.agni import selectors, services
from pramana.agni.api.shapes import (
    OpenedOut,
    PageOfSessionsOut,
    SessionOut,
    line_out,
    session_out,
)
from pramana.agni.contracts.states import SessionStatus
from pramana.agni.contracts.views import SessionView
from pramana.kit.errors import InvalidRequest
from pramana.kit.fields import NO_NUL
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs
from pramana.tenancy.matters import LONGEST_NAME, Matter

router = Router()


class PersistIn(Schema):
    description: Annotated[str, Field(max_length=10_000)] = ""
    confirm: bool = False


class PersistedOut(Schema):
    success: bool
    change_ids: list[UUID]
    message: str


@router.post("/sessions/", response={201: OpenedOut}, auth=needs(Role.ADMIN))
def open_session(
    request: ScopedRequest,
    document: File[UploadedFile | None] = None,
    guidance: Annotated[str, Form(max_length=10_000)] = "",
    case_id: Annotated[UUID | None, Form()] = None,
    workflow: Annotated[str, Form(max_length=LONGEST_NAME, pattern=NO_NUL)] = "",
) -> Answer[OpenedOut]:
    """Upload a document; its metadata and entities are extracted in the background."""
    if document is None:
        raise InvalidRequest("Document file required")
    view = services.open_session(
        request.scope,
        document.name or "",
        document,
        guidance=guidance.strip(),
        matter=Matter(case_id, workflow.strip()),
    )
    return Answer(201, _opened(view))


@router.get("/sessions/", response=PageOfSessionsOut, auth=needs(Role.ADMIN))
def list_sessions(
    request: ScopedRequest,
    status: SessionStatus | None = None,
    mine: bool = False,
    before: datetime | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> PageOfSessionsOut:
    """The tenant's sessions, newest first. Continue with `before` = the last `created_at`."""
    views = selectors.sessions_page(
        request.scope,
        status=status,
        created_by=request.scope.actor_id if mine else None,
        before=before,
        limit=limit,
    )
    return PageOfSessionsOut(sessions=[line_out(view) for view in views])


@router.get("/sessions/{uuid:session_id}/", response=SessionOut, auth=needs(Role.ADMIN))
def get_session(request: ScopedRequest, session_id: UUID) -> SessionOut:
    """One session with its metadata, entities, candidates, decisions and conversations."""
    return session_out(selectors.get_session(request.scope, session_id))


@router.delete("/sessions/{uuid:session_id}/", response={204: None}, auth=needs(Role.ADMIN))
def delete_session(request: ScopedRequest, session_id: UUID) -> Answer[None]:
    """Remove a session with its document. What was approved stays in the registry."""
    services.delete_session(request.scope, session_id)
    return Answer(204, None)


@router.post(
    "/sessions/{uuid:session_id}/restart/", response={201: OpenedOut}, auth=needs(Role.ADMIN)
)
def restart_session(request: ScopedRequest, session_id: UUID) -> Answer[OpenedOut]:
    """Begin a new session from a failed one's document, with the decisions made in it."""
    return Answer(201, _opened(services.restart_session(request.scope, session_id)))


@router.post("/sessions/{uuid:session_id}/persist/", response=PersistedOut, auth=needs(Role.ADMIN))
def persist(request: ScopedRequest, session_id: UUID, body: PersistIn) -> PersistedOut:
    """Approve what was decided and proposed; the changes are written in the background."""
    ids = services.persist_session(
        request.scope, session_id, description=body.description, confirm=body.confirm
    )
    return PersistedOut(
        success=True, change_ids=ids, message=f"{len(ids)} changes queued for persistence"
    )


def _opened(view: SessionView) -> OpenedOut:
    return OpenedOut(
        id=view.id,
        status=view.status.value,
        document_url=view.document_url,
        created_at=view.created_at,
    )
