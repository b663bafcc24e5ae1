"""Tools that write: each does one thing to this extraction and says what really happened."""

from typing import Any

from pramana.extraction.domain.easing import unfolded
from pramana.extraction.services import completing, writing
from pramana.extraction.tools.binding import Binding
from pramana.llm.caller import Function


def identify_document(binding: Binding) -> Function:
    def identify_document(document_type: str) -> str:
        """Save what kind of document this is.

        Args:
            document_type: One or two English words with underscores, like invoice or court_order.
        """
        kind = completing.set_type(binding.scope, binding.extraction_id, document_type)
        return f"Document type set to '{kind}'"

    return identify_document


def extract_fields(binding: Binding) -> Function:
    def extract_fields(
        fields: dict[str, Any],
        confidences: dict[str, Any],
        quotes: dict[str, str] | None = None,
    ) -> str:
        """Extract fields from the document. Saves directly to database.

        Replaces what was saved before, but for values a person wrote.

        Args:
            fields: All fields as one nested object.
            confidences: For each field a number 0.0-1.0, nested like fields or by path.
            quotes: For each path, like "vendor.name", the words of the document it rests on.
        """
        saved = writing.save_fields(
            binding.scope,
            binding.extraction_id,
            binding.author("extract_fields"),
            binding.paper,
            *unfolded(fields, confidences, quotes or {}),
        )
        return _told(saved)

    return extract_fields


def update_field(binding: Binding) -> Function:
    def update_field(path: str, value: Any, confidence: float, quote: str = "") -> str:
        """Update a specific field using JSON path (e.g., 'document.title' or 'items[2].price').

        Args:
            path: Where the value goes; objects that are missing on the way are made.
            value: The new value.
            confidence: How sure you are, 0.0-1.0.
            quote: The words of the document it rests on, copied exactly.
        """
        writing.set_field(
            binding.scope,
            binding.extraction_id,
            binding.author("update_field"),
            binding.paper,
            path,
            value,
            confidence,
            quote,
        )
        return f"Updated '{path}' = {value} (confidence: {confidence})"

    return update_field


def remove_field(binding: Binding) -> Function:
    def remove_field(path: str) -> str:
        """Remove a field using JSON path.

        Args:
            path: What to take away, like 'items[2]' or 'vendor.fax'.
        """
        author = binding.author("remove_field")
        writing.remove_field(binding.scope, binding.extraction_id, author, path)
        return f"Removed field at '{path}'"

    return remove_field


def complete_extraction(binding: Binding) -> Function:
    def complete_extraction() -> str:
        """Mark extraction as complete."""
        count = completing.complete(binding.scope, binding.extraction_id)
        return f"Extraction complete. {count} fields saved."

    return complete_extraction


def _told(saved: writing.Saved) -> str:
    said = f"Saved {saved.count} fields to database"
    if saved.kept:
        said += f". Left as a person wrote them: {', '.join(saved.kept)}"
    if saved.unplaced:
        said += f". Not found in the document, so look again: {', '.join(saved.unplaced)}"
    return said
