"""Tools that read: the document, in parts where it is long, and what was saved so far."""

import json
from uuid import UUID

from pramana.documents.selectors import (
    PlaceView,
    find_in,
    get_document,
    page_start,
    pages_of,
    text_between,
)
from pramana.extraction.errors.extractions import NoSuchPage, NoText
from pramana.extraction.prompts.extract import DOCUMENT
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.tools.binding import Binding
from pramana.kit.scope import Scope
from pramana.llm.caller import Function
from pramana.llm.fencing import quoted

MOST_CHARACTERS = 16_000
"""What one answer holds of a document: a short document is one answer."""
MOST_PLACES = 12
LOOKED_AT = 1_000


def get_document_text(binding: Binding) -> Function:
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


def get_current_extraction(binding: Binding) -> Function:
    def get_current_extraction() -> str:
        """View the current extraction state."""
        found = get_extraction(binding.scope, binding.extraction_id)
        told = {
            "document_type": found.document_type,
            "extracted_fields": found.extracted_fields,
            "confidence_scores": found.confidence_scores,
            "written_by_hand": list(found.by_hand),
            "status": found.status,
        }
        return quoted(json.dumps(told, indent=2, ensure_ascii=False), DOCUMENT)

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
        return head + quoted(text, DOCUMENT)
    return head + quoted(text, DOCUMENT) + _where(begin, begin + len(text), cut=cut)


def _where(begin: int, end: int, *, cut: bool) -> str:
    more = f" The text goes on: read it with start={end}, or search for words." if cut else ""
    return f"\n\nCharacters {begin} to {end}.{more}"


def _begin(scope: Scope, document_id: UUID, first: int | None, count: int) -> int:
    if first is None or first == 1:
        return 0
    found = page_start(scope, document_id, first - 1) if first > 1 else None
    if found is None:
        raise NoSuchPage(first, count)
    return found


def _end(scope: Scope, document_id: UUID, last: int | None, count: int) -> int | None:
    """Where the last page wanted ends; None for the end of the document."""
    if last is None or last >= count:
        return None
    pages = pages_of(scope, document_id, first=last - 1, limit=1) if last > 0 else []
    if not pages:
        raise NoSuchPage(last, count)
    return pages[0].end


def _places(scope: Scope, document_id: UUID, search: str) -> str:
    """Where the words stand, places with more of them first."""
    found = find_in(scope, document_id, search[:500], limit=LOOKED_AT)
    if not found.places:
        return f"Nothing found for {search[:100]!r}. Try other words, or read the pages."
    best = sorted(found.places, key=_richness, reverse=True)[:MOST_PLACES]
    shown = "\n\n".join(
        f"[page {each.page + 1}, character {each.start}] {each.excerpt}" for each in best
    )
    return f"{found.total} places, {len(best)} shown:\n\n" + quoted(shown, DOCUMENT)


def _richness(place: PlaceView) -> int:
    """How many different words of the search stand there."""
    begins = place.excerpt_start
    words = {place.excerpt[start - begins : end - begins] for start, end in place.marks}
    return len({word.casefold() for word in words})
