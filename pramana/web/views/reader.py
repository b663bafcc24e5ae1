"""The reader: a document's text beside its pages' pictures, and the evidence in both.

Only a window of the text is sent; scripts fetch the next ones in either direction, and without
scripts there are links to them. So three thousand pages open as fast as three.
"""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as later

from pramana.documents.contracts import DocumentView
from pramana.documents.domain.finding import find_words
from pramana.documents.pictures import PICTURED
from pramana.documents.selectors import (
    READABLE,
    Window,
    find_in,
    get_document,
    window_at,
)
from pramana.web.access import PageRequest, page
from pramana.web.addresses import text_in
from pramana.web.highlight import Mark
from pramana.web.keys import key
from pramana.web.leaves import leaves_of, window_asked
from pramana.web.places import Asked, asked_of, number_of
from pramana.web.views.reader_panels import panel_context, panels_of

KEYS = (
    key("n", later("Next place")),
    key("p", later("Previous place")),
    key("f", later("Find in this document")),
    key("o", later("Outline")),
    key("i", later("Picture of the page")),
    key("e", later("Go to a page")),
)


@page()
def show(request: PageRequest, document_id: UUID) -> HttpResponse:
    document = get_document(request.principal.scope, document_id)
    context = {
        "title": document.title,
        "document": document,
        "keys": KEYS,
        "pictured": document.kind in PICTURED,
    }
    if document.status in READABLE:
        context |= _opened(request, document)
    return render(request, "web/pages/reader.html", context)


def _opened(request: PageRequest, document: DocumentView) -> dict[str, object]:
    scope = request.principal.scope
    asked = asked_of(request, scope, document.id)
    opens_at = asked.opens_at
    found = find_in(scope, document.id, asked.query, reach=opens_at) if asked.query else None
    if found and found.places and not (asked.has_range or asked.at is not None):
        opens_at = found.places[0].start
    window = window_at(scope, document.id, opens_at)
    panels = panels_of(request, document, asked)
    chosen = next(each.value for each in panels if each.is_here)
    return {
        **_shown(window, document, asked),
        **panel_context(chosen, request.principal, document, found, asked),
        "asked": asked,
        "opens_at": opens_at,
        "panels": panels,
        "panel": chosen,
    }


@page()
def show_window(request: PageRequest, document_id: UUID) -> HttpResponse:
    """The stretch of text before or after a place, or around it: a part of the page, not a page."""
    scope = request.principal.scope
    document = get_document(scope, document_id)
    window = window_asked(request, scope, document_id)
    asked = Asked(
        query=text_in(request.GET, "q", 500),
        start=number_of(request, "start") or 0,
        end=number_of(request, "end") or 0,
    )
    context = {"document": document, "pictured": document.kind in PICTURED}
    return render(request, "web/pages/window.html", context | _shown(window, document, asked))


def _shown(window: Window, document: DocumentView, asked: Asked) -> dict[str, object]:
    return {
        "window": window,
        "leaves": leaves_of(window, _marks(window, asked)),
        "paged": (document.page_count or 1) > 1 or document.kind in PICTURED,
        "query": asked.query,
    }


def _marks(window: Window, asked: Asked) -> list[Mark]:
    """The words that were asked for; else the range the address names."""
    if asked.query:
        found = find_words(window.text, asked.query)
        return [Mark(window.start + start, window.start + end) for start, end in found]
    return [Mark(asked.start, asked.end)] if asked.has_range else []
