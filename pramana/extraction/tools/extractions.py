"""The seven tools of the extraction agent.

Each is bound to one person, document and extraction. No tool has a parameter for these, so no model
can change them.
"""

import json
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from pydantic import WithJsonSchema

from pramana.documents.selectors import (
    MatchView,
    find_in_document,
    get_document,
    page_start,
    pages_of,
    text_between,
)
from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.domain.coercion import split_annotated_fields
from pramana.extraction.domain.corrections.values import is_said
from pramana.extraction.domain.evidence import EvidenceSource
from pramana.extraction.domain.json_schema import model_schema
from pramana.extraction.errors import NoSuchPage, NoText
from pramana.extraction.prompts.extractions import DOCUMENT_FENCE
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services import extraction_fields, extraction_runs
from pramana.extraction.services.extraction_records import FieldAuthor
from pramana.extraction.services.tool_calls import ToolCallRecorder
from pramana.kit.scope import Scope
from pramana.llm.calls import Function
from pramana.llm.contracts import quoted

MOST_CHARACTERS = 16_000
"""The most text one answer holds. A short document fits in one answer."""
MOST_PLACES = 12
LOOKED_AT = 1_000


@dataclass(frozen=True)
class ToolBinding:
    """What the tools are bound to: scope (tenant and person), document, extraction, run."""

    scope: Scope
    document_id: UUID
    extraction_id: UUID
    run_id: UUID
    source: EvidenceSource
    overwrite: bool = False
    instruction: str = ""
    """What a person said, where these tools carry it out."""
    specs: tuple[FieldSpec, ...] = ()
    """The fields that were asked for; empty if the model finds them itself."""

    def author(self, tool: str, *, in_words: bool = False) -> FieldAuthor:
        is_theirs = in_words and bool(self.instruction)
        return FieldAuthor(tool, self.run_id, in_words=is_theirs, overwrite=self.overwrite)


def get_document_text(binding: ToolBinding) -> Function:
    scope, document_id = binding.scope, binding.document_id

    def get_document_text(
        first_page: int | None = None,
        last_page: int | None = None,
        start: int | None = None,
        search: str = "",
    ) -> str:
        """Read the document text for extraction.

        Without arguments: the whole document if it is short, else its beginning.

        Args:
            first_page: Begin with this page, counted from 1.
            last_page: End with this page.
            start: Begin at this character, to go on where an answer was cut.
            search: Show the places where these words stand instead.
        """
        if search.strip():
            return _places(scope, document_id, search)
        return _pages(scope, document_id, first_page, last_page, start)

    return get_document_text


def get_current_extraction(binding: ToolBinding) -> Function:
    def get_current_extraction() -> str:
        """View the current extraction state."""
        extraction = get_extraction(binding.scope, binding.extraction_id)
        state = {
            "document_type": extraction.document_type,
            "extracted_fields": extraction.extracted_fields,
            "confidence_scores": extraction.confidence_scores,
            "written_by_hand": list(extraction.by_hand),
            "status": extraction.status,
        }
        return quoted(json.dumps(state, indent=2, ensure_ascii=False), DOCUMENT_FENCE)

    return get_current_extraction


def _pages(
    scope: Scope, document_id: UUID, first: int | None, last: int | None, start: int | None
) -> str:
    count = get_document(scope, document_id).page_count or 0
    begin = start if start is not None else _begin(scope, document_id, first, count)
    end = _end(scope, document_id, last, count)
    limit = begin + MOST_CHARACTERS
    text = text_between(scope, document_id, begin, min(end, limit + 1) if end else limit + 1)
    if not text.strip() and begin == 0:
        raise NoText()
    cut = len(text) > MOST_CHARACTERS
    text = text[:MOST_CHARACTERS]
    head = f"Document ({count} pages):\n\n"
    if begin == 0 and not cut and not end:
        return head + quoted(text, DOCUMENT_FENCE)
    return head + quoted(text, DOCUMENT_FENCE) + _where(begin, begin + len(text), cut=cut)


def _where(begin: int, end: int, *, cut: bool) -> str:
    more = f" The text goes on: read it with start={end}, or search for words." if cut else ""
    return f"\n\nCharacters {begin} to {end}.{more}"


def _begin(scope: Scope, document_id: UUID, first: int | None, count: int) -> int:
    if first is None or first == 1:
        return 0
    start = page_start(scope, document_id, first - 1) if first > 1 else None
    if start is None:
        raise NoSuchPage(first, count)
    return start


