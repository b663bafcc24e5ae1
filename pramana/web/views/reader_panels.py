"""What stands beside the text: what was found, the outline, how it was read, the picture.

Each is a part that scripts fetch when it is first looked at; without scripts it is a link to the
same page with that part open.
"""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from pramana.documents.contracts import DocumentView
from pramana.documents.pictures import PICTURED
from pramana.documents.selectors import (
    Found,
    PlaceView,
    doubtful_pages,
    find_in,
    get_document,
    outline_of,
    readings_of,
)
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Principal
from pramana.web.access import PageRequest, page
from pramana.web.addresses import text_in
from pramana.web.figures import hundredths
from pramana.web.highlight import Paragraph, Piece, excerpt
from pramana.web.places import Asked, number_of
from pramana.web.tabs import Tab
from pramana.web.views.threads_drawn import drawn_context
from pramana.web.words import read_by_name

PANELS = ("found", "outline", "reading", "drawn", "picture")


def panels_of(request: PageRequest, document: DocumentView, asked: Asked) -> list[Tab]:
    """The panels this document has; the one asked for, else the one that serves best."""
    names = {
        "picture": _("Picture"),
        "found": _("Find"),
        "outline": _("Outline"),
        "reading": _("How it was read"),
        "drawn": _("Drawn from this"),
    }
    if document.kind not in PICTURED:
        del names["picture"]
    listed = asked.query and not asked.has_range
    best = "found" if listed or "picture" not in names else "picture"
    wanted = request.GET.get("panel", "")
    chosen = wanted if wanted in names else best
    return [Tab(value, label, value == chosen) for value, label in names.items()]


def panel_context(
    panel: str, principal: Principal, document: DocumentView, found: Found | None, asked: Asked
) -> dict[str, Any]:
    """What one panel prints; the places found are needed by whichever is open."""
    scope = principal.scope
    context: dict[str, Any] = {"found": found, "places": _lines(found)}
    if panel == "outline":
        context["outline"] = outline_of(scope, document.id)
    if panel == "reading":
        context |= _reading(scope, document)
    if panel == "drawn":
        context |= drawn_context(principal, document, asked)
    return context


@page()
def show_panel(request: PageRequest, document_id: UUID, panel: str) -> HttpResponse:
    if panel not in PANELS:
        raise Http404
    scope = request.principal.scope
    document = get_document(scope, document_id)
    query = text_in(request.GET, "q", 500)
    after = number_of(request, "after")
    found = None
    if panel == "found" and query:
        found = find_in(scope, document_id, query, after=-1 if after is None else after)
    asked = Asked(query, number_of(request, "start") or 0, number_of(request, "end") or 0)
    context = {"document": document, "asked": asked, "query": query, "is_part": True}
    context |= {"is_reader": True}
    context |= panel_context(panel, request.principal, document, found, asked)
    return render(request, f"web/pages/panel_{panel}.html", context)


def _reading(scope: Scope, document: DocumentView) -> dict[str, Any]:
    return {
        "readings": [
            (read_by_name(each.read_by), each.pages, hundredths(each.confidence))
            for each in readings_of(scope, document.id)
        ],
        "doubtful": [
            (each, read_by_name(each.read_by), hundredths(each.confidence))
            for each in doubtful_pages(scope, document.id)
        ],
    }


def _lines(found: Found | None) -> list[tuple[PlaceView, Paragraph]]:
    return [(place, _line(place)) for place in found.places] if found else []


def _line(place: PlaceView) -> Paragraph:
    shown = excerpt(place.excerpt, place.excerpt_start, place.marks)
    return (Piece("… "), *shown) if place.excerpt_start else shown
