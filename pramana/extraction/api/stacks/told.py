"""Stacks as they are told over HTTP, where that is not as others see them: pages of them, tables
with their figures, and cells, which are kept as plain JSON."""

from datetime import datetime
from typing import Any
from uuid import UUID

from ninja import Schema
from pydantic import Field

from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.stacks.cells import CellState, RowStatus, TableStatus
from pramana.extraction.contracts.stacks.views import (
    CorrectionView,
    StackedDocument,
    StackView,
    ToolCallView,
)


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
