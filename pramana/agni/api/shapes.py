"""Sessions as the document writes them, with what we add where it is optional."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from ninja import Schema

from pramana.agni.contracts.entities import ExtractedEntity
from pramana.agni.contracts.session import DocumentMetadata, FieldTrust
from pramana.agni.contracts.views import SessionView


class OpenedOut(Schema):
    id: UUID
    status: str
    document_url: str
    created_at: datetime


class MentionOut(Schema):
    start: int
    end: int
    quote: str
    page: int | None
    alignment: str


class TrustOut(Schema):
    confidence: float
    evidence: MentionOut | None


class MetadataOut(Schema):
    title: str | None
    summary: str | None
    author: str | None
    publication_date: date | None
    document_type: str | None
    source: str | None
    date_text: str | None
    trust: dict[str, TrustOut]
    engine: str


class CandidateOut(Schema):
    nes_id: str
    confidence: float
    reason: str
    name: str


class EntityOut(Schema):
    entity_type: str
    entity_sub_type: str | None
    names: list[dict[str, Any]]
    entity_data: dict[str, Any]
    confidence: float
    status: str
    candidates: list[CandidateOut]
    matched_id: str | None
    needs_creation: bool
    proposed_changes: dict[str, Any]
    is_skipped: bool
    skip_reason: str
    mentions: list[MentionOut]
    withdrawn: bool
    unverified: bool
    engine: str
    decided_by: UUID | None
    decided_at: datetime | None


class MessageOut(Schema):
    id: str
    author: str
    text: str
    timestamp: datetime


class SessionLineOut(Schema):
    id: UUID
    status: str
    task_status: str
    progress: dict[str, Any]
    error_message: str | None
    document_id: UUID
    document_title: str
    document_url: str
    run_id: UUID | None
    restarted_from: UUID | None
    created_by: UUID | None
    created_at: datetime
    updated_at: datetime


class SessionOut(SessionLineOut):
    guidance: str | None
    metadata: MetadataOut | None
    entities: list[EntityOut]
    conversations: dict[str, list[MessageOut]]


class PageOfSessionsOut(Schema):
    sessions: list[SessionLineOut]


def line_out(view: SessionView) -> SessionLineOut:
    return SessionLineOut(**_line(view))


def session_out(view: SessionView) -> SessionOut:
    session = view.session
    return SessionOut(
        **_line(view),
        guidance=session.guidance,
        metadata=_metadata(session.metadata) if session.metadata else None,
        entities=[_entity(entity) for entity in session.entities],
        conversations={
            key: [MessageOut(**vars(message)) for message in conversation.thread]
            for key, conversation in session.conversations.items()
        },
    )


def _line(view: SessionView) -> dict[str, Any]:
    same = ("id", "document_id", "document_title", "document_url", "run_id", "restarted_from")
    times = ("created_by", "created_at", "updated_at")
    return {
        **{name: getattr(view, name) for name in (*same, *times)},
        "status": view.status.value,
        "task_status": view.task_status.value,
        "progress": dict(view.progress),
        "error_message": view.error_message or None,
    }


def _metadata(metadata: DocumentMetadata) -> MetadataOut:
    trust = {name: _trust(each) for name, each in metadata.trust.items()}
    return MetadataOut(**{**vars(metadata), "trust": trust})


def _trust(trust: FieldTrust) -> TrustOut:
    evidence = MentionOut(**vars(trust.evidence)) if trust.evidence else None
    return TrustOut(confidence=trust.confidence, evidence=evidence)


def _entity(entity: ExtractedEntity) -> EntityOut:
    own = {
        "names": [dict(name) for name in entity.names],
        "status": entity.status.value,
        "candidates": [CandidateOut(**vars(each)) for each in entity.candidates],
        "mentions": [MentionOut(**vars(each)) for each in entity.mentions],
    }
    return EntityOut(**{**vars(entity), **own})