def _end(scope: Scope, document_id: UUID, last: int | None, count: int) -> int | None:
    """The offset where the last requested page ends; None for the end of the document."""
    if last is None or last >= count:
        return None
    pages = pages_of(scope, document_id, first=last - 1, limit=1) if last > 0 else []
    if not pages:
        raise NoSuchPage(last, count)
    return pages[0].end


def _places(scope: Scope, document_id: UUID, search: str) -> str:
    """Describe where the words occur, places with more of them first."""
    matches = find_in_document(scope, document_id, search[:500], limit=LOOKED_AT)
    if not matches.places:
        return f"Nothing found for {search[:100]!r}. Try other words, or read the pages."
    best = sorted(matches.places, key=_richness, reverse=True)[:MOST_PLACES]
    excerpts = "\n\n".join(
        f"[page {each.page + 1}, character {each.start}] {each.excerpt}" for each in best
    )
    return f"{matches.total} places, {len(best)} shown:\n\n" + quoted(excerpts, DOCUMENT_FENCE)


def _richness(place: MatchView) -> int:
    """How many different search words occur there."""
    begins = place.excerpt_start
    words = {place.excerpt[start - begins : end - begins] for start, end in place.marks}
    return len({word.casefold() for word in words})


def identify_document(binding: ToolBinding) -> Function:
    def identify_document(document_type: str) -> str:
        """Save what kind of document this is.

        Args:
            document_type: One or two English words with underscores, like invoice or court_order.
        """
        kind = extraction_runs.set_document_type(
            binding.scope, binding.extraction_id, document_type
        )
        return f"Document type set to '{kind}'"

    return identify_document


def extract_fields(binding: ToolBinding) -> Function:
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
        saved = extraction_fields.save_fields(
            binding.scope,
            binding.extraction_id,
            binding.author("extract_fields"),
            binding.source,
            *split_annotated_fields(fields, confidences, quotes or {}),
        )
        return _describe_saved(saved)

    if binding.specs:
        declare_schema(extract_fields, "fields", model_schema(binding.specs))
    return extract_fields


def declare_schema(tool: Function, parameter: str, schema: dict[str, Any]) -> None:
    """Tell the model the exact shape of an argument.

    Other shapes still reach the tool, which repairs what it can and refuses the rest with reasons.
    """
    tool.__annotations__[parameter] = Annotated[dict[str, Any], WithJsonSchema(schema)]


def update_field(binding: ToolBinding) -> Function:
    def update_field(path: str, value: Any, confidence: float, quote: str = "") -> str:
        """Update a specific field using JSON path (e.g., 'document.title' or 'items[2].price').

        Args:
            path: Where the value goes; objects that are missing on the way are made.
            value: The new value.
            confidence: How sure you are, 0.0-1.0.
            quote: The words of the document it rests on, copied exactly.
        """
        extraction_fields.set_field(
            binding.scope,
            binding.extraction_id,
            binding.author("update_field", in_words=is_said(value, binding.instruction)),
            binding.source,
            path,
            value,
            confidence,
            quote,
        )
        return f"Updated '{path}' = {value} (confidence: {confidence})"

    return update_field


def remove_field(binding: ToolBinding) -> Function:
    def remove_field(path: str) -> str:
        """Remove a field using JSON path.

        Args:
            path: What to take away, like 'items[2]' or 'vendor.fax'.
        """
        author = binding.author("remove_field", in_words=True)
        extraction_fields.remove_field(binding.scope, binding.extraction_id, author, path)
        return f"Removed field at '{path}'"

    return remove_field


def complete_extraction(binding: ToolBinding) -> Function:
    def complete_extraction() -> str:
        """Mark extraction as complete."""
        count = extraction_runs.complete_extraction(binding.scope, binding.extraction_id)
        return f"Extraction complete. {count} fields saved."

    return complete_extraction


def _describe_saved(saved: extraction_fields.SavedFields) -> str:
    message = f"Saved {saved.count} fields to database"
    if saved.protected:
        message += f". Left as a person wrote them: {', '.join(saved.protected)}"
    if saved.without_evidence:
        message += (
            f". Not found in the document, so look again: {', '.join(saved.without_evidence)}"
        )
    return message


MAKERS = (
    get_document_text,
    get_current_extraction,
    identify_document,
    extract_fields,
    update_field,
    remove_field,
    complete_extraction,
)


def create_tools(binding: ToolBinding, recorder: ToolCallRecorder) -> list[Function]:
    """Create the tools in the order the model sees them. Each call is recorded."""
    return [recorder.wrap(make(binding)) for make in MAKERS]
