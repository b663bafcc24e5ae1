"""Tools that read a stack: its documents, their texts, and its table."""

from pramana.extraction.prompts.stacks.telling import (
    columns_told,
    documents_told,
    rows_told,
    text_told,
)
from pramana.extraction.selectors.stacks.rows import rows_page
from pramana.extraction.selectors.stacks.stack import stacked_documents
from pramana.extraction.tools.recording import Told
from pramana.extraction.tools.stacks.binding import StackBinding
from pramana.llm.caller import Function

DOCUMENTS_AT_ONCE = 100
ROWS_AT_ONCE = 40


def list_documents(binding: StackBinding) -> Function:
    def list_documents(after: int = 0) -> Told:
        """List the documents of this stack with their ids; read on with `after`."""
        found = stacked_documents(
            binding.scope, binding.stack_id, after=max(after, 0), limit=DOCUMENTS_AT_ONCE
        )
        if binding.only:
            found = [each for each in found if each.document_id == binding.only]
        return Told(documents_told(found, DOCUMENTS_AT_ONCE), {"documents": len(found)})

    return list_documents


def get_document_text(binding: StackBinding) -> Function:
    def get_document_text(doc_id: str, start: int = 0) -> Told:
        """Read a document's text, a long one in parts; read on with `start`."""
        text = binding.paper(binding.stacked(doc_id)).text
        told, end = text_told(text, max(start, 0))
        return Told(told, {"characters": len(text), "start": start, "end": end})

    return get_document_text


def get_table_state(binding: StackBinding) -> Function:
    def get_table_state(after: int = 0) -> Told:
        """See the columns and the rows with their values and states; read on with `after`."""
        table = binding.table()
        page = rows_page(binding.scope, table, after=max(after, 0), limit=ROWS_AT_ONCE)
        more = f"\nMore rows: after={page.next_after}" if page.next_after else ""
        told = f"Columns:\n{columns_told(table.columns)}\n\n{rows_told(page.rows)}{more}"
        return Told(told, {"rows": len(page.rows), "status": table.status})

    return get_table_state
