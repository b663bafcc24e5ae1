"""What was drawn from words, as the reader lists it; and the way from an answer to its review."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from pramana.documents.contracts import DocumentView
from pramana.documents.selectors import get_document
from pramana.evals.contracts.threads import Drawn, Span
from pramana.evals.selectors.drawn import drawn_from, values_behind
from pramana.tenancy.contracts import Principal, Role
from pramana.web.access import PageRequest, page
from pramana.web.keys import LISTS
from pramana.web.places import Asked, asked_of
from pramana.web.views.threads_words import HEADINGS, Shown, shown


def drawn_context(principal: Principal, document: DocumentView, asked: Asked) -> dict[str, Any]:
    """What the reader's panel prints: everything, or what rests on the words the address names."""
    span = Span(asked.start, asked.end) if asked.has_range else None
    found = drawn_from(principal.scope, document.id, span)
    return {"groups": grouped(found, principal.role), "drawn_span": span, "drawn_total": len(found)}


def grouped(found: Sequence[Drawn], role: Role) -> list[tuple[Any, list[Shown]]]:
    """By kind, in the order in which people look for them."""
    return [
        (heading, own)
        for kind, heading in HEADINGS.items()
        if (own := [shown(each, role) for each in found if each.kind is kind])
    ]


@page()
def correct(request: PageRequest, document_id: UUID) -> HttpResponse:
    """From an answer to the review of the value behind its words.

    One value leads straight to its review; several are listed; where nothing was drawn from the
    words yet, the document itself can be corrected.
    """
    scope, role = request.principal.scope, request.principal.role
    document = get_document(scope, document_id)
    asked = asked_of(request, scope, document_id)
    found = values_behind(scope, document_id, Span(asked.start, asked.end))
    ways = [way for each in found if (way := shown(each, role)).review]
    if len(ways) == 1:
        return redirect(ways[0].review)
    context = {
        "title": _("Correct this"),
        "keys": LISTS,
        "document": document,
        "asked": asked,
        "groups": grouped([way.drawn for way in ways], role),
        "others": grouped(values_behind(scope, document_id), role) if not ways else [],
    }
    return render(request, "web/pages/threads_correct.html", context)
