"""What the tools of a stack are bound to: no argument can name another stack, table or person, and
a document that is not in the stack does not exist."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from pramana.extraction.contracts.stacks.cells import Given
from pramana.extraction.contracts.stacks.views import TableView
from pramana.extraction.domain.evidence import Paper
from pramana.extraction.domain.stacks.cells import Author, check_given, read_cell
from pramana.extraction.domain.stacks.reading import LONGEST, read_columns
from pramana.extraction.errors.stacks import NotInStack
from pramana.extraction.selectors.stacks.stack import must_be_stacked
from pramana.extraction.selectors.stacks.tables import get_table
from pramana.extraction.services.stacks.cells import Writer, write_cells
from pramana.extraction.services.stacks.reading import paper_of
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.llm.contracts import OFFLINE


@dataclass
class StackBinding:
    """One agent at one table. `only` keeps it to one document, `claim` to one attempt at its row.

    It remembers the table and the paper it has in hand, so that a row costs one reading of each.
    """

    scope: Scope
    stack_id: UUID
    table_id: UUID
    run_id: UUID | None
    engine: str
    only: UUID | None = None
    claim: UUID | None = None
    overwrite: bool = False
    saved: set[str] = field(default_factory=set)
    """The columns that were written or found decided so far."""
    _known: TableView | None = None
    _papers: dict[UUID, Paper] = field(default_factory=dict)
    _second: dict[UUID, dict[str, Given]] = field(default_factory=dict)

    def table(self) -> TableView:
        """The table; its columns change under no agent but through its own `define_columns`."""
        if self._known is None:
            self._known = get_table(self.scope, self.stack_id, self.table_id)
        return self._known

    def has_changed(self, table: TableView) -> None:
        self._known, self._second = table, {}

    def stacked(self, doc_id: object) -> UUID:
        """The document, if these tools may know of it."""
        try:
            document_id = UUID(str(doc_id).strip())
        except ValueError:
            raise NotInStack(str(doc_id)) from None
        if self.only is not None and document_id != self.only:
            raise NotInStack(document_id)
        must_be_stacked(self.scope, self.stack_id, document_id)
        return document_id

    def paper(self, document_id: UUID) -> Paper:
        if document_id not in self._papers:
            self._papers.clear()
            self._papers[document_id] = paper_of(self.scope, document_id)
        return self._papers[document_id]

    def write(
        self, document_id: UUID, given: Mapping[str, Given], tool: str, *, skip_decided: bool
    ) -> tuple[list[str], list[str]]:
        """The columns that were written, and those left as a person decided."""
        columns = {column.key: column for column in self.table().columns}
        values = check_given(columns, given)
        author = Author(self.scope.actor_id, self.engine, utcnow())
        paper, second = self.paper(document_id), self._second_reading(document_id)
        cells = {
            key: read_cell(columns[key], value, given[key], paper, author, second.get(key))
            for key, value in values.items()
        }
        writer = Writer(author, tool, self.run_id, self.claim, self.overwrite)
        written, kept = write_cells(
            self.scope, self.table_id, document_id, cells, writer, skip_decided=skip_decided
        )
        self.saved.update(written, kept)
        return written, kept

    def _second_reading(self, document_id: UUID) -> Mapping[str, Given]:
        """What code finds by itself; nothing where code was the first reader too."""
        text = self.paper(document_id).text
        if self.engine == OFFLINE or len(text) > LONGEST:
            return {}
        if document_id not in self._second:
            self._second.clear()
            self._second[document_id] = read_columns(text, self.table().columns)
        return self._second[document_id]
