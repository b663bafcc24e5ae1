"""Search: matching passages, best first, and the quick search of the command palette."""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.agni.selectors.sessions import reviews_by_title
from pramana.chat.selectors import conversations_matching
from pramana.documents.contracts import PassageHit
from pramana.documents.search import search
from pramana.documents.selectors import LibraryQuery, collections_of, facets_of, newest_documents
from pramana.external.selectors.research import search_research
from pramana.extraction.selectors.listings import extractions_matching, stacks_matching
from pramana.kit.listings import NamedItem
from pramana.kit.scope import Scope
from pramana.language.stems import content_stems, stems
from pramana.links.contracts import Derivation, DerivationKind
from pramana.links.selectors.derivations import cells_holding, fields_holding
from pramana.memory.contracts.graph import FactView
from pramana.memory.search import search_facts
from pramana.memory.selectors.groups import groups_of
from pramana.memory.selectors.search import entities_named
from pramana.registry.selectors import search_records
from pramana.retrieval.contracts import Filters
from pramana.tenancy.contracts import Principal, Role
from pramana.tenancy.selectors import search_cases
from pramana.web.access import PageRequest, page
from pramana.web.errors import error_sentence
from pramana.web.highlight import Paragraph, excerpt
from pramana.web.library.filters import library_filters, library_query
from pramana.web.navigation import LIST_SHORTCUTS, Filter, FilterChoice, shortcut
from pramana.web.params import day_param, text_param
from pramana.web.registry.wording import record_titles
from pramana.web.research.wording import STAGES
from pramana.web.review.wording import SESSION_STATES
from pramana.web.threads import HEADINGS, DerivedItem, derived_item
from pramana.web.wording import RECIPES, Label, file_kind


class FoundKind(StrEnum):
    EXTRACTION = "extraction"
    STACK = "stack"
    REVIEW = "review"
    RESEARCH = "research"
    CONVERSATION = "conversation"
    CASE = "case"


@dataclass(frozen=True)
class FoundItem:
    thing: FoundKind
    id: UUID
    title: str = field(repr=False)
    detail: str
    at: datetime


FINDERS: dict[FoundKind, Callable[..., list[NamedItem]]] = {
    FoundKind.EXTRACTION: extractions_matching,
    FoundKind.STACK: stacks_matching,
    FoundKind.REVIEW: reviews_by_title,
    FoundKind.RESEARCH: search_research,
    FoundKind.CONVERSATION: conversations_matching,
    FoundKind.CASE: search_cases,
}
"""The search of each kind: one statement for a few rows, because it runs while someone types."""


def find_items(scope: Scope, words: str, *, limit: int = 4) -> list[FoundItem]:
    """Items whose names contain these words, as far as the person may see them."""
    return [
        FoundItem(thing, named.id, named.title, named.detail, named.at)
        for thing, finder in FINDERS.items()
        for named in finder(scope, words, limit=limit)
    ]


def find_values(scope: Scope, words: str, *, limit: int = 4) -> list[Derivation]:
    """Fields and cells that contain these words and that the person may see."""
    return [
        *fields_holding(scope, words, limit=limit),
        *cells_holding(scope, words, limit=limit),
    ]


RESULTS_PER_KIND = 4
"""Matches per kind."""
LONGEST_RESULT = 160


@dataclass(frozen=True)
class QuickResult:
    title: str
    detail: str
    address: str
    excerpt: Paragraph = ()
    """The words that match, where the title is a passage."""


@dataclass(frozen=True)
class QuickResultGroup:
    label: Label
    icon: str
    lines: Sequence[QuickResult]


