"""Search: matching passages, best first, with highlights and the reason for each."""

from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.documents.contracts import PassageHit
from pramana.documents.search import search
from pramana.documents.selectors import LibraryQuery, collections_of, facets_of
from pramana.kit.scope import Scope
from pramana.retrieval.contracts import Filters
from pramana.web.access import PageRequest, page
from pramana.web.highlight import Paragraph, excerpt
from pramana.web.library.filters import library_filters, library_query
from pramana.web.navigation import LIST_SHORTCUTS, Filter, FilterChoice, shortcut
from pramana.web.params import day_param, text_param
from pramana.web.search.quick import quick_results, search_words, show_quick_search
from pramana.web.wording import RECIPES

MOST_HITS = 30
STRONG_MATCH = 0.5
"""Passages below this strength are listed as weaker matches."""

SEARCH_SHORTCUTS = (
    *LIST_SHORTCUTS,
    shortcut("↓", later("Move from the search box to the first result")),
)


@dataclass(frozen=True)
class SearchHit:
    """A hit as the page shows it."""

    hit: PassageHit
    excerpt: Paragraph
    address: str


@dataclass(frozen=True)
class PassageQuery:
    """What the address asks for."""

    query: str
    recipe: str
    shelf: LibraryQuery
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
def show_search(request: PageRequest) -> HttpResponse:
    scope, wanted = request.principal.scope, _passage_query(request)
    hits = _search_hits(request, wanted) if wanted.query else []
    facets = facets_of(scope)
    words = search_words(request)
    context = {
        "groups": quick_results(request.principal, words, with_passages=False) if words else [],
        "title": _("Search"),
        "keys": SEARCH_SHORTCUTS,
        "query": wanted.query,
        "wanted": wanted,
        "strong": [_search_hit(hit, wanted.query) for hit in hits if hit.strength >= STRONG_MATCH],
        "weak": [_search_hit(hit, wanted.query) for hit in hits if hit.strength < STRONG_MATCH],
        "flags": {flag for hit in hits for flag in hit.flags},
        "filters": [
            _collection_filter(scope, wanted.shelf),
            *library_filters(wanted.shelf, facets)[1:],
        ],
        "recipes": [
            FilterChoice(name, label, name == wanted.recipe) for name, label in RECIPES.items()
        ],
        "is_filtered": not wanted.filters.is_empty,
        "is_empty": not facets.total,
    }
    return render(request, "web/search/search.html", context)


def _passage_query(request: PageRequest) -> PassageQuery:
    recipe = request.GET.get("recipe", "")
    return PassageQuery(
        query=text_param(request.GET, "q", 500),
        recipe=recipe if recipe in RECIPES else "balanced",
        shelf=library_query(request),
        since=day_param(request, "from"),
        until=day_param(request, "to"),
    )


def _search_hits(request: PageRequest, wanted: PassageQuery) -> list[PassageHit]:
    return search(
        request.principal.scope,
        wanted.query,
        filters=wanted.filters,
        limit=MOST_HITS,
        recipe=wanted.recipe,
    )


def _search_hit(hit: PassageHit, query: str) -> SearchHit:
    place = urlencode({"q": query, "start": hit.start, "end": hit.end})
    address = f"{reverse('web:library-document', args=[hit.document_id])}?{place}"
    return SearchHit(hit, excerpt(hit.text, hit.start, hit.marks), address)


def _collection_filter(scope: Scope, shelf: LibraryQuery) -> Filter:
    choices = [
        FilterChoice(str(each.id), each.name, each.id == shelf.collection_id, each.document_count)
        for each in collections_of(scope)
    ]
    return Filter("collection", _("Collection"), choices)


urlpatterns = [
    path("search", show_search, name="search"),
    path("everything", show_quick_search, name="everything"),
]
