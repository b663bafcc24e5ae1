"""Extractions: fields, and at each path how sure it is and the words it rests on."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel

from pramana.client.models.answer import Answer

FieldType = Literal[
    "string", "text", "number", "integer", "money", "date", "boolean", "list", "table", "object"
]


class Field(BaseModel):
    """A field that is asked for."""

    name: str
    type: FieldType = "string"
    description: str = ""
    required: bool = False
    children: list["Field"] = []


class ExtractionLine(Answer):
    id: UUID
    document_id: UUID
    document_title: str
    document_type: str
    mode: str
    status: Literal["in_progress", "completed", "failed"]
    error: str
    engine: str
    field_count: int
    low_trust: int
    shared: bool
    run_id: UUID | None
    approved_at: datetime | None
    locked_at: datetime | None
    created_at: datetime
    updated_at: datetime


class Extraction(ExtractionLine):
    extracted_fields: dict[str, Any]
    confidence_scores: dict[str, Any]
    evidence: dict[str, Any]
    trust: dict[str, Any]
    summary: str
    by_hand: list[str]


class ExtractionFrame(Answer):
    """What the agent says or does, then how it ended."""

    text: str | None = None
    tool: str | None = None
    input: dict[str, Any] | None = None
    complete: bool = False
    extraction_id: UUID | None = None
    cost: float | None = None
