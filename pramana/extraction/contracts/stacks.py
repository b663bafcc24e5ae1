"""Stacks as other capabilities see them: columns, cells, rows, tables and corrections."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Literal, get_args
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from pramana.extraction.contracts.extractions import ExtractionStatus
from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.kit.texts import READABLE

Cell = dict[str, Any]
"""A cell as it is stored: value, state, confidence, trust, signals, evidence, engine, by, at."""
Cells = Mapping[str, Cell]
"""Cells by column key. A column without a cell was never looked for."""
MOST_COLUMNS = 60
LONGEST_NAME = 100
LONGEST_INSTRUCTIONS = 2000
ColumnType = Literal[
    FieldType.STRING,
    FieldType.TEXT,
    FieldType.NUMBER,
    FieldType.INTEGER,
    FieldType.MONEY,
    FieldType.DATE,
    FieldType.BOOLEAN,
    FieldType.LIST,
]
"""A cell holds one value or a list of short ones. Nested values need an extraction."""
COLUMN_TYPES: tuple[FieldType, ...] = get_args(ColumnType)
ColumnName = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        min_length=1,
        max_length=LONGEST_NAME,
        pattern=READABLE,
    ),
]


class CellState(StrEnum):
    EMPTY = "empty"
    """There is no value: it was not looked for yet, or the document does not say."""
    EXTRACTED = "extracted"
    STALE = "stale"
    """Its column changed, or someone asked to read it again."""
    FLAGGED = "flagged"
    """It could not be checked, or a person doubts it."""
    REVIEWED = "reviewed"
    LOCKED = "locked"

    @property
    def is_decided(self) -> bool:
        """Whether a person decided it. No run changes it then."""
        return self in (CellState.REVIEWED, CellState.LOCKED)


class RowStatus(StrEnum):
    NEW = "new"
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class TableStatus(StrEnum):
    NEW = "new"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(frozen=True)
class ProposedValue:
    """A value that a model or a person proposes for a cell, before it is checked."""

    value: Any
    quote: str | None = None
    confidence: float = 1.0


EMPTY_CELL: Cell = {
    "value": None,
    "state": CellState.EMPTY.value,
    "confidence": 0.0,
    "trust": 0.0,
    "signals": {},
    "evidence": None,
    "engine": "",
    "by": None,
    "at": None,
}


def value_as_text(value: Any) -> str:
    """A value as one line of text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "; ".join(value_as_text(item) for item in value)
    return str(value)


class ColumnSpec(BaseModel):
    """A column in a request. With the key of an existing column, it changes that one."""

    model_config = ConfigDict(extra="forbid")

    name: ColumnName
    type: ColumnType = FieldType.STRING
    instructions: str = Field(default="", max_length=LONGEST_INSTRUCTIONS)
    key: str | None = Field(default=None, min_length=1, max_length=LONGEST_NAME)


class TableColumn(BaseModel):
    """A column as it is stored. Its key never changes, even if its name does."""

    model_config = ConfigDict(frozen=True)

    key: str
    name: str
    type: FieldType = FieldType.STRING
    instructions: str = ""

    @property
    def spec(self) -> FieldSpec:
        """The column as a field to look for in one document."""
        return FieldSpec(name=self.name, type=self.type, description=self.instructions)


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
    """A document's position in a stack."""

    document_id: UUID
    title: str
    filename: str
    """Tells apart two invoices that are both titled TAX INVOICE."""
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
    columns: tuple[TableColumn, ...]
    status: TableStatus
    error: str
    total: int
    done: int
    failed: int
    """Progress of the last run: documents to read, read, and failed."""
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
    cells: dict[str, Cell]
    """One for each column, including columns that were not looked for yet."""
    updated_at: datetime


@dataclass(frozen=True)
class RowsPage:
    rows: tuple[RowView, ...]
    next_after: int | None
    """Pass it as `after` for the next page; None on the last page."""


@dataclass(frozen=True)
class CellChangeView:
    id: UUID
    document_id: UUID
    column: str
    tool: str
    by_hand: bool
    actor_id: UUID | None
    run_id: UUID | None
    before: Cell | None
    after: Cell | None
    at: datetime
    undone_at: datetime | None
    undone_by: UUID | None


@dataclass(frozen=True)
class CorrectionView:
    """A correction in words: the instruction, and the agent's answer."""

    id: UUID
    table_id: UUID
    instruction: str
    overwrite: bool
    confirm: bool
    results: Mapping[str, Any]
    """The changes that were made (`applied`), those to confirm (`proposed`), and the words that
    were not understood (`unclear`), each with its reason. Empty until it has ended.
    """
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
