"""The tools of the stacks agent. Each is bound to a stack, a table and a person when it is made:
no argument can name another, and a document that is not in the stack does not exist.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from pramana.extraction.contracts.stack_cells import Given
from pramana.extraction.contracts.stack_views import TableView
from pramana.extraction.domain.evidence import Paper
from pramana.extraction.domain.stack_cells import Author, check_given, read_cell
from pramana.extraction.domain.stack_reading import LONGEST, read_columns
from pramana.extraction.prompts.stack_telling import (
    columns_told,
    documents_told,
    rows_told,
    text_told,
)
from pramana.extraction.selectors.stack_rows import rows_page
from pramana.extraction.selectors.stacks import get_table, must_be_stacked, stacked_documents
from pramana.extraction.services.stacks.calls import CallLog, Told
from pramana.extraction.services.stacks.cells import Writer, write_cells
from pramana.extraction.services.stacks.given import column_specs, given_values
from pramana.extraction.services.stacks.reading import paper_of
from pramana.extraction.services.stacks.tables import complete_table, extend_columns
from pramana.extraction.stack_errors import NotInStack
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.llm.contracts import OFFLINE, ToolReply

Tool = Callable[..., ToolReply]
DOCUMENTS_AT_ONCE = 100
ROWS_AT_ONCE = 40


@dataclass
class StackTools:
    """The seven tools. `only` keeps them to one document, `claim` to one attempt at its row."""

    scope: Scope
    stack_id: UUID
    table_id: UUID
    log: CallLog
    engine: str
    only: UUID | None = None
    claim: UUID | None = None
    overwrite: bool = False
    saved: set[str] = field(default_factory=set)
    """The columns that were written or found decided so far."""
    _known: TableView | None = None
    _papers: dict[UUID, Paper] = field(default_factory=dict)
    _second: dict[UUID, dict[str, Given]] = field(default_factory=dict)

    def list_documents(self, after: int = 0) -> ToolReply:
        """List the documents of this stack with their ids; read on with `after`."""

        def work() -> Told:
            found = stacked_documents(
                self.scope, self.stack_id, after=max(after, 0), limit=DOCUMENTS_AT_ONCE
            )
            if self.only:
                found = [each for each in found if each.document_id == self.only]
            return Told(documents_told(found, DOCUMENTS_AT_ONCE), {"documents": len(found)})

        return self.log.call("list_documents", {"after": after}, work)

    def get_document_text(self, doc_id: str, start: int = 0) -> ToolReply:
        """Read a document's text, a long one in parts; read on with `start`."""

        def work() -> Told:
            document_id = self._stacked(doc_id)
            text = self._paper(document_id).text
            told, end = text_told(text, max(start, 0))
            return Told(told, {"characters": len(text), "start": start, "end": end})

        return self.log.call("get_document_text", {"doc_id": doc_id, "start": start}, work)

    def define_columns(
        self, columns: list[dict[str, str]], remove: list[str] | None = None
    ) -> ToolReply:
        """Add or change columns, each with name, type and instructions. Types: string, text,
        number, integer, money, date, boolean, list. Only columns in `remove` are left out."""

        def work() -> Told:
            table = extend_columns(
                self.scope, self.stack_id, self.table_id, column_specs(columns), remove or ()
            )
            self._known, self._second = table, {}
            told = columns_told(table.columns)
            return Told(f"The table has these columns now:\n{told}", {"columns": told})

        return self.log.call("define_columns", {"columns": columns, "remove": remove}, work)

    def extract_row(
        self,
        doc_id: str,
        values: dict[str, Any],
        confidences: dict[str, Any] | None = None,
        quotes: dict[str, Any] | None = None,
    ) -> ToolReply:
        """Save what a document says for the columns, by their keys, each with a confidence of
        0.0-1.0 and the words it was read from, copied exactly. Use null for what is not there."""

        def work() -> Told:
            document_id = self._stacked(doc_id)
            given = given_values(self._table().columns, values, confidences or {}, quotes or {})
            written, kept = self._write(document_id, given, "extract_row", skip_decided=True)
            note = f" Left as a person decided: {', '.join(kept)}." if kept else ""
            return Told(f"Saved {len(written)} cells.{note}", {"saved": written, "kept": kept})

        told = {"values": values, "confidences": confidences, "quotes": quotes}
        return self.log.call("extract_row", {"doc_id": doc_id, **told}, work)

    def update_cell(
        self,
        doc_id: str,
        column: str,
        value: Any,
        confidence: float = 1.0,
        quote: str | None = None,
    ) -> ToolReply:
        """Change one cell of one document's row."""

        def work() -> Told:
            document_id = self._stacked(doc_id)
            columns, sure = self._table().columns, {column: confidence}
            given = given_values(columns, {column: value}, sure, {column: quote})
            self._write(document_id, given, "update_cell", skip_decided=False)
            return Told(f"Updated {column!r} of {document_id}.", {"column": column})

        told = {"column": column, "value": value, "confidence": confidence, "quote": quote}
        return self.log.call("update_cell", {"doc_id": doc_id, **told}, work)

    def get_table_state(self, after: int = 0) -> ToolReply:
        """See the columns and the rows with their values and states; read on with `after`."""

        def work() -> Told:
            table = self._table()
            page = rows_page(self.scope, table, after=max(after, 0), limit=ROWS_AT_ONCE)
            more = f"\nMore rows: after={page.next_after}" if page.next_after else ""
            told = f"Columns:\n{columns_told(table.columns)}\n\n{rows_told(page.rows)}{more}"
            return Told(told, {"rows": len(page.rows), "status": table.status})

        return self.log.call("get_table_state", {"after": after}, work)

    def complete_table(self) -> ToolReply:
        """Say that the table is whole, once every document has its row."""

        def work() -> Told:
            table = complete_table(self.scope, self.stack_id, self.table_id)
            return Told("The table is complete.", {"status": table.status})

        return self.log.call("complete_table", {}, work)

    def for_columns(self) -> Sequence[Tool]:
        return (self.list_documents, self.get_document_text, self.define_columns)

    def for_row(self) -> Sequence[Tool]:
        return (self.get_document_text, self.extract_row)

    def for_correction(self) -> Sequence[Tool]:
        reading = (self.list_documents, self.get_document_text, self.get_table_state)
        return (
            *reading, self.define_columns, self.extract_row, self.update_cell, self.complete_table,
        )  # fmt: skip

    def _table(self) -> TableView:
        """The table; its columns change under no agent but through its own `define_columns`."""
        if self._known is None:
            self._known = get_table(self.scope, self.stack_id, self.table_id)
        return self._known

    def _stacked(self, doc_id: object) -> UUID:
        """The document, if these tools may know of it."""
        try:
            document_id = UUID(str(doc_id).strip())
        except ValueError:
            raise NotInStack(str(doc_id)) from None
        if self.only is not None and document_id != self.only:
            raise NotInStack(document_id)
        must_be_stacked(self.scope, self.stack_id, document_id)
        return document_id

    def _paper(self, document_id: UUID) -> Paper:
        if document_id not in self._papers:
            self._papers.clear()
            self._papers[document_id] = paper_of(self.scope, document_id)
        return self._papers[document_id]

    def _second_reading(self, document_id: UUID) -> Mapping[str, Given]:
        """What code finds by itself; nothing where code was the first reader too."""
        text = self._paper(document_id).text
        if self.engine == OFFLINE or len(text) > LONGEST:
            return {}
        if document_id not in self._second:
            self._second.clear()
            self._second[document_id] = read_columns(text, self._table().columns)
        return self._second[document_id]

    def _write(
        self, document_id: UUID, given: Mapping[str, Given], tool: str, *, skip_decided: bool
    ) -> tuple[list[str], list[str]]:
        columns = {column.key: column for column in self._table().columns}
        values = check_given(columns, given)
        author = Author(self.scope.actor_id, self.engine, utcnow())
        paper, second = self._paper(document_id), self._second_reading(document_id)
        cells = {
            key: read_cell(columns[key], value, given[key], paper, author, second.get(key))
            for key, value in values.items()
        }
        writer = Writer(author, tool, self.log.run_id, self.claim, self.overwrite)
        written, kept = write_cells(
            self.scope, self.table_id, document_id, cells, writer, skip_decided=skip_decided
        )
        self.saved.update(written, kept)
        return written, kept