def shorten(text: str) -> str:
    """The beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_RESULT else f"{line[:LONGEST_RESULT].rstrip()}…"


FACTS_SEARCHED = 12
"""Facts searched to find enough that match."""


def memory_groups(scope: Scope, words: str) -> Iterator[QuickResultGroup]:
    """Matching entities and facts; skipped if there are no memories."""
    if not groups_of(scope, most=1):
        return
    entities = entities_named(scope, words, limit=RESULTS_PER_KIND)
    yield QuickResultGroup(
        _("Entities in memory"),
        "memory",
        [QuickResult(e.name, e.group_id, _memory_url(e.group_id, entity=e.id)) for e in entities],
    )
    facts = _matching_facts(scope, words, {each.id for each in entities})
    yield QuickResultGroup(
        _("Facts"),
        "memory",
        [
            QuickResult(shorten(f.text), f.group_id, _memory_url(f.group_id, fact=f.id))
            for f in facts
        ],
    )


def _matching_facts(scope: Scope, words: str, called: Container[UUID]) -> list[FactView]:
    """Facts that contain one of the words or are about a matching entity. Similar meaning alone is
    no match."""
    wanted = set(content_stems(stems(words)))
    return [
        each
        for each in search_facts(scope, words, limit=FACTS_SEARCHED, include_invalid=True)
        if each.subject_id in called or each.object_id in called or wanted & set(stems(each.text))
    ][:RESULTS_PER_KIND]


def _memory_url(group_id: str, **asked: Any) -> str:
    panel = {"panel": "entity"} if "entity" in asked else {}
    return f"{reverse('web:memory-group', args=[group_id])}?{urlencode({**panel, **asked})}"


SHORTEST_QUERY = 2

WORK_KINDS: dict[FoundKind, tuple[Label, str, str]] = {
    FoundKind.REVIEW: (later("Reviews"), "review", "review-session"),
    FoundKind.EXTRACTION: (later("Extractions"), "extract", "extract-one"),
    FoundKind.STACK: (later("Stacks"), "stacks", "stacks-stack"),
    FoundKind.RESEARCH: (later("Research"), "research", "research-run"),
    FoundKind.CONVERSATION: (later("Your conversations"), "ask", "ask-session"),
    FoundKind.CASE: (later("Cases"), "cases", "cases-case"),
}
"""Plural name, icon and page of each kind of work."""

STATE_NAMES: dict[FoundKind, dict[str, Label]] = {
    FoundKind.REVIEW: {state.value: word for state, (_tone, word) in SESSION_STATES.items()},
    FoundKind.RESEARCH: {stage.value: word for stage, (_tone, word) in STAGES.items()},
}


@page()
def show_quick_search(request: PageRequest) -> HttpResponse:
    """The list under the search box, as a part of the current page."""
    words = search_words(request)
    groups = quick_results(request.principal, words, with_passages=True) if words else []
    context = {"title": _("Search"), "groups": groups, "query": words}
    return render(request, "web/search/quick.html", context)


def search_words(request: HttpRequest) -> str:
    words = text_param(request.GET, "q", 500)
    return words if len(words) >= SHORTEST_QUERY else ""


def quick_results(
    principal: Principal, words: str, *, with_passages: bool
) -> list[QuickResultGroup]:
    """A few matches of each kind that has any."""
    scope = principal.scope
    groups = [
        QuickResultGroup(_("Documents"), "library", _document_results(scope, words)),
        QuickResultGroup(_("Registry"), "registry", _record_results(scope, words)),
        *memory_groups(scope, words),
        *_work_groups(principal, words),
        *_value_groups(principal, words),
    ]
    if with_passages:
        groups.append(QuickResultGroup(_("Passages"), "search", _passage_results(scope, words)))
    return [group for group in groups if group.lines]


def _document_results(scope: Scope, words: str) -> list[QuickResult]:
    return [
        QuickResult(
            each.title,
            each.filename if each.is_titled else file_kind(each.kind),
            reverse("web:library-document", args=[each.id]),
        )
        for each in newest_documents(scope, query=words, limit=RESULTS_PER_KIND)
    ]


def _record_results(scope: Scope, words: str) -> list[QuickResult]:
    found = search_records(scope, words, limit=RESULTS_PER_KIND).records
    named = [(each, record_titles(each)) for each in found]
    return [
        QuickResult(name["title"], name["other"], reverse("web:registry-record", args=[each.id]))
        for each, name in named
    ]


def _work_groups(principal: Principal, words: str) -> Iterator[QuickResultGroup]:
    found = find_items(principal.scope, words, limit=RESULTS_PER_KIND)
    for thing, (label, icon, name) in WORK_KINDS.items():
        if thing is FoundKind.REVIEW and not principal.role.includes(Role.ADMIN):
            continue
        yield QuickResultGroup(
            label, icon, [_work_result(each, name) for each in found if each.thing is thing]
        )


def _work_result(found: FoundItem, name: str) -> QuickResult:
    known = STATE_NAMES.get(found.thing, {}).get(found.detail)
    detail = str(known or error_sentence(found.detail.replace("_", " ")))
    return QuickResult(shorten(found.title), detail, reverse(f"web:{name}", args=[found.id]))


def _value_groups(principal: Principal, words: str) -> Iterator[QuickResultGroup]:
    """Matching values, linked to their field or cell."""
    found = find_values(principal.scope, words, limit=RESULTS_PER_KIND)
    for strand, icon in ((DerivationKind.FIELD, "extract"), (DerivationKind.CELL, "stacks")):
        own = [derived_item(each, principal.role) for each in found if each.kind is strand]
        yield QuickResultGroup(HEADINGS[strand], icon, [_value_result(each) for each in own])


def _value_result(value: DerivedItem) -> QuickResult:
    drawn = value.drawn
    return QuickResult(shorten(drawn.value), f"{value.name} · {drawn.document_title}", value.review)


def _passage_results(scope: Scope, words: str) -> list[QuickResult]:
    return [
        _passage_result(hit, words)
        for hit in search(scope, words, limit=RESULTS_PER_KIND, recipe="fast")
    ]


def _passage_result(hit: PassageHit, words: str) -> QuickResult:
    asked = urlencode({"q": words, "start": hit.start, "end": hit.end})
    address = f"{reverse('web:library-document', args=[hit.document_id])}?{asked}"
    shown = excerpt(hit.text, hit.start, hit.marks, length=LONGEST_RESULT)
    return QuickResult(shorten(hit.text), hit.title, address, shown)


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
