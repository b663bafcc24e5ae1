"""The workspace: a document with the words each value rests on, and its fields as a tree."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as later

from pramana.documents.contracts import DocumentView
from pramana.documents.pictures import PICTURED
from pramana.documents.selectors import (
    READABLE,
    Window,
    get_document,
    window_at,
)
from pramana.extraction.selectors.extractions import get_extraction
from pramana.web.access import PageRequest, page
from pramana.web.highlight import Mark
from pramana.web.keys import key
from pramana.web.leaves import leaves_of, window_asked
from pramana.web.views.extract_parts import parts_context
from pramana.web.views.extract_tree import Node, flat, tree_of

KEYS = (
    key("j", later("Next field")),
    key("k", later("Previous field")),
    key("n", later("Next field to look at")),
    key("e", later("Edit the value")),
    key("r", later("Rename the field")),
    key("x", later("Remove the field")),
    key("+", later("Add a field")),
    key("z", later("Undo the last change")),
    key("o", later("Least checked first")),
    key("i", later("Text or picture of the page")),
    key("c", later("Say what to correct")),
    key("v", later("Fields, activity or history")),
    key("a", later("Approve")),
)


@page()
def show(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    view = get_extraction(scope, extraction_id)
    document = get_document(scope, view.document_id)
    context = {
        **parts_context(request, view),
        "title": document.title,
        "keys": KEYS,
        "document": document,
        "pictured": document.kind in PICTURED,
    }
    if document.status in READABLE:
        nodes = list(flat(tree_of(view)))
        window = window_at(scope, document.id, _opens_at(request, nodes))
        context |= _shown(window, document, nodes)
    return render(request, "web/pages/extract_one.html", context)


@page()
def show_parts(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    """The fields, the activity and the history as they stand now: parts of the page."""
    view = get_extraction(request.principal.scope, extraction_id)
    return render(request, "web/pages/extract_parts.html", parts_context(request, view))


@page()
def show_window(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    """The stretch of text before or after a place, or around it, with the evidence in it."""
    scope = request.principal.scope
    view = get_extraction(scope, extraction_id)
    document = get_document(scope, view.document_id)
    window = window_asked(request, scope, document.id)
    context = _shown(window, document, list(flat(tree_of(view))))
    return render(request, "web/pages/extract_window.html", context)


def _opens_at(request: PageRequest, nodes: Sequence[Node]) -> int:
    """Where the field of the address stands; else the document's beginning."""
    asked = request.GET.get("field", "")
    proof = next((node.proof for node in nodes if node.path == asked), None)
    return int(proof["start"]) if proof else 0


def _shown(window: Window, document: DocumentView, nodes: Sequence[Node]) -> dict[str, Any]:
    return {
        "window": window,
        "leaves": leaves_of(window, _marks(nodes)),
        "paged": (document.page_count or 1) > 1 or document.kind in PICTURED,
        "claimed": dict(enumerate(nodes)),
    }


def _marks(nodes: Sequence[Node]) -> list[Mark]:
    """The evidence of every value. Of two that overlap the shorter one is marked: a whole line
    says less than the words in it, and to focus the other lights what stands there."""
    places = [
        Mark(node.proof["start"], node.proof["end"], index)
        for index, node in enumerate(nodes)
        if node.proof
    ]
    kept: dict[int, Mark] = {}
    for place in sorted(places, key=lambda mark: (mark.end - mark.start, mark.start)):
        if not any(at in kept for at in range(place.start, place.end)):
            kept |= dict.fromkeys(range(place.start, place.end), place)
    return list(dict.fromkeys(kept.values()))
