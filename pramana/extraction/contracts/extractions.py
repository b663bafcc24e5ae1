"""Extractions as other capabilities see them."""

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
    """Only the given fields. What the document does not say is null with confidence 0."""


@dataclass(frozen=True)
class ExtractionLine:
    """An extraction in a list, without its values."""

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
    """How many values have too little trust and should be reviewed first."""
    user_id: UUID
    shared: bool
    run_id: UUID | None
    approved_at: datetime | None
    locked_at: datetime | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class ExtractionView(ExtractionLine):
    """An extraction with its values.

    `confidence_scores`, `evidence` and `trust` have the shape of `extracted_fields`.
    """

    custom_fields: tuple[FieldSpec, ...]
    extracted_fields: Mapping[str, Json]
    confidence_scores: Mapping[str, Json]
    evidence: Mapping[str, Json]
    trust: Mapping[str, Json]
    summary: str
    approved_by_id: UUID | None
    locked_by_id: UUID | None
    by_hand: tuple[str, ...]
    """Paths a person wrote. No run overwrites them unless asked to."""


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
