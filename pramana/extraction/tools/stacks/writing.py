"""Tools that write a table: each does one thing to it and says what really happened."""

from typing import Any

from pramana.extraction.prompts.stacks.telling import columns_told
from pramana.extraction.services.stacks import tables
from pramana.extraction.services.stacks.given import column_specs, given_values
from pramana.extraction.tools.recording import Told
from pramana.extraction.tools.stacks.binding import StackBinding
from pramana.llm.caller import Function


def define_columns(binding: StackBinding) -> Function:
    def define_columns(columns: list[dict[str, str]], remove: list[str] | None = None) -> Told:
        """Add or change columns, each with name, type and instructions. Types: string, text,
        number, integer, money, date, boolean, list. Only columns in `remove` are left out."""
        table = tables.extend_columns(
            binding.scope, binding.stack_id, binding.table_id, column_specs(columns), remove or ()
        )
        binding.has_changed(table)
        told = columns_told(table.columns)
        return Told(f"The table has these columns now:\n{told}", {"columns": told})

    return define_columns


def extract_row(binding: StackBinding) -> Function:
    def extract_row(
        doc_id: str,
        values: dict[str, Any],
        confidences: dict[str, Any] | None = None,
        quotes: dict[str, Any] | None = None,
    ) -> Told:
        """Save what a document says for the columns, by their keys, each with a confidence of
        0.0-1.0 and the words it was read from, copied exactly. Use null for what is not there."""
        document_id = binding.stacked(doc_id)
        given = given_values(binding.table().columns, values, confidences or {}, quotes or {})
        written, kept = binding.write(document_id, given, "extract_row", skip_decided=True)
        note = f" Left as a person decided: {', '.join(kept)}." if kept else ""
        return Told(f"Saved {len(written)} cells.{note}", {"saved": written, "kept": kept})

    return extract_row


def update_cell(binding: StackBinding) -> Function:
    def update_cell(
        doc_id: str, column: str, value: Any, confidence: float = 1.0, quote: str | None = None
    ) -> Told:
        """Change one cell of one document's row."""
        document_id = binding.stacked(doc_id)
        columns, sure = binding.table().columns, {column: confidence}
        given = given_values(columns, {column: value}, sure, {column: quote})
        binding.write(document_id, given, "update_cell", skip_decided=False)
        return Told(f"Updated {column!r} of {document_id}.", {"column": column})

    return update_cell


def complete_table(binding: StackBinding) -> Function:
    def complete_table() -> Told:
        """Say that the table is whole, once every document has its row."""
        table = tables.complete_table(binding.scope, binding.stack_id, binding.table_id)
        return Told("The table is complete.", {"status": table.status})

    return complete_table
