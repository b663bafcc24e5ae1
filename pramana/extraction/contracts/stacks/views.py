"""Stacks as others may see them."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from pramana.extraction.contracts.stacks.cells import CellData, RowStatus, TableStatus
from pramana.extraction.contracts.stacks.columns import Column
from pramana.extraction.contracts.states import ExtractionStatus


@dataclass(frozen=True)
class StackView:
    id: UUID
    name: str
    owner_id: UUID
    shared: bool
    document_count: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class StackedDocument:
    """A document's place in a stack."""

    document_id: UUID
    title: str
    filename: str
    """What tells two invoices apart that both are called TAX INVOICE."""
    status: str
    page_count: int | None
    position: int
    added_at: datetime


@dataclass(frozen=True)
class TableView:
    id: UUID
    stack_id: UUID
    name: str
    instructions: str
    columns: tuple[Column, ...]
    status: TableStatus
    error: str
    total: int
    done: int
    failed: int
    """How far the last run is: documents it set out to read, read, and could not read."""
    run_id: UUID | None
    engine: str
    tokens_in: int
    tokens_out: int
    cost: Decimal | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class RowView:
    id: UUID
    document_id: UUID
    title: str
    filename: str
    position: int
    status: RowStatus
    error: str
    cells: dict[str, CellData]
    """One for each column, also where nothing was looked for yet."""
    updated_at: datetime


@dataclass(frozen=True)
class RowsPage:
    rows: tuple[RowView, ...]
    next_after: int | None
    """Pass it as `after` to read on; None on the last page."""


@dataclass(frozen=True)
class CellChangeView:
    id: UUID
    document_id: UUID
    column: str
    tool: str
    by_hand: bool
    actor_id: UUID | None
    run_id: UUID | None
    before: CellData | None
    after: CellData | None
    at: datetime
    undone_at: datetime | None
    undone_by: UUID | None


@dataclass(frozen=True)
class CorrectionView:
    """A correction in words: what was asked, and what the agent says it did."""

    id: UUID
    table_id: UUID
    instruction: str
    overwrite: bool
    status: ExtractionStatus
    answer: str
    error: str
    engine: str
    run_id: UUID | None
    actor_id: UUID | None
    created_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True)
class ToolCallView:
    order: int
    tool: str
    input: dict[str, Any]
    outcome: dict[str, Any]
    is_error: bool
    took_ms: float
    at: datetime
