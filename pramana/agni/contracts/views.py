"""Sessions and changes as others may see them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pramana.agni.contracts.entities import EntityStatus, EntityType
from pramana.agni.contracts.session import AgniExtractionSession
from pramana.agni.contracts.states import ChangeState, ChangeType, SessionStatus, TaskStatus


@dataclass(frozen=True)
class SessionView:
    id: UUID
    document_id: UUID
    document_title: str
    filename: str
    status: SessionStatus
    task_status: TaskStatus
    error_message: str
    progress: Mapping[str, Any]
    run_id: UUID | None
    restarted_from: UUID | None
    created_by: UUID | None
    created_at: datetime
    updated_at: datetime
    session: AgniExtractionSession

    @property
    def document_url(self) -> str:
        """Where the file itself is, for those who may read it."""
        return f"/api/documents/{self.document_id}/file"


@dataclass(frozen=True)
class ChangeView:
    id: UUID
    change_type: ChangeType
    entity_type: str
    entity_sub_type: str
    nes_entity_id: str
    entity_data: Mapping[str, Any]
    description: str
    state: ChangeState
    error: str
    session_id: UUID
    approved_by: UUID | None
    approved_at: datetime


@dataclass(frozen=True)
class Planned:
    """What persisting would do with one entity. `data` is the new record, or the patch."""

    index: int
    name: str
    entity_type: EntityType
    status: EntityStatus
    nes_id: str | None
    data: Mapping[str, Any]
    proposed_only: bool
    """Nobody decided it: confirming the whole would be the decision."""
    skip_reason: str


@dataclass(frozen=True)
class Summary:
    creations: list[Planned]
    updates: list[Planned]
    skipped: list[Planned]
    unresolved: list[Planned]
