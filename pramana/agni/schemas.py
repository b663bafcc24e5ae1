"""What the review API takes and answers."""

from datetime import date, datetime
from typing import Annotated, Any
from uuid import UUID

from ninja import Schema
from pydantic import Field

from pramana.agni.contracts import ApprovedChange
from pramana.agni.domain.changes import LineChoice


class OpenedSessionOut(Schema):
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
    corrected: list[str]


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
    evidence: dict[str, MentionOut]
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
    unasked: bool
    engine: str
    corrected: list[str]
    merged_into: int | None
    split_from: int | None
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


class PersistIn(Schema):
    description: Annotated[str, Field(max_length=10_000)] = ""
    confirm: bool = False
    apply: bool = False


class PersistOut(Schema):
    success: bool
    change_ids: list[UUID]
    message: str


class EntityStatusOut(Schema):
    success: bool
    entity_status: str


class CorrectionDoneOut(Schema):
    success: bool
    message: str
    entities: list[int]


class UnaskedOut(Schema):
    success: bool
    unasked: int


class AcceptedMatchesOut(Schema):
    success: bool
    entities: list[int]


class LineChoicesIn(Schema):
    choices: Annotated[dict[str, LineChoice], Field(max_length=200)]


class MessageIn(Schema):
    message: Annotated[str, Field(max_length=10_000)] = ""


class MessageIdOut(Schema):
    success: bool
    message_id: str


class PageOfChangesOut(Schema):
    changes: list[ApprovedChange]
