"""Search: passages that answer, best first, with their words marked and the reason for each."""

from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.documents.contracts import Hit
from pramana.documents.search import search
from pramana.documents.selectors import Shelf, collections_of, facets_of
from pramana.kit.scope import Scope
from pramana.retrieval.filters import Filters
from pramana.web.access import PageRequest, page
from pramana.web.addresses import text_in
from pramana.web.highlight import Paragraph, excerpt
from pramana.web.keys import LISTS, key
from pramana.web.shelves import Choice, Filter, filters_of, shelf_of
from pramana.web.views.everything import everywhere, words_of
from pramana.web.words import RECIPES

MOST = 30
SURE = 0.5
"""From this strength on a passage belongs to what was asked; below, it is a weaker match."""

KEYS = (*LISTS, key("↓", later("From the search box to the first passage")))


@dataclass(frozen=True)
class Shown:
    """A hit as it stands on the page."""

    hit: Hit
    excerpt: Paragraph
    address: str


@dataclass(frozen=True)
class Wanted:
    """What the address asks for."""

    query: str
    recipe: str
    shelf: Shelf
    since: date | None
    until: date | None

    @property
    def filters(self) -> Filters:
        shelf = self.shelf
        return Filters(
            collection_ids=frozenset({shelf.collection_id}) if shelf.collection_id else None,
            kind=shelf.kind or None,
            language=shelf.language or None,
            date_from=self.since,
            date_to=self.until,
        )


@page()
def show(request: PageRequest) -> HttpResponse:
    scope, wanted = request.principal.scope, _wanted(request)
    hits = _hits(request, wanted) if wanted.query else []
    facets = facets_of(scope)
    words = words_of(request)
    context = {
        "groups": everywhere(request.principal, words, with_passages=False) if words else [],
        "title": _("Search"),
        "keys": KEYS,
        "query": wanted.query,
        "wanted": wanted,
        "strong": [_shown(hit, wanted.query) for hit in hits if hit.strength >= SURE],
        "weak": [_shown(hit, wanted.query) for hit in hits if hit.strength < SURE],
        "flags": {flag for hit in hits for flag in hit.flags},
        "filters": [_collections(scope, wanted.shelf), *filters_of(wanted.shelf, facets)[1:]],
        "recipes": [Choice(name, label, name == wanted.recipe) for name, label in RECIPES.items()],
        "is_filtered": not wanted.filters.is_empty,
        "is_empty": not facets.total,
    }
    return render(request, "web/pages/search.html", context)


def _wanted(request: HttpRequest) -> Wanted:
    recipe = request.GET.get("recipe", "")
    return Wanted(
        query=text_in(request.GET, "q", 500),
        recipe=recipe if recipe in RECIPES else "balanced",
        shelf=shelf_of(request),
        since=_day(request, "from"),
        until=_day(request, "to"),
    )


def _day(request: HttpRequest, name: str) -> date | None:
    try:
        return date.fromisoformat(request.GET.get(name, ""))
    except ValueError:
        return None


def _hits(request: PageRequest, wanted: Wanted) -> list[Hit]:
    return search(
        request.principal.scope,
        wanted.query,
        filters=wanted.filters,
        limit=MOST,
        recipe=wanted.recipe,
    )


def _shown(hit: Hit, query: str) -> Shown:
    place = urlencode({"q": query, "start": hit.start, "end": hit.end})
    address = f"{reverse('web:library-document', args=[hit.document_id])}?{place}"
    return Shown(hit, excerpt(hit.text, hit.start, hit.marks), address)


def _collections(scope: Scope, shelf: Shelf) -> Filter:
    choices = [
        Choice(str(each.id), each.name, each.id == shelf.collection_id, each.document_count)
        for each in collections_of(scope)
    ]
    return Filter("collection", _("Collection"), choices)
