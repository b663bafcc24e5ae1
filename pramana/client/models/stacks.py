"""Many documents as one table."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel

from pramana.client.models.answer import Answer

ColumnType = Literal["string", "text", "number", "integer", "money", "date", "boolean", "list"]


class Column(BaseModel):
    """A column that is asked for; with the `key` of one there is, that one is changed."""

    name: str
    type: ColumnType = "string"
    instructions: str = ""
    key: str | None = None


class Stack(Answer):
    id: UUID
    name: str
    owner_id: UUID
    shared: bool
    document_count: int
    created_at: datetime
    updated_at: datetime


class Table(Answer):
    id: UUID
    stack_id: UUID
    name: str
    instructions: str
    columns: list[Column]
    status: Literal["new", "in_progress", "completed", "failed", "stopped"]
    error: str
    total: int
    done: int
    failed: int
    run_id: UUID | None
    engine: str
    cost: float | None


class Cell(Answer):
    value: Any
    state: str
    confidence: float
    trust: float
    evidence: dict[str, Any] | None
    engine: str
    at: datetime | None


class Row(Answer):
    id: UUID
    document_id: UUID
    title: str
    position: int
    status: str
    error: str
    cells: dict[str, Cell]


class Rows(Answer):
    rows: list[Row]
    next_after: int | None


class Added(Answer):
    added: int


class Correction(Answer):
    id: UUID
    table_id: UUID
    instruction: str
    status: str
    answer: str
    error: str
    run_id: UUID | None
