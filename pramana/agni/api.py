"""Sessions and approved changes over HTTP: the source document's API, and our additions to it."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from ninja import File, Form, Query, Router
from ninja import Status as Answer
from ninja.files import UploadedFile

from pramana.agni import selectors, services
from pramana.agni.contracts import (
    ApprovedChange,
    ChangeState,
    DocumentMetadata,
    EntityDecision,
    ExtractedEntity,
    ReviewSession,
    SessionStatus,
)
from pramana.agni.domain.changes import PersistSummary
from pramana.agni.domain.corrections.contracts import SessionCorrectionRequest
from pramana.agni.schemas import (
    AcceptedMatchesOut,
    CandidateOut,
    CorrectionDoneOut,
    EntityOut,
    EntityStatusOut,
    LineChoicesIn,
    MentionOut,
    MessageIdOut,
    MessageIn,
    MessageOut,
    MetadataOut,
    OpenedSessionOut,
    PageOfChangesOut,
    PageOfSessionsOut,
    PersistIn,
    PersistOut,
    SessionLineOut,
    SessionOut,
    TrustOut,
    UnaskedOut,
)
from pramana.kit.errors import InvalidRequest
from pramana.kit.texts import NO_NUL
from pramana.tenancy.contracts import LONGEST_NAME, Matter, Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()


@router.post("/sessions/", response={201: OpenedSessionOut}, auth=needs(Role.ADMIN))
def open_session(
    request: ScopedRequest,
    document: File[UploadedFile | None] = None,
    guidance: Annotated[str, Form(max_length=10_000)] = "",
    case_id: Annotated[UUID | None, Form()] = None,
    workflow: Annotated[str, Form(max_length=LONGEST_NAME, pattern=NO_NUL)] = "",
    document_id: Annotated[UUID | None, Form()] = None,
) -> Answer[OpenedSessionOut]:
    """Upload a document, or name one of the library; metadata and entities are extracted in the
    background. A library document that is under review already keeps that session."""
    matter = Matter(case_id, workflow.strip())
    if document is None and document_id is not None:
        session = services.open_library_session(
            request.scope, document_id, guidance=guidance.strip(), matter=matter
        )
        return Answer(201, _opened_session_out(session))
    if document is None:
        raise InvalidRequest("Document file required")
    session = services.open_session(
        request.scope,
        document.name or "",
        document,
        guidance=guidance.strip(),
        matter=matter,
    )
    return Answer(201, _opened_session_out(session))


@router.get("/sessions/", response=PageOfSessionsOut, auth=needs(Role.ADMIN))
def list_sessions(
    request: ScopedRequest,
    status: SessionStatus | None = None,
    mine: bool = False,
    before: datetime | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> PageOfSessionsOut:
    """The tenant's sessions, newest first. Continue with `before` = the last `created_at`."""
    sessions = selectors.sessions_page(
        request.scope,
        status=status,
        created_by=request.scope.actor_id if mine else None,
        before=before,
        limit=limit,
    )
    return PageOfSessionsOut(sessions=[SessionLineOut(**_line(each)) for each in sessions])


@router.get("/sessions/{uuid:session_id}/", response=SessionOut, auth=needs(Role.ADMIN))
def get_session(request: ScopedRequest, session_id: UUID) -> SessionOut:
    """One session with its metadata, entities, candidates, decisions and conversations."""
    return _session_out(selectors.get_session(request.scope, session_id))


@router.delete("/sessions/{uuid:session_id}/", response={204: None}, auth=needs(Role.ADMIN))
def delete_session(request: ScopedRequest, session_id: UUID) -> Answer[None]:
    """Delete a session with its document. Approved changes and the registry stay as they are."""
    services.delete_session(request.scope, session_id)
    return Answer(204, None)


@router.post(
    "/sessions/{uuid:session_id}/restart/", response={201: OpenedSessionOut}, auth=needs(Role.ADMIN)
)
def restart_session(request: ScopedRequest, session_id: UUID) -> Answer[OpenedSessionOut]:
    """Open a new session with a failed one's document and the decisions made in it."""
    session = services.restart_session(request.scope, session_id)
    return Answer(201, _opened_session_out(session))


@router.post(
    "/sessions/{uuid:session_id}/entities/{int:entity_index}/",
    response=EntityStatusOut,
    auth=needs(Role.ADMIN),
)
def resolve_entity(
    request: ScopedRequest, session_id: UUID, entity_index: int, body: EntityDecision
) -> EntityStatusOut:
    """Match an entity to a record, create one for it, or skip it."""
    status = services.resolve_entity(request.scope, session_id, entity_index, body)
    return EntityStatusOut(success=True, entity_status=status.value)


@router.delete(
    "/sessions/{uuid:session_id}/entities/{int:entity_index}/",
    response=EntityStatusOut,
    auth=needs(Role.ADMIN),
)
def reopen_entity(request: ScopedRequest, session_id: UUID, entity_index: int) -> EntityStatusOut:
    """Undo the decision on an entity."""
    status = services.reopen_entity(request.scope, session_id, entity_index)
    return EntityStatusOut(success=True, entity_status=status.value)


@router.post(
    "/sessions/{uuid:session_id}/accept/", response=AcceptedMatchesOut, auth=needs(Role.ADMIN)
)
def accept_sure_proposals(request: ScopedRequest, session_id: UUID) -> AcceptedMatchesOut:
    """Accept every proposal that leaves no doubt; each can be taken back."""
    accepted = services.accept_sure_proposals(request.scope, session_id)
    return AcceptedMatchesOut(success=True, entities=accepted)


