"""One search box over all: a few of everything that fits what was typed so far."""

from collections.abc import Iterator
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.documents.contracts import Hit
from pramana.documents.search import search
from pramana.documents.selectors import documents_page
from pramana.evals.contracts.finding import Found, Thing
from pramana.evals.contracts.threads import Strand
from pramana.evals.selectors.finding import find_things, find_values
from pramana.kit.scope import Scope
from pramana.registry.selectors import search_records
from pramana.tenancy.contracts import Principal, Role
from pramana.web.access import PageRequest, page
from pramana.web.addresses import text_in
from pramana.web.sentences import sentence
from pramana.web.views.everything_lines import FEW, Group, Line, cut
from pramana.web.views.everything_memory import in_memory
from pramana.web.views.registry import titles
from pramana.web.views.threads_words import HEADINGS, Shown, shown
from pramana.web.words import Words, file_kind

SHORTEST = 2

THINGS: dict[Thing, tuple[Words, str, str]] = {
    Thing.REVIEW: (later("Reviews"), "review", "review-session"),
    Thing.EXTRACTION: (later("Extractions"), "extract", "extract-one"),
    Thing.STACK: (later("Stacks"), "stacks", "stacks-stack"),
    Thing.RESEARCH: (later("Research"), "research", "research-run"),
    Thing.CONVERSATION: (later("Your conversations"), "ask", "ask-session"),
    Thing.CASE: (later("Cases"), "cases", "cases-case"),
}
"""What they are called together, their icon, and the page of one."""


@page()
def show(request: PageRequest) -> HttpResponse:
    """The list under the search box: a part of whichever page one is on."""
    words = words_of(request)
    groups = everywhere(request.principal, words, with_passages=True) if words else []
    context = {"title": _("Search"), "groups": groups, "query": words}
    return render(request, "web/pages/everything.html", context)


def words_of(request: HttpRequest) -> str:
    words = text_in(request.GET, "q", 500)
    return words if len(words) >= SHORTEST else ""


def everywhere(principal: Principal, words: str, *, with_passages: bool) -> list[Group]:
    """Each kind that has something, a few lines of it."""
    scope = principal.scope
    groups = [
        Group(_("Documents"), "library", _documents(scope, words)),
        Group(_("Registry"), "registry", _records(scope, words)),
        *in_memory(scope, words),
        *_things(principal, words),
        *_values(principal, words),
    ]
    if with_passages:
        groups.append(Group(_("Passages"), "search", _passages(scope, words)))
    return [group for group in groups if group.lines]


def _documents(scope: Scope, words: str) -> list[Line]:
    return [
        Line(each.title, file_kind(each.kind), reverse("web:library-document", args=[each.id]))
        for each in documents_page(scope, query=words, limit=FEW)
    ]


def _records(scope: Scope, words: str) -> list[Line]:
    found = search_records(scope, words, limit=FEW).records
    named = [(each, titles(each)) for each in found]
    return [
        Line(name["title"], name["other"], reverse("web:registry-record", args=[each.id]))
        for each, name in named
    ]


def _things(principal: Principal, words: str) -> Iterator[Group]:
    found = find_things(principal.scope, words, limit=FEW)
    for thing, (label, icon, name) in THINGS.items():
        if thing is Thing.REVIEW and not principal.role.includes(Role.ADMIN):
            continue
        yield Group(label, icon, [_thing(each, name) for each in found if each.thing is thing])


def _thing(found: Found, name: str) -> Line:
    detail = sentence(found.detail.replace("_", " "))
    return Line(cut(found.title), detail, reverse(f"web:{name}", args=[found.id]))


def _values(principal: Principal, words: str) -> Iterator[Group]:
    """Each at the very field or cell, not only at what it is in."""
    found = find_values(principal.scope, words, limit=FEW)
    for strand, icon in ((Strand.FIELD, "extract"), (Strand.CELL, "stacks")):
        own = [shown(each, principal.role) for each in found if each.kind is strand]
        yield Group(HEADINGS[strand], icon, [_value(each) for each in own])


def _value(value: Shown) -> Line:
    drawn = value.drawn
    return Line(cut(drawn.value), f"{drawn.name} · {drawn.document_title}", value.review)


def _passages(scope: Scope, words: str) -> list[Line]:
    return [_passage(hit, words) for hit in search(scope, words, limit=FEW, recipe="fast")]


def _passage(hit: Hit, words: str) -> Line:
    asked = urlencode({"q": words, "start": hit.start, "end": hit.end})
    address = f"{reverse('web:library-document', args=[hit.document_id])}?{asked}"
    return Line(cut(hit.text), hit.title, address)
