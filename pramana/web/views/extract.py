"""Extractions: what was read out of which document, what waits, and the way to more."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.documents.errors import DocumentNotFound
from pramana.documents.selectors import get_document
from pramana.extraction.contracts.views import ExtractionLine
from pramana.extraction.selectors.page_list import (
    Standing,
    Wanted,
    counts_by_standing,
    counts_by_type,
    listed,
    standing_of,
)
from pramana.kit.scope import Scope
from pramana.tenancy.selectors import members_of
from pramana.web.access import PageRequest, page
from pramana.web.addresses import id_of, moment_of, text_in
from pramana.web.keys import LISTS, key
from pramana.web.shelves import Choice, Filter
from pramana.web.tabs import Tab
from pramana.web.views.extract_words import STANDINGS
from pramana.web.views.review_words import label

PAGE = 30

KEYS = (*LISTS, key("u", later("Extract from a document")))


@page()
def show(request: PageRequest) -> HttpResponse:
    scope, wanted = request.principal.scope, _wanted(request)
    before = moment_of(request.GET.get("before", ""))
    found = listed(scope, wanted, before=before, limit=PAGE + 1)
    people = {member.user_id: member.user_name for member in members_of(scope)}
    counts = counts_by_standing(scope)
    context = {
        "title": _("Extract"),
        "keys": KEYS,
        "rows": [_row(each, people) for each in found[:PAGE]],
        "next_before": found[PAGE - 1].created_at.isoformat() if len(found) > PAGE else None,
        "wanted": wanted,
        "is_filtered": wanted != Wanted(),
        "tabs": _tabs(counts, wanted.standing),
        "type_filter": _types(counts_by_type(scope), wanted.document_type),
        "document": _document(scope, wanted.document_id),
    }
    return render(request, "web/pages/extract.html", context)


def _wanted(request: PageRequest) -> Wanted:
    """What the address asks for; a word it does not know asks for nothing."""
    asked = request.GET.get("state", "")
    return Wanted(
        standing=Standing(asked) if asked in set(Standing) else None,
        document_type=text_in(request.GET, "type", 100),
        document_id=id_of(request.GET.get("document", "")),
        mine=request.GET.get("mine") == "yes",
    )


def _row(found: ExtractionLine, people: dict[UUID, str]) -> dict[str, object]:
    tone, word = STANDINGS[standing_of(found)]
    return {
        "view": found,
        "tone": tone,
        "word": word,
        "type": label(found.document_type),
        "who": people.get(found.user_id, ""),
    }


def _tabs(counts: dict[Standing, int], chosen: Standing | None) -> list[Tab]:
    shown = [
        Tab(standing, word, standing is chosen, counts[standing])
        for standing, (_tone, word) in STANDINGS.items()
    ]
    return [Tab("", _("All"), chosen is None, sum(counts.values())), *shown]


def _types(counts: dict[str, int], chosen: str) -> Filter:
    names = dict.fromkeys([*counts, chosen]) if chosen else counts
    choices = [Choice(name, label(name), name == chosen, counts.get(name, 0)) for name in names]
    return Filter("type", _("Type"), choices)


def _document(scope: Scope, document_id: UUID | None) -> object:
    """The document the list is narrowed to, so that its chip can say its name."""
    try:
        return get_document(scope, document_id) if document_id else None
    except DocumentNotFound:
        return None
