"""Request and response bodies for extractions, templates and stacks."""

import json
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Query, Schema
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from pramana.extraction.contracts.extractions import CorrectionAction, ExtractionMode
from pramana.extraction.contracts.fields import MOST_FIELDS, FieldSpec, FieldType
from pramana.extraction.contracts.stacks import (
    MOST_COLUMNS,
    CellState,
    ColumnSpec,
    CorrectionView,
    RowStatus,
    StackedDocument,
    StackView,
    TableStatus,
    ToolCallView,
)
from pramana.extraction.services.extractions import LONGEST_INSTRUCTION
from pramana.kit.texts import READABLE
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


class ExtractionBody(Schema):
    """A body that allows no other fields."""

    model_config = ConfigDict(extra="forbid")


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


class FieldEditIn(ExtractionBody):
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


BIGGEST = 2**31 - 1
AT_ONCE = 1000
Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=200, pattern=READABLE),
]
LongText = Annotated[str, Field(max_length=4000)]
Limit = Annotated[int, Query(ge=1, le=200)]
After = Annotated[int, Query(ge=0, le=BIGGEST)]
DocumentIds = Annotated[list[UUID], Field(max_length=AT_ONCE)]
CellJudgement = Literal["reviewed", "locked", "flagged", "extracted", "stale"]


class StackIn(ExtractionBody):
    name: Name
    document_ids: DocumentIds = Field(default_factory=list)


class StackChangeIn(ExtractionBody):
    name: Name | None = None
    shared: bool | None = None


class StackDocumentsIn(ExtractionBody):
    document_ids: Annotated[list[UUID], Field(min_length=1, max_length=AT_ONCE)]


class StackTableIn(ExtractionBody):
    """Without columns, they are inferred from two or three documents on extraction."""

    name: Name
    instructions: LongText = ""
    columns: Annotated[list[ColumnSpec], Field(max_length=MOST_COLUMNS)] = Field(
        default_factory=list
    )


class StackColumnsIn(ExtractionBody):
    columns: Annotated[list[ColumnSpec], Field(min_length=1, max_length=MOST_COLUMNS)]


class StackExtractIn(MatterIn, ExtractionBody):
    """By default, missing and stale cells are read. With `again`, every cell that no person decided
    is read again, or only these `columns`.
    """

    again: bool = False
    columns: Annotated[list[str], Field(max_length=MOST_COLUMNS)] | None = None
    document_ids: DocumentIds | None = None


class StackCellIn(ExtractionBody):
    """A value, a state, or both."""

    value: Any = None
    state: CellJudgement | None = None
    seen: datetime | None = Field(
        default=None, description="The cell's `at` as it was seen; 409 if it has changed since."
    )


class StackCorrectIn(MatterIn, ExtractionBody):
    instruction: Annotated[str, StringConstraints(min_length=1, max_length=4000)]
    overwrite: bool = Field(default=False, description="Whether reviewed cells may change too.")
    confirm: bool = Field(
        default=False,
        description="Whether doubtful changes are made too. Without it they are proposals.",
    )


class StackPreviewIn(ExtractionBody):
    instruction: Annotated[str, StringConstraints(min_length=1, max_length=4000)]
    overwrite: bool = False


class TableChangeOut(Schema):
    """A change of a cell, or of a column if there is no document."""

    action: CorrectionAction
    document_id: UUID | None
    document: str
    """The document's file name."""
    column: str
    value: Any = None
    before: Any = None
    wording: str
    doubt: str = ""


class TablePlanOut(Schema):
    changes: list[TableChangeOut]
    unclear: list[UnclearRequestOut]


class StacksOut(Schema):
    stacks: list[StackView]


class StackedDocumentsOut(Schema):
    documents: list[StackedDocument]


class StackAddedOut(Schema):
    added: int


class StackColumnOut(Schema):
    key: str
    name: str
    type: FieldType
    instructions: str


class StackTableOut(Schema):
    id: UUID
    stack_id: UUID
    name: str
    instructions: str
    columns: list[StackColumnOut]
    status: TableStatus
    error: str
    total: int
    done: int
    failed: int
    run_id: UUID | None = Field(description="Follow it at /api/runs/{run_id}/events.")
    engine: str
    tokens_in: int
    tokens_out: int
    cost: float | None
    created_at: datetime
    updated_at: datetime


class StackTableStateOut(StackTableOut):
    states: dict[str, dict[str, int]] = Field(description="Cells by column and state.")


class StackTablesOut(Schema):
    tables: list[StackTableOut]


class StackCellOut(Schema):
    value: Any
    state: CellState
    confidence: float
    trust: float
    signals: dict[str, bool]
    evidence: dict[str, Any] | None
    engine: str
    by: UUID | None
    at: datetime | None


class StackRowOut(Schema):
    id: UUID
    document_id: UUID
    title: str
    filename: str
    position: int
    status: RowStatus
    error: str
    cells: dict[str, StackCellOut]
    updated_at: datetime


class StackRowsOut(Schema):
    rows: list[StackRowOut]
    next_after: int | None


class CellChangeOut(Schema):
    id: UUID
    document_id: UUID
    column: str
    tool: str
    by_hand: bool
    actor_id: UUID | None
    run_id: UUID | None
    before: StackCellOut | None
    after: StackCellOut | None
    at: datetime
    undone_at: datetime | None
    undone_by: UUID | None


class CellChangesOut(Schema):
    changes: list[CellChangeOut]


class StackCorrectionsOut(Schema):
    corrections: list[CorrectionView]


class StackCallsOut(Schema):
    calls: list[ToolCallView]
