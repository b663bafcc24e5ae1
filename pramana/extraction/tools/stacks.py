"""The seven tools of the stack agent, and the subsets its tasks need.

They are bound to one stack, table and person. A document outside the stack does not exist for them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from pramana.extraction.contracts.stacks import CellState, ProposedValue, TableColumn, TableView
from pramana.extraction.domain.corrections.values import is_said
from pramana.extraction.domain.evidence import EvidenceSource
from pramana.extraction.domain.json_schema import model_schema
from pramana.extraction.domain.stack_tables import (
    LONGEST_SECOND_READING,
    CellAuthor,
    check_proposed_values,
    edited_cell,
    extracted_cell,
    read_columns,
)
from pramana.extraction.errors import NotInStack
from pramana.extraction.prompts.stacks import (
    describe_columns,
    describe_documents,
    describe_rows,
    document_part,
)
from pramana.extraction.selectors.stacks import (
    check_in_stack,
    documents_of_stack,
    get_table,
    rows_page,
)
from pramana.extraction.services import stacks
from pramana.extraction.services.extraction_records import evidence_source
from pramana.extraction.services.stack_cells import (
    CellWriter,
    parse_column_specs,
    proposed_values,
    write_cells,
)
from pramana.extraction.services.tool_calls import ToolAnswer, ToolCallRecorder
from pramana.extraction.tools.extractions import declare_schema
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.llm.calls import Function
from pramana.llm.contracts import OFFLINE

DOCUMENTS_AT_ONCE = 100
ROWS_AT_ONCE = 40


@dataclass
class StackToolBinding:
    """What the tools are bound to: optionally one document, and one attempt (`claim`).

    The table and the last document are cached, so that a row reads each only once.
    """

    scope: Scope
    stack_id: UUID
    table_id: UUID
    run_id: UUID | None
    engine: str
    only_document_id: UUID | None = None
    claim: UUID | None = None
    overwrite: bool = False
    instruction: str = ""
    """What a person said, where these tools carry it out."""
    columns: tuple[TableColumn, ...] = ()
    """The columns that a row is read for."""
    saved: set[str] = field(default_factory=set)
    """The columns that were written, or left as decided, so far."""
    flagged: bool = False
    """Whether a cell was written that is doubtful."""
    _table: TableView | None = None
    _checked: set[UUID] = field(default_factory=set)
    _sources: dict[UUID, EvidenceSource] = field(default_factory=dict)
    _second: dict[UUID, dict[str, ProposedValue]] = field(default_factory=dict)

    def table(self) -> TableView:
        """The table. Its columns change only through this agent's `define_columns`."""
        if self._table is None:
            self._table = get_table(self.scope, self.stack_id, self.table_id)
        return self._table

    def replace_table(self, table: TableView) -> None:
        self._table, self._second = table, {}

    def check_document(self, doc_id: object) -> UUID:
        """The id of a document that these tools may access. Raises NotInStack for any other."""
        try:
            document_id = UUID(str(doc_id).strip())
        except ValueError:
            raise NotInStack(str(doc_id)) from None
        if self.only_document_id is not None and document_id != self.only_document_id:
            raise NotInStack(document_id)
        if document_id not in self._checked:
            check_in_stack(self.scope, self.stack_id, document_id)
            self._checked.add(document_id)
        return document_id

    def source(self, document_id: UUID) -> EvidenceSource:
        if document_id not in self._sources:
            self._sources.clear()
            self._sources[document_id] = evidence_source(self.scope, document_id)
        return self._sources[document_id]

    def write(
        self,
        document_id: UUID,
        proposed: Mapping[str, ProposedValue],
        tool: str,
        *,
        skip_decided: bool,
    ) -> tuple[list[str], list[str]]:
        """Write cells. Return the keys that were written, and those left as decided."""
        columns = {column.key: column for column in self.table().columns}
        values = check_proposed_values(columns, proposed)
        author = self.author()
        source, second = self.source(document_id), self._second_reading(document_id)
        cells = {
            key: extracted_cell(columns[key], value, proposed[key], source, author, second.get(key))
            for key, value in values.items()
        }
        said = tool == "update_cell" and bool(self.instruction)
        is_theirs = said and all(is_said(value, self.instruction) for value in values.values())
        if is_theirs:
            cells = {
                key: edited_cell(columns[key], value, source, author)
                for key, value in values.items()
            }
        writer = CellWriter(
            author, tool, self.run_id, self.claim, self.overwrite, by_hand=is_theirs
        )
        saved_keys, decided_keys = write_cells(
            self.scope, self.table_id, document_id, cells, writer, skip_decided=skip_decided
        )
        self.saved.update(saved_keys, decided_keys)
        self.flagged |= any(cells[key]["state"] == CellState.FLAGGED for key in saved_keys)
        return saved_keys, decided_keys

    def author(self) -> CellAuthor:
        return CellAuthor(self.scope.actor_id, self.engine, utcnow())

    def _second_reading(self, document_id: UUID) -> Mapping[str, ProposedValue]:
        """What the offline reader finds; nothing if it is itself the engine."""
        source = self.source(document_id)
        if self.engine == OFFLINE or len(source.text) > LONGEST_SECOND_READING:
            return {}
        if document_id not in self._second:
            self._second.clear()
            self._second[document_id] = read_columns(source.layout, self.table().columns)
        return self._second[document_id]


