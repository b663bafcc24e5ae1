"""Request bodies for extractions and templates."""

import json
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Schema
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from pramana.extraction.contracts.corrections import CorrectionAction
from pramana.extraction.contracts.extractions import ExtractionMode
from pramana.extraction.contracts.fields import MOST_FIELDS, FieldSpec
from pramana.extraction.services.extractions import LONGEST_INSTRUCTION
from pramana.tenancy.contracts import MatterIn

FieldName = Annotated[str, Field(min_length=1, max_length=200)]
Specs = Annotated[list[FieldSpec | FieldName], Field(max_length=MOST_FIELDS)]
"""Each item is a whole field, or only its name."""
FieldPath = Annotated[str, Field(min_length=1, max_length=1000)]
JsonType = Literal["object", "array", "string", "number", "integer", "boolean", "null"]


def _parse_field_list(value: Any) -> Any:
    """Accept a list of fields as JSON text or as comma-separated names, as forms send it. Empty
    means none.
    """
    if not isinstance(value, str):
        return value
    if not value.strip().startswith(("[", "{", '"')):
        return [name for part in value.split(",") if (name := part.strip())] or None
    try:
        return json.loads(value)
    except ValueError:
        raise ValueError("custom_fields is not valid JSON") from None


class ExtractIn(MatterIn, Schema):
    document_id: UUID
    mode: ExtractionMode = ExtractionMode.AUTO
    custom_fields: Annotated[Specs | None, BeforeValidator(_parse_field_list)] = None
    template_id: UUID | None = None
    """A saved template to use in place of `custom_fields`. The mode is then custom."""
    overwrite: bool = False

    @property
    def specs(self) -> list[FieldSpec]:
        requested = self.custom_fields or []
        return [FieldSpec(name=each) if isinstance(each, str) else each for each in requested]


class CorrectIn(MatterIn, Schema):
    document_id: UUID
    instruction: Annotated[str, Field(min_length=1, max_length=LONGEST_INSTRUCTION, pattern=r"\S")]
    overwrite: bool = False
    """Whether values a person wrote may be changed too."""
    confirm: bool = False
    """Whether doubtful changes are made too. Without it they are returned as proposals."""


class CorrectionPreviewIn(Schema):
    instruction: Annotated[str, Field(min_length=1, max_length=LONGEST_INSTRUCTION, pattern=r"\S")]
    overwrite: bool = False


class PlannedChangeOut(Schema):
    action: CorrectionAction
    path: str
    value: Any = None
    before: Any = None
    to: str = ""
    """The other path of a rename, a move or a swap."""
    wording: str
    """The words that ask for it."""
    doubt: str = ""
    """Why it is made only when confirmed. Empty if it is clear."""


class UnclearRequestOut(Schema):
    wording: str
    reason: str


class CorrectionPlanOut(Schema):
    changes: list[PlannedChangeOut]
    unclear: list[UnclearRequestOut]
    """Words that were not understood. A model is asked about them, if there is one."""


class FieldEditIn(Schema):
    model_config = ConfigDict(extra="forbid")

    path: FieldPath
    value: Any


class FieldPathIn(Schema):
    path: FieldPath


class SharedIn(Schema):
    shared: bool


class TemplateIn(Schema):
    name: Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
    document_type: Annotated[str, Field(max_length=100)] = ""
    description: Annotated[str, Field(max_length=2000)] = ""
    fields: Annotated[list[FieldSpec], Field(min_length=1, max_length=MOST_FIELDS)]


class JsonSchemaIn(BaseModel):
    """The part of JSON Schema that can become fields. References within it are followed."""

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
