"""Says where the quotes of an answer are: in which cell, on which slide, in which mail header."""

from uuid import UUID

from pramana.chat.contracts.answers import ChatResponse, QuoteOut, SourceCitation
from pramana.documents.reading.contracts import FileKind
from pramana.documents.selectors.structure import kinds_with_places, place_name
from pramana.kit.scope import Scope


def with_places(scope: Scope, response: ChatResponse) -> ChatResponse:
    """The response, with the place of each quote in a sheet, a presentation or a mail."""
    quotes = [quote for source in response.sources for quote in getattr(source, "quotes", [])]
    ids = {quote.document_id for quote in quotes if quote.document_id}
    kinds = kinds_with_places(scope, ids) if ids else {}
    if not kinds:
        return response
    sources = [
        _with_places(scope, source, kinds) if isinstance(source, SourceCitation) else source
        for source in response.sources
    ]
    return response.model_copy(update={"sources": sources})


def _with_places(
    scope: Scope, source: SourceCitation, kinds: dict[UUID, FileKind]
) -> SourceCitation:
    def located(quote: QuoteOut) -> QuoteOut:
        kind = kinds.get(quote.document_id) if quote.document_id else None
        if kind is None or quote.document_id is None:
            return quote
        place = place_name(scope, quote.document_id, kind, quote.start, quote.end)
        return quote.model_copy(update={"place": place})

    return source.model_copy(update={"quotes": [located(quote) for quote in source.quotes]})