@router.post("/sessions/{uuid:session_id}/ask/", response=UnaskedOut, auth=needs(Role.ADMIN))
def ask_registry_again(request: ScopedRequest, session_id: UUID) -> UnaskedOut:
    """Ask a registry that did not answer again; `unasked` entities are left."""
    left = services.ask_registry_again(request.scope, session_id)
    return UnaskedOut(success=True, unasked=left)


@router.post(
    "/sessions/{uuid:session_id}/corrections/",
    response=CorrectionDoneOut,
    auth=needs(Role.ADMIN),
)
def correct_session(
    request: ScopedRequest, session_id: UUID, body: SessionCorrectionRequest
) -> CorrectionDoneOut:
    """Correct the metadata or an entity, add, merge, split or remove entities, or take it back.

    What a person set stays, whatever a later reading finds. `entities` are the indexes of the
    entities that are new or changed.
    """
    done = services.correct_session(request.scope, session_id, body)
    return CorrectionDoneOut(success=True, message=done.sentence, entities=list(done.entities))


@router.post(
    "/sessions/{uuid:session_id}/conversations/{conversation_key}/",
    response=MessageIdOut,
    auth=needs(Role.ADMIN),
)
def post_conversation_message(
    request: ScopedRequest, session_id: UUID, conversation_key: str, body: MessageIn
) -> MessageIdOut:
    """Post a message to the extractor. Its answer arrives in the same conversation."""
    message_id = services.post_message(request.scope, session_id, conversation_key, body.message)
    return MessageIdOut(success=True, message_id=message_id)


@router.get("/sessions/{uuid:session_id}/summary/", response=PersistSummary, auth=needs(Role.ADMIN))
def summarize_session(request: ScopedRequest, session_id: UUID) -> PersistSummary:
    """Exactly what persisting would write now."""
    return selectors.persist_summary(request.scope, session_id)


@router.post(
    "/sessions/{uuid:session_id}/entities/{int:entity_index}/lines/",
    response=PersistSummary,
    auth=needs(Role.ADMIN),
)
def choose_lines(
    request: ScopedRequest, session_id: UUID, entity_index: int, body: LineChoicesIn
) -> PersistSummary:
    """Choose for single lines of the summary: write or skip; for conflicts keep, replace or add."""
    services.choose_lines(request.scope, session_id, {entity_index: body.choices})
    return selectors.persist_summary(request.scope, session_id)


@router.post("/sessions/{uuid:session_id}/persist/", response=PersistOut, auth=needs(Role.ADMIN))
def persist_changes(request: ScopedRequest, session_id: UUID, body: PersistIn) -> PersistOut:
    """Approve the decisions and proposals; the changes are queued in the background.

    With `apply` they are written to the registry right after.
    """
    ids = services.persist_session(
        request.scope,
        session_id,
        description=body.description,
        confirm=body.confirm,
        apply=body.apply,
    )
    return PersistOut(
        success=True, change_ids=ids, message=f"{len(ids)} changes queued for persistence"
    )


@router.get("/changes/", response=PageOfChangesOut, auth=needs(Role.ADMIN))
def list_changes(
    request: ScopedRequest,
    state: ChangeState | None = None,
    before: datetime | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> dict[str, list[ApprovedChange]]:
    """Approved changes, newest first. Continue with `before` = the last `approved_at`."""
    page = selectors.changes_page(request.scope, state=state, before=before, limit=limit)
    return {"changes": page}


@router.post("/changes/{uuid:change_id}/apply/", response=ApprovedChange, auth=needs(Role.ADMIN))
def apply_change(request: ScopedRequest, change_id: UUID) -> ApprovedChange:
    """Write a change to the registry; a second call does nothing."""
    return services.ChangeQueue(request.scope).apply_change(change_id)


def _opened_session_out(session: ReviewSession) -> OpenedSessionOut:
    return OpenedSessionOut(
        id=session.id,
        status=session.status.value,
        document_url=session.document_url,
        created_at=session.created_at,
    )


def _session_out(view: ReviewSession) -> SessionOut:
    session = view.session
    return SessionOut(
        **_line(view),
        guidance=session.guidance,
        metadata=_metadata_out(session.metadata) if session.metadata else None,
        entities=[_entity_out(entity) for entity in session.entities],
        conversations={
            key: [MessageOut(**vars(message)) for message in conversation.thread]
            for key, conversation in session.conversations.items()
        },
    )


def _line(view: ReviewSession) -> dict[str, Any]:
    same = ("id", "document_id", "document_title", "document_url", "run_id", "restarted_from")
    times = ("created_by", "created_at", "updated_at")
    return {
        **{name: getattr(view, name) for name in (*same, *times)},
        "status": view.status.value,
        "task_status": view.task_status.value,
        "progress": dict(view.progress),
        "error_message": view.error_message or None,
    }


def _metadata_out(metadata: DocumentMetadata) -> MetadataOut:
    trust = {
        name: TrustOut(
            confidence=each.confidence,
            evidence=MentionOut(**vars(each.evidence)) if each.evidence else None,
        )
        for name, each in metadata.trust.items()
    }
    return MetadataOut(**{**vars(metadata), "trust": trust})


def _entity_out(entity: ExtractedEntity) -> EntityOut:
    converted = {
        "names": [dict(name) for name in entity.names],
        "status": entity.status.value,
        "evidence": {key: MentionOut(**vars(each)) for key, each in entity.evidence.items()},
        "candidates": [CandidateOut(**vars(each)) for each in entity.candidates],
        "mentions": [MentionOut(**vars(each)) for each in entity.mentions],
    }
    return EntityOut(**{**vars(entity), **converted})
