"""Documents under review: entities, candidates, decisions and the changes they become."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pramana.client.models.answer import Answer


class Opened(Answer):
    id: UUID
    status: str
    document_url: str
    created_at: datetime


class Candidate(Answer):
    nes_id: str
    confidence: float
    reason: str
    name: str = ""


class Mention(Answer):
    start: int
    end: int
    quote: str
    page: int | None = None


class ReviewEntity(Answer):
    entity_type: str
    entity_sub_type: str | None
    names: list[dict[str, Any]]
    entity_data: dict[str, Any]
    confidence: float
    status: str
    candidates: list[Candidate]
    matched_id: str | None
    mentions: list[Mention]
    decided_by: UUID | None = None


class SessionLine(Answer):
    id: UUID
    status: str
    task_status: str
    progress: dict[str, Any]
    error_message: str | None
    document_id: UUID
    document_title: str
    created_at: datetime
    updated_at: datetime


class Session(SessionLine):
    guidance: str | None
    metadata: dict[str, Any] | None
    entities: list[ReviewEntity]
    conversations: dict[str, list[dict[str, Any]]]


class Resolved(Answer):
    success: bool
    entity_status: str


class Posted(Answer):
    success: bool
    message_id: str


class Persisted(Answer):
    success: bool
    change_ids: list[UUID]
    message: str


class Planned(Answer):
    index: int
    name: str
    entity_type: str
    status: str
    nes_id: str | None
    proposed_only: bool


class Summary(Answer):
    """What persisting would write."""

    creations: list[Planned]
    updates: list[Planned]
    skipped: list[Planned]
    unresolved: list[Planned]


class Change(Answer):
    id: UUID
    change_type: str
    entity_type: str
    nes_entity_id: str
    entity_data: dict[str, Any]
    description: str
    state: str
    error: str
    session_id: UUID
    approved_at: datetime
