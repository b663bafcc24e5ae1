"""Stacks: many documents as tables with one row per document."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from pramana.client.calls import (
    MOST,
    ApiCall,
    ApiModel,
    Id,
    Pages,
    Polling,
    continue_from,
    many,
    nothing,
    one,
    present_values,
    raw,
)
from pramana.client.operations import C, Part, operation, page_operation, wait_operation

ColumnType = Literal["string", "text", "number", "integer", "money", "date", "boolean", "list"]


class Column(BaseModel):
    """A column to extract; with the `key` of an existing column, that column is changed."""

    name: str
    type: ColumnType = "string"
    instructions: str = ""
    key: str | None = None


class StackInfo(ApiModel):
    id: UUID
    name: str
    owner_id: UUID
    shared: bool
    document_count: int
    created_at: datetime
    updated_at: datetime


class TableInfo(ApiModel):
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


class CellInfo(ApiModel):
    value: Any
    state: str
    confidence: float
    trust: float
    evidence: dict[str, Any] | None
    engine: str
    at: datetime | None


class Row(ApiModel):
    id: UUID
    document_id: UUID
    title: str
    position: int
    status: str
    error: str
    cells: dict[str, CellInfo]


class RowPage(ApiModel):
    rows: list[Row]
    next_after: int | None


class AddedRows(ApiModel):
    added: int


class Correction(ApiModel):
    id: UUID
    table_id: UUID
    instruction: str
    status: str
    answer: str
    error: str
    run_id: UUID | None
    results: dict[str, Any] = Field(default_factory=dict)


StackList = list[StackInfo]
Tables = list[TableInfo]
PATH = "/api/stack/"


class Stacks(Part[C]):
    @operation
    def create(self, name: str, document_ids: Sequence[Id] = ()) -> ApiCall[StackInfo]:
        """Create a stack of your own, with documents in this order."""
        body = present_values(name=name, document_ids=document_ids)
        return ApiCall("POST", PATH, one(StackInfo), json=body)

    @operation
    def get(self, stack_id: Id) -> ApiCall[StackInfo]:
        return ApiCall("GET", f"{PATH}{stack_id}", one(StackInfo))

    @operation
    def list(self, *, limit: int = 50) -> ApiCall[StackList]:
        """Your and shared stacks, newest first."""
        return ApiCall("GET", PATH, many(StackInfo, "stacks"), params={"limit": limit})

    @operation
    def delete(self, stack_id: Id) -> ApiCall[None]:
        """Erase a stack with its tables; the documents stay."""
        return ApiCall("DELETE", f"{PATH}{stack_id}", nothing)

    @operation
    def add_documents(self, stack_id: Id, document_ids: Sequence[Id]) -> ApiCall[AddedRows]:
        body = present_values(document_ids=document_ids)
        return ApiCall(
            "POST", f"{PATH}{stack_id}/documents", one(AddedRows), json=body, repeatable=True
        )

    @operation
    def create_table(
        self, stack_id: Id, name: str, *, columns: Sequence[Column] = (), instructions: str = ""
    ) -> ApiCall[TableInfo]:
        """Create a table with a row per document; columns are inferred if none are given."""
        body = present_values(name=name, columns=columns, instructions=instructions)
        return ApiCall("POST", f"{PATH}{stack_id}/tables", one(TableInfo), json=body)

    @operation
    def tables(self, stack_id: Id) -> ApiCall[Tables]:
        return ApiCall("GET", f"{PATH}{stack_id}/tables", many(TableInfo, "tables"))

    @operation
    def table(self, stack_id: Id, table_id: Id) -> ApiCall[TableInfo]:
        return ApiCall("GET", _table(stack_id, table_id), one(TableInfo))

    @operation
    def set_columns(
        self, stack_id: Id, table_id: Id, columns: Sequence[Column]
    ) -> ApiCall[TableInfo]:
        """Set the columns; cells that people decided are kept."""
        body = present_values(columns=columns)
        return ApiCall("PUT", f"{_table(stack_id, table_id)}/columns", one(TableInfo), json=body)

    @operation
    def extract(self, stack_id: Id, table_id: Id, *, again: bool = False) -> ApiCall[TableInfo]:
        """Fill missing and stale cells in the background; with `again`, all undecided cells."""
        path = f"{_table(stack_id, table_id)}/extract"
        return ApiCall("POST", path, one(TableInfo), json={"again": again}, starts_work=True)

    @operation
    def rows(
        self, stack_id: Id, table_id: Id, *, after: int = 0, limit: int = 50
    ) -> ApiCall[RowPage]:
        """One page, in the order of the documents. Pass `next_after` as `after` to continue."""
        params = {"after": after, "limit": limit}
        return ApiCall("GET", f"{_table(stack_id, table_id)}/rows", one(RowPage), params=params)

    @page_operation
    def every_row(self, stack_id: Id, table_id: Id) -> Pages[RowPage, Row]:
        """All rows, in the order of the documents."""
        path = f"{_table(stack_id, table_id)}/rows"
        return Pages(
            ApiCall("GET", path, one(RowPage), params={"limit": MOST}),
            lambda page: page.rows,
            lambda page: continue_from("after", page.next_after),
        )

    @operation
    def write_cell(
        self, stack_id: Id, table_id: Id, document_id: Id, column: str, value: Any
    ) -> ApiCall[Row]:
        """Set a value by hand, which marks the cell as reviewed."""
        path = f"{_table(stack_id, table_id)}/rows/{document_id}/cells/{column}"
        return ApiCall("PATCH", path, one(Row), json={"value": value})

    @operation
    def correct(
        self, stack_id: Id, table_id: Id, instruction: str, *, confirm: bool = False
    ) -> ApiCall[Correction]:
        """Correct the table by an instruction in words. `confirm` makes doubtful changes too."""
        path = f"{_table(stack_id, table_id)}/correct"
        body = {"instruction": instruction, "confirm": confirm}
        return ApiCall("POST", path, one(Correction), json=body, starts_work=True)

    @operation
    def export(
        self, stack_id: Id, table_id: Id, *, format: Literal["csv", "xlsx", "json"] = "csv"
    ) -> ApiCall[bytes]:
        """The whole table as a file."""
        return ApiCall(
            "GET", f"{_table(stack_id, table_id)}/export", raw, params={"format": format}
        )

    @wait_operation
    def wait(self, stack_id: Id, table_id: Id, *, timeout: float = 600) -> Polling[TableInfo]:
        """Wait until no run is active, and return the table."""
        return Polling(Stacks.table.build(self, stack_id, table_id), _is_finished, timeout)


def _table(stack_id: Id, table_id: Id) -> str:
    return f"{PATH}{stack_id}/tables/{table_id}"


def _is_finished(table: TableInfo) -> bool:
    return table.status != "in_progress"
