"""A document's page: its text beside its page images, with evidence in both, and its details.

Only a window of the text is sent. Scripts fetch the next ones in either direction; without scripts
there are links. So three thousand pages open as fast as three.
"""

from datetime import date
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.documents.contracts import DocumentChanges, DocumentView, PropertyKind
from pramana.documents.domain import find_words
from pramana.documents.selectors import (
    READABLE,
    MatchView,
    Window,
    WordMatches,
    documents_by_id,
    doubtful_pages,
    find_in_document,
    get_document,
    outline_of,
    properties_of,
    readings_of,
    tag_counts,
    window_at,
)
from pramana.documents.services import (
    change_document,
    define_property,
    delete_property,
)
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Principal, Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, redirect_back
from pramana.web.document_text import (
    TextLocation,
    requested_page,
    requested_window,
    respond_with_marks,
    text_location,
    window_context,
)
from pramana.web.formatting import whole_percent
from pramana.web.highlight import HighlightPiece, Mark, Paragraph, excerpt
from pramana.web.navigation import Tab, shortcut
from pramana.web.params import choice_param, number_param, text_param, typed_day
from pramana.web.threads import derived_context
from pramana.web.wording import Label, read_by_name

PANELS = ("found", "outline", "reading", "drawn")


def panel_tabs(request: PageRequest) -> list[Tab]:
    """The panels beside the document; selected is the one in the URL."""
    names = {
        "found": _("Find"),
        "outline": _("Outline"),
        "reading": _("Details"),
        "drawn": _("Derived"),
        "ask": _("Ask"),
    }
    wanted = request.GET.get("panel", "")
    chosen = wanted if wanted in names else "found"
    return [Tab(value, label, value == chosen) for value, label in names.items()]


def panel_context(
    panel: str,
    principal: Principal,
    document: DocumentView,
    found: WordMatches | None,
    location: TextLocation,
) -> dict[str, Any]:
    """Context of one panel. Search matches are always included."""
    scope = principal.scope
    context: dict[str, Any] = {"found": found, "places": _match_lines(found)}
    if panel == "outline":
        context["outline"] = outline_of(scope, document.id)
    if panel == "reading":
        context |= _reading_context(scope, document) | details_context(scope, document)
    if panel == "drawn":
        context |= derived_context(principal, document, location)
    return context


@page()
def show_panel(request: PageRequest, document_id: UUID, panel: str) -> HttpResponse:
    if panel not in PANELS:
        raise Http404
    scope = request.principal.scope
    document = get_document(scope, document_id)
    query = text_param(request.GET, "q", 500)
    after = number_param(request, "after")
    found = None
    if panel == "found" and query:
        found = find_in_document(scope, document_id, query, after=-1 if after is None else after)
    location = _text_location(request)
    context = {"document": document, "location": location, "query": query, "is_part": True}
    context |= {"is_reader": True}
    context |= panel_context(panel, request.principal, document, found, location)
    return render(request, f"web/library/panel_{panel}.html", context)


def _reading_context(scope: Scope, document: DocumentView) -> dict[str, Any]:
    container_id = document.container_id
    return {
        "container": documents_by_id(scope, [container_id]) if container_id else [],
        "thread": documents_by_id(scope, document.thread) if document.thread else [],
        "readings": [
            (read_by_name(each.read_by), each.pages, whole_percent(each.confidence))
            for each in readings_of(scope, document.id)
        ],
        "doubtful": [
            (each, read_by_name(each.read_by), whole_percent(each.confidence))
            for each in doubtful_pages(scope, document.id)
        ],
    }


def _match_lines(found: WordMatches | None) -> list[tuple[MatchView, Paragraph]]:
    return [(place, _match_line(place)) for place in found.places] if found else []


def _match_line(place: MatchView) -> Paragraph:
    shown = excerpt(place.excerpt, place.excerpt_start, place.marks)
    return (HighlightPiece("… "), *shown) if place.excerpt_start else shown


READER_SHORTCUTS = (
    shortcut("n", later("Next match")),
    shortcut("p", later("Previous match")),
    shortcut("f", later("Find in this document")),
    shortcut("o", later("Outline")),
    shortcut("i", later("Switch between page, both and text")),
    shortcut("t", later("Thumbnails")),
    shortcut("q", later("Ask about this document")),
    shortcut("e", later("Go to a page")),
)


@page()
def show_document(request: PageRequest, document_id: UUID) -> HttpResponse:
    document = get_document(request.principal.scope, document_id)
    context = {
        "title": document.title,
        "document": document,
        "keys": READER_SHORTCUTS,
    }
    if document.status in READABLE:
        context |= _text_context(request, document)
    return render(request, "web/library/reader.html", context)


