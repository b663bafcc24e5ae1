"""How extractions are asked for and where they stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from pramana.extraction.contracts.fields import FieldSpec, Json


class ExtractionStatus(StrEnum):
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    FAILED = "failed"


class ExtractionMode(StrEnum):
    AUTO = "auto"
    """The structure is inferred from the document."""
    CUSTOM = "custom"
    """Given fields only; what the document does not say is null with confidence 0."""


@dataclass(frozen=True)
class ExtractionLine:
    """An extraction in a list: everything but its values."""

    id: UUID
    document_id: UUID
    document_title: str
    document_type: str
    mode: ExtractionMode
    status: ExtractionStatus
    error: str
    engine: str
    field_count: int
    low_trust: int
    """How many values a person should look at first."""
    user_id: UUID
    shared: bool
    run_id: UUID | None
    approved_at: datetime | None
    locked_at: datetime | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class ExtractionView(ExtractionLine):
    """The four trees have one shape: at a value's path stand its confidence, evidence and trust."""

    custom_fields: tuple[FieldSpec, ...]
    extracted_fields: Mapping[str, Json]
    confidence_scores: Mapping[str, Json]
    evidence: Mapping[str, Json]
    trust: Mapping[str, Json]
    summary: str
    approved_by_id: UUID | None
    locked_by_id: UUID | None
    by_hand: tuple[str, ...]
    """Paths a person wrote; no run overwrites them unless asked."""


@dataclass(frozen=True)
class CallView:
    order: int
    tool: str
    input: Mapping[str, Any]
    outcome: Mapping[str, Any]
    is_error: bool
    took_ms: float
    run_id: UUID | None
    created_at: datetime


@dataclass(frozen=True)
class DifferenceView:
    path: str
    kind: str
    before: Json
    after: Json


@dataclass(frozen=True)
class FieldChangeView:
    id: UUID
    number: int
    path: str
    tool: str
    by_hand: bool
    actor_id: UUID | None
    run_id: UUID | None
    differences: tuple[DifferenceView, ...]
    undone_at: datetime | None
    undone_by_id: UUID | None
    created_at: datetime


@dataclass(frozen=True)
class TemplateView:
    id: UUID
    name: str
    document_type: str
    description: str
    fields: tuple[FieldSpec, ...]
    created_at: datetime
    updated_at: datetime
