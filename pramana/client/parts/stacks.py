"""Stacks: many documents become one table."""

from collections.abc import Sequence
from typing import Any, Literal

from pramana.client.calls import Call, Id, given, many, nothing, one, raw
from pramana.client.models.stacks import Added, Column, Correction, Row, Rows, Stack, Table
from pramana.client.operations import Async, Sync, operation, paging
from pramana.client.pages import MOST, Pages, from_place
from pramana.client.parts.waiting import wait_until, wait_until_async

StackList = list[Stack]
Tables = list[Table]
PATH = "/api/stack/"


class StackOperations:
    @operation
    def create(self, name: str, document_ids: Sequence[Id] = ()) -> Call[Stack]:
        """A stack of your own, with documents in this order."""
        body = given(name=name, document_ids=document_ids)
        return Call("POST", PATH, one(Stack), json=body)

    @operation
    def get(self, stack_id: Id) -> Call[Stack]:
        return Call("GET", f"{PATH}{stack_id}", one(Stack))

    @operation
    def list(self, *, limit: int = 50) -> Call[StackList]:
        """Yours and the shared ones, newest first."""
        return Call("GET", PATH, many(Stack, "stacks"), params={"limit": limit})

    @operation
    def delete(self, stack_id: Id) -> Call[None]:
        """Erase a stack with its tables; the documents stay."""
        return Call("DELETE", f"{PATH}{stack_id}", nothing)

    @operation
    def add_documents(self, stack_id: Id, document_ids: Sequence[Id]) -> Call[Added]:
        body = given(document_ids=document_ids)
        return Call("POST", f"{PATH}{stack_id}/documents", one(Added), json=body, repeatable=True)

    @operation
    def create_table(
        self, stack_id: Id, name: str, *, columns: Sequence[Column] = (), instructions: str = ""
    ) -> Call[Table]:
        """A table with a row per document; without columns, they are inferred."""
        body = given(name=name, columns=columns, instructions=instructions)
        return Call("POST", f"{PATH}{stack_id}/tables", one(Table), json=body)

    @operation
    def tables(self, stack_id: Id) -> Call[Tables]:
        return Call("GET", f"{PATH}{stack_id}/tables", many(Table, "tables"))

    @operation
    def table(self, stack_id: Id, table_id: Id) -> Call[Table]:
        return Call("GET", _table(stack_id, table_id), one(Table))

    @operation
    def set_columns(self, stack_id: Id, table_id: Id, columns: Sequence[Column]) -> Call[Table]:
        """Let the columns be these; cells that people decided stay."""
        body = given(columns=columns)
        return Call("PUT", f"{_table(stack_id, table_id)}/columns", one(Table), json=body)

    @operation
    def extract(self, stack_id: Id, table_id: Id, *, again: bool = False) -> Call[Table]:
        """Read what is missing or stale, in the background; with `again`, all that is open."""
        path = f"{_table(stack_id, table_id)}/extract"
        return Call("POST", path, one(Table), json={"again": again}, begins=True)

    @operation
    def rows(self, stack_id: Id, table_id: Id, *, after: int = 0, limit: int = 50) -> Call[Rows]:
        """In the order of the documents. Continue with `after` = `next_after`."""
        params = {"after": after, "limit": limit}
        return Call("GET", f"{_table(stack_id, table_id)}/rows", one(Rows), params=params)

    @paging
    def every_row(self, stack_id: Id, table_id: Id) -> Pages[Rows, Row]:
        """All rows, in the order of the documents."""
        path = f"{_table(stack_id, table_id)}/rows"
        return Pages(
            Call("GET", path, one(Rows), params={"limit": MOST}),
            lambda page: page.rows,
            lambda page: from_place("after", page.next_after),
        )

    @operation
    def write_cell(
        self, stack_id: Id, table_id: Id, document_id: Id, column: str, value: Any
    ) -> Call[Row]:
        """Write a value by hand, which makes the cell reviewed."""
        path = f"{_table(stack_id, table_id)}/rows/{document_id}/cells/{column}"
        return Call("PATCH", path, one(Row), json={"value": value})

    @operation
    def correct(self, stack_id: Id, table_id: Id, instruction: str) -> Call[Correction]:
        """Say in words what is wrong; an agent changes it."""
        path = f"{_table(stack_id, table_id)}/correct"
        body = {"instruction": instruction}
        return Call("POST", path, one(Correction), json=body, begins=True)

    @operation
    def export(
        self, stack_id: Id, table_id: Id, *, format: Literal["csv", "xlsx", "json"] = "csv"
    ) -> Call[bytes]:
        """The whole table as a file."""
        return Call("GET", f"{_table(stack_id, table_id)}/export", raw, params={"format": format})


class Stacks(StackOperations, Sync):
    def wait(self, stack_id: Id, table_id: Id, *, timeout: float = 600) -> Table:
        """The table, once no run is under way."""
        return wait_until(lambda: self.table(stack_id, table_id), _rests, timeout=timeout)


class AsyncStacks(StackOperations, Async):
    async def wait(self, stack_id: Id, table_id: Id, *, timeout: float = 600) -> Table:
        """The table, once no run is under way."""
        return await wait_until_async(
            lambda: self.table(stack_id, table_id), _rests, timeout=timeout
        )


def _table(stack_id: Id, table_id: Id) -> str:
    return f"{PATH}{stack_id}/tables/{table_id}"


def _rests(table: Table) -> bool:
    return table.status != "in_progress"
