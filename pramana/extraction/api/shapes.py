"""What is sent and what comes back."""

import json
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Schema
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from pramana.extraction.contracts.fields import MOST_FIELDS, FieldSpec
from pramana.extraction.contracts.states import ExtractionMode, ExtractionStatus
from pramana.extraction.services.starting import LONGEST_INSTRUCTION


def _read(value: Any) -> Any:
    """A list of fields; in a form it is a text of JSON, and empty where it is not used."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value) if value.strip() else None
    except ValueError:
        raise ValueError("custom_fields is not valid JSON") from None


Specs = Annotated[list[FieldSpec], Field(max_length=MOST_FIELDS)]
Path = Annotated[str, Field(min_length=1, max_length=1000)]


class ExtractIn(Schema):
    document_id: UUID
    mode: ExtractionMode = ExtractionMode.AUTO
    custom_fields: Annotated[Specs | None, BeforeValidator(_read)] = None
    template_id: UUID | None = None
    """A saved template in place of `custom_fields`; the mode is then custom."""
    overwrite: bool = False


class CorrectIn(Schema):
    document_id: UUID
    instruction: Annotated[str, Field(min_length=1, max_length=LONGEST_INSTRUCTION, pattern=r"\S")]
    overwrite: bool = False
    """Whether values a person wrote may be changed too."""


class ExtractionLineOut(Schema):
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
    user_id: UUID
    shared: bool
    run_id: UUID | None
    approved_at: datetime | None
    locked_at: datetime | None
    created_at: datetime
    updated_at: datetime


class ExtractionOut(ExtractionLineOut):
    """Confidence, evidence and trust have the shape of the fields."""

    custom_fields: list[FieldSpec]
    extracted_fields: dict[str, Any]
    confidence_scores: dict[str, Any]
    evidence: dict[str, Any]
    trust: dict[str, Any]
    summary: str
    approved_by_id: UUID | None
    locked_by_id: UUID | None
    by_hand: list[str]


class FieldEditIn(Schema):
    model_config = ConfigDict(extra="forbid")

    path: Path
    value: Any


class FieldPathIn(Schema):
    path: Path


class SharedIn(Schema):
    shared: bool


class ExtractionCallOut(Schema):
    order: int
    tool: str
    input: dict[str, Any]
    outcome: dict[str, Any]
    is_error: bool
    took_ms: float
    run_id: UUID | None
    created_at: datetime


class DifferenceOut(Schema):
    path: str
    kind: str
    before: Any
    after: Any


class FieldChangeOut(Schema):
    id: UUID
    number: int
    path: str
    tool: str
    by_hand: bool
    actor_id: UUID | None
    run_id: UUID | None
    differences: list[DifferenceOut]
    undone_at: datetime | None
    undone_by_id: UUID | None
    created_at: datetime


class TemplateIn(Schema):
    name: Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
    document_type: Annotated[str, Field(max_length=100)] = ""
    description: Annotated[str, Field(max_length=2000)] = ""
    fields: Annotated[list[FieldSpec], Field(min_length=1, max_length=MOST_FIELDS)]


JsonType = Literal["object", "array", "string", "number", "integer", "boolean", "null"]
FieldName = Annotated[str, Field(min_length=1, max_length=200)]


class JsonSchemaIn(BaseModel):
    """As much of JSON Schema as becomes fields; references within it are followed."""

    model_config = ConfigDict(extra="allow")

    type: JsonType | list[JsonType] | None = None
    description: str | None = None
    required: list[str] | None = None
    properties: Annotated[dict[FieldName, "JsonSchemaIn"], Field(max_length=MOST_FIELDS)] | None = (
        None
    )
    items: "JsonSchemaIn | None" = None


class ObjectSchemaIn(JsonSchemaIn):
    properties: Annotated[
        dict[FieldName, JsonSchemaIn], Field(min_length=1, max_length=MOST_FIELDS)
    ]


class SchemaIn(Schema):
    name: Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
    document_type: Annotated[str, Field(max_length=100)] = ""
    definition: ObjectSchemaIn


class TemplateOut(Schema):
    id: UUID
    name: str
    document_type: str
    description: str
    fields: list[FieldSpec]
    created_at: datetime
    updated_at: datetime