def _text_context(request: PageRequest, document: DocumentView) -> dict[str, object]:
    scope = request.principal.scope
    location = text_location(request, scope, document.id)
    opens_at = location.opens_at
    found = (
        find_in_document(scope, document.id, location.query, reach=opens_at)
        if location.query
        else None
    )
    if found and found.places and not (location.has_range or location.at is not None):
        opens_at = found.places[0].start
    window = window_at(scope, document.id, opens_at)
    panels = panel_tabs(request)
    chosen = next(each.value for each in panels if each.is_here)
    return {
        **window_context(window, document, _search_marks(window, location)),
        "query": location.query,
        **panel_context(chosen, request.principal, document, found, location),
        "location": location,
        "opens_at": opens_at,
        "panels": panels,
        "panel": chosen,
    }


@page()
def show_window(request: PageRequest, document_id: UUID) -> HttpResponse:
    """A window of text, as a part of the page."""
    scope = request.principal.scope
    document = get_document(scope, document_id)
    window = requested_window(request, scope, document_id)
    location = _text_location(request)
    context = {"document": document, "query": location.query}
    context |= window_context(window, document, _search_marks(window, location))
    return render(request, "web/viewer/window.html", context)


@page()
def show_marks(request: PageRequest, document_id: UUID) -> HttpResponse:
    """Where the words that the URL asks for are on one page."""
    window = requested_page(request, request.principal.scope, document_id)
    return respond_with_marks(_search_marks(window, _text_location(request)))


def _text_location(request: PageRequest) -> TextLocation:
    return TextLocation(
        query=text_param(request.GET, "q", 500),
        start=number_param(request, "start") or 0,
        end=number_param(request, "end") or 0,
    )


def _search_marks(window: Window, location: TextLocation) -> list[Mark]:
    """Matches of the search words, else the range in the URL."""
    if location.query:
        found = find_words(window.text, location.query)
        return [Mark(window.start + start, window.start + end) for start, end in found]
    is_here = location.has_range and location.start < window.end and location.end > window.start
    return [Mark(location.start, location.end)] if is_here else []


PROPERTY_KINDS: dict[PropertyKind, Label] = {
    PropertyKind.TEXT: later("Text"),
    PropertyKind.NUMBER: later("Number"),
    PropertyKind.DATE: later("Date"),
    PropertyKind.BOOLEAN: later("Yes or no"),
}
PREFIX = "property-"
"""Form fields of properties are named by this and the property's id."""
TAGS_OFFERED = 100


def details_context(scope: Scope, document: DocumentView) -> dict[str, Any]:
    """The document's details as a form shows them."""
    return {
        "tag_line": ", ".join(document.tags),
        "known_tags": tag_counts(scope, limit=TAGS_OFFERED),
        "properties": [
            (each, _field_value(each.kind, document.properties.get(each.name)))
            for each in properties_of(scope)
        ],
        "property_kinds": PROPERTY_KINDS.items(),
    }


def _field_value(kind: PropertyKind, value: object) -> str | date:
    """A value as its form field takes it."""
    if kind is PropertyKind.DATE and isinstance(value, str):
        return date.fromisoformat(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


@require_POST
@page(Role.REVIEWER)
def save_details(request: PageRequest, document_id: UUID) -> HttpResponse:
    """Save the parts of the details that the form has."""
    scope, sent = request.principal.scope, request.POST

    def save() -> None:
        changes = DocumentChanges(
            title=sent.get("title"),
            tags=sent["tags"].split(",") if "tags" in sent else None,
            notes=sent.get("notes"),
            properties={
                each.name: _typed_value(each.kind, sent[f"{PREFIX}{each.id}"])
                for each in properties_of(scope)
                if f"{PREFIX}{each.id}" in sent
            }
            or None,
        )
        change_document(scope, document_id, changes)

    attempt(request, save, _("Saved."))
    return _back_to_details(request, document_id)


def _typed_value(kind: PropertyKind, text: str) -> str:
    """What a person typed, as the API takes it: a date by the Gregorian calendar."""
    day = typed_day(text) if kind is PropertyKind.DATE else None
    return day.isoformat() if day else text


@require_POST
@page(Role.REVIEWER)
def add_property(request: PageRequest) -> HttpResponse:
    scope, name = request.principal.scope, request.POST.get("name", "")
    kind = choice_param(request.POST, "kind", PropertyKind) or PropertyKind.TEXT
    attempt(
        request,
        lambda: define_property(scope, name, kind),
        _("Property added. Every document can have it now."),
    )
    return redirect_back(request, "web:library")


@require_POST
@page(Role.ADMIN)
def remove_property(request: PageRequest, property_id: UUID) -> HttpResponse:
    attempt(request, lambda: delete_property(request.principal.scope, property_id), _("Deleted."))
    return redirect_back(request, "web:library")


def _back_to_details(request: PageRequest, document_id: UUID) -> HttpResponseRedirect:
    address = reverse("web:library-document", args=[document_id])
    return redirect_back(request, f"{address}?panel=reading")
