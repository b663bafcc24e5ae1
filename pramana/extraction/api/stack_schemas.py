"""Request and response bodies for stacks."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Query, Schema
from pydantic import ConfigDict, Field, StringConstraints

from pramana.extraction.api.extraction_schemas import UnclearRequestOut
from pramana.extraction.contracts.corrections import CorrectionAction
from pramana.extraction.contracts.fields import FieldType
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
from pramana.kit.texts import READABLE
from pramana.tenancy.contracts import MatterIn

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


class StackIn(Schema):
    model_config = ConfigDict(extra="forbid")

    name: Name
    document_ids: DocumentIds = Field(default_factory=list)


class StackChangeIn(Schema):
    model_config = ConfigDict(extra="forbid")

    name: Name | None = None
    shared: bool | None = None


class StackDocumentsIn(Schema):
    model_config = ConfigDict(extra="forbid")

    document_ids: Annotated[list[UUID], Field(min_length=1, max_length=AT_ONCE)]


class StackTableIn(Schema):
    """Without columns, they are inferred from two or three documents on extraction."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    instructions: LongText = ""
    columns: Annotated[list[ColumnSpec], Field(max_length=MOST_COLUMNS)] = Field(
        default_factory=list
    )


class StackColumnsIn(Schema):
    model_config = ConfigDict(extra="forbid")

    columns: Annotated[list[ColumnSpec], Field(min_length=1, max_length=MOST_COLUMNS)]


class StackExtractIn(MatterIn, Schema):
    """By default, missing and stale cells are read. With `again`, every cell that no person decided
    is read again, or only these `columns`.
    """

    model_config = ConfigDict(extra="forbid")

    again: bool = False
    columns: Annotated[list[str], Field(max_length=MOST_COLUMNS)] | None = None
    document_ids: DocumentIds | None = None


class StackCellIn(Schema):
    """A value, a state, or both."""

    model_config = ConfigDict(extra="forbid")

    value: Any = None
    state: CellJudgement | None = None
    seen: datetime | None = Field(
        default=None, description="The cell's `at` as it was seen; 409 if it has changed since."
    )


class StackCorrectIn(MatterIn, Schema):
    model_config = ConfigDict(extra="forbid")

    instruction: Annotated[str, StringConstraints(min_length=1, max_length=4000)]
    overwrite: bool = Field(default=False, description="Whether reviewed cells may change too.")
    confirm: bool = Field(
        default=False,
        description="Whether doubtful changes are made too. Without it they are proposals.",
    )


class StackPreviewIn(Schema):
    model_config = ConfigDict(extra="forbid")

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
