"""What is asked of extractions over HTTP."""

import json
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Schema
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from pramana.extraction.contracts.fields import MOST_FIELDS, FieldSpec
from pramana.extraction.contracts.states import ExtractionMode
from pramana.extraction.services.starting import LONGEST_INSTRUCTION
from pramana.tenancy.matters import MatterIn


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


class ExtractIn(MatterIn, Schema):
    document_id: UUID
    mode: ExtractionMode = ExtractionMode.AUTO
    custom_fields: Annotated[Specs | None, BeforeValidator(_read)] = None
    template_id: UUID | None = None
    """A saved template in place of `custom_fields`; the mode is then custom."""
    overwrite: bool = False


class CorrectIn(MatterIn, Schema):
    document_id: UUID
    instruction: Annotated[str, Field(min_length=1, max_length=LONGEST_INSTRUCTION, pattern=r"\S")]
    overwrite: bool = False
    """Whether values a person wrote may be changed too."""


class FieldEditIn(Schema):
    model_config = ConfigDict(extra="forbid")

    path: Path
    value: Any


class FieldPathIn(Schema):
    path: Path


class SharedIn(Schema):
    shared: bool


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