def list_documents(binding: StackToolBinding) -> Function:
    def list_documents(after: int = 0) -> ToolAnswer:
        """List the documents of this stack with their ids; read on with `after`."""
        documents = documents_of_stack(
            binding.scope, binding.stack_id, after=max(after, 0), limit=DOCUMENTS_AT_ONCE
        )
        if binding.only_document_id:
            documents = [each for each in documents if each.document_id == binding.only_document_id]
        return ToolAnswer(
            describe_documents(documents, DOCUMENTS_AT_ONCE), {"documents": len(documents)}
        )

    return list_documents


def get_document_text(binding: StackToolBinding) -> Function:
    def get_document_text(doc_id: str, start: int = 0) -> ToolAnswer:
        """Read a document's text, a long one in parts; read on with `start`."""
        text = binding.source(binding.check_document(doc_id)).text
        part, end = document_part(text, max(start, 0))
        return ToolAnswer(part, {"characters": len(text), "start": start, "end": end})

    return get_document_text


def get_table_state(binding: StackToolBinding) -> Function:
    def get_table_state(after: int = 0) -> ToolAnswer:
        """See the columns and the rows with their values and states; read on with `after`."""
        table = binding.table()
        page = rows_page(binding.scope, table, after=max(after, 0), limit=ROWS_AT_ONCE)
        more = f"\nMore rows: after={page.next_after}" if page.next_after else ""
        answer = f"Columns:\n{describe_columns(table.columns)}\n\n{describe_rows(page.rows)}{more}"
        return ToolAnswer(answer, {"rows": len(page.rows), "status": table.status})

    return get_table_state


def define_columns(binding: StackToolBinding) -> Function:
    def define_columns(
        columns: list[dict[str, str]], remove: list[str] | None = None
    ) -> ToolAnswer:
        """Add or change columns, each with name, type and instructions. Types: string, text,
        number, integer, money, date, boolean, list. Only columns in `remove` are left out."""
        table = stacks.extend_columns(
            binding.scope,
            binding.stack_id,
            binding.table_id,
            parse_column_specs(columns),
            remove or (),
        )
        binding.replace_table(table)
        description = describe_columns(table.columns)
        return ToolAnswer(
            f"The table has these columns now:\n{description}", {"columns": description}
        )

    return define_columns


def extract_row(binding: StackToolBinding) -> Function:
    def extract_row(
        doc_id: str,
        values: dict[str, Any],
        confidences: dict[str, Any] | None = None,
        quotes: dict[str, Any] | None = None,
    ) -> ToolAnswer:
        """Save what a document says for the columns, by their keys, each with a confidence of
        0.0-1.0 and the words it was read from, copied exactly. Use null for what is not there."""
        document_id = binding.check_document(doc_id)
        proposed = proposed_values(binding.table().columns, values, confidences or {}, quotes or {})
        saved_keys, decided_keys = binding.write(
            document_id, proposed, "extract_row", skip_decided=True
        )
        note = f" Left as a person decided: {', '.join(decided_keys)}." if decided_keys else ""
        return ToolAnswer(
            f"Saved {len(saved_keys)} cells.{note}", {"saved": saved_keys, "kept": decided_keys}
        )

    if binding.columns:
        specs = [column.spec.model_copy(update={"name": column.key}) for column in binding.columns]
        declare_schema(extract_row, "values", model_schema(specs))
    return extract_row


def update_cell(binding: StackToolBinding) -> Function:
    def update_cell(
        doc_id: str, column: str, value: Any, confidence: float = 1.0, quote: str | None = None
    ) -> ToolAnswer:
        """Change one cell of one document's row."""
        document_id = binding.check_document(doc_id)
        columns = binding.table().columns
        proposed = proposed_values(columns, {column: value}, {column: confidence}, {column: quote})
        binding.write(document_id, proposed, "update_cell", skip_decided=False)
        return ToolAnswer(f"Updated {column!r} of {document_id}.", {"column": column})

    return update_cell


def complete_table(binding: StackToolBinding) -> Function:
    def complete_table() -> ToolAnswer:
        """Say that the table is whole, once every document has its row."""
        table = stacks.complete_table(binding.scope, binding.stack_id, binding.table_id)
        return ToolAnswer("The table is complete.", {"status": table.status})

    return complete_table


Make = Callable[[StackToolBinding], Function]


def column_tools(binding: StackToolBinding, recorder: ToolCallRecorder) -> list[Function]:
    makers = (list_documents, get_document_text, define_columns)
    return _create(makers, binding, recorder)


def row_tools(binding: StackToolBinding, recorder: ToolCallRecorder) -> list[Function]:
    return _create((get_document_text, extract_row), binding, recorder)


def correction_tools(binding: StackToolBinding, recorder: ToolCallRecorder) -> list[Function]:
    makers = (
        list_documents,
        get_document_text,
        get_table_state,
        define_columns,
        extract_row,
        update_cell,
        complete_table,
    )
    return _create(makers, binding, recorder)


def _create(
    makers: Sequence[Make], binding: StackToolBinding, recorder: ToolCallRecorder
) -> list[Function]:
    return [recorder.wrap(make(binding)) for make in makers]
