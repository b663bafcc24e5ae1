"""One search box over all: a few of everything that fits what was typed so far."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.documents.contracts import Hit
from pramana.documents.search import search
from pramana.documents.selectors import documents_page
from pramana.evals.contracts.finding import Found, Thing
from pramana.evals.selectors.finding import find_things
from pramana.kit.scope import Scope
from pramana.memory.search import search_entities, search_facts
from pramana.memory.selectors.explorer import groups_of
from pramana.registry.selectors import search_records
from pramana.tenancy.contracts import Principal, Role
from pramana.web.access import PageRequest, page
from pramana.web.addresses import text_in
from pramana.web.views.registry import titles
from pramana.web.words import file_kind, sentence

FEW = 4
"""Of each kind: enough to see that it is there."""
SHORTEST = 2
LONGEST_LINE = 160

THINGS: dict[Thing, tuple[str | Promise, str, str]] = {
    Thing.REVIEW: (later("Reviews"), "review", "review-session"),
    Thing.EXTRACTION: (later("Extractions"), "extract", "extract-one"),
    Thing.STACK: (later("Stacks"), "stacks", "stacks-stack"),
    Thing.RESEARCH: (later("Research"), "research", "research-run"),
    Thing.CONVERSATION: (later("Your conversations"), "ask", "ask-session"),
}
"""What they are called together, their icon, and the page of one."""


@dataclass(frozen=True)
class Line:
    title: str
    detail: str
    address: str


@dataclass(frozen=True)
class Group:
    label: str | Promise
    icon: str
    lines: Sequence[Line]


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
        *_memory(scope, words),
        *_things(principal, words),
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


def _memory(scope: Scope, words: str) -> Iterator[Group]:
    """Nothing is asked of memories that are not there."""
    if not groups_of(scope, most=1):
        return
    entities = search_entities(scope, words, limit=FEW)
    yield Group(
        _("Entities in memory"),
        "memory",
        [Line(e.name, e.group_id, _entity(e.group_id, entity=e.id)) for e in entities],
    )
    facts = search_facts(scope, words, limit=FEW, include_invalid=True)
    yield Group(
        _("Facts"),
        "memory",
        [Line(_cut(f.text), f.group_id, _entity(f.group_id, fact=f.id)) for f in facts],
    )


def _entity(group_id: str, **asked: Any) -> str:
    panel = {"panel": "entity"} if "entity" in asked else {}
    return f"{reverse('web:memory-group', args=[group_id])}?{urlencode({**panel, **asked})}"


def _things(principal: Principal, words: str) -> Iterator[Group]:
    found = find_things(principal.scope, words, limit=FEW)
    for thing, (label, icon, name) in THINGS.items():
        if thing is Thing.REVIEW and not principal.role.includes(Role.ADMIN):
            continue
        yield Group(label, icon, [_thing(each, name) for each in found if each.thing is thing])


def _thing(found: Found, name: str) -> Line:
    detail = sentence(found.detail.replace("_", " "))
    return Line(_cut(found.title), detail, reverse(f"web:{name}", args=[found.id]))


def _passages(scope: Scope, words: str) -> list[Line]:
    return [_passage(hit, words) for hit in search(scope, words, limit=FEW, recipe="fast")]


def _passage(hit: Hit, words: str) -> Line:
    asked = urlencode({"q": words, "start": hit.start, "end": hit.end})
    address = f"{reverse('web:library-document', args=[hit.document_id])}?{asked}"
    return Line(_cut(hit.text), hit.title, address)


def _cut(text: str) -> str:
    """The beginning of a text on one line."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE].rstrip()}…"
