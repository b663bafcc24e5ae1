"""What people put into a case: documents, memory groups, records, people and notes."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.cases.contracts import CaseItemView, ItemKind
from pramana.cases.selectors import items_of_case
from pramana.cases.services import add_items, delete_note, remove_item, write_note
from pramana.documents.selectors import LibraryQuery, documents_by_id, library_page
from pramana.kit.scope import Scope
from pramana.memory.selectors.groups import groups_with_episodes
from pramana.registry.selectors import find_records, search_records
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import members_of
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, redirect_back
from pramana.web.formatting import format_number
from pramana.web.params import choice_param, parse_id, text_param
from pramana.web.wording import Label

LONGEST_NAME = 300
MOST_ADDED = 500
MOST_SUGGESTED = 100

KINDS: dict[ItemKind, tuple[str, Label, Label]] = {
    ItemKind.DOCUMENT: ("document", later("Documents"), later("Name of a document")),
    ItemKind.MEMORY: ("memory", later("Memory"), later("Name of a memory group")),
    ItemKind.RECORD: ("registry", later("Records"), later("Name of a record")),
    ItemKind.PERSON: ("people", later("People"), later("Name of a member")),
}
"""The icon of each kind, its heading, and what its field asks for."""


@require_POST
@page(Role.REVIEWER)
def add_named_item(request: PageRequest, case_id: UUID) -> HttpResponse:
    """Add what a name means, if it means one thing."""
    scope, name = request.principal.scope, text_param(request.POST, "name", LONGEST_NAME)
    kind = choice_param(request.POST, "kind", ItemKind) or ItemKind.DOCUMENT
    subjects = NAMED[kind](scope, name) if name else []
    if len(subjects) == 1:
        attempt(request, lambda: add_items(scope, case_id, kind, subjects), _("Added to the case."))
    elif subjects:
        messages.error(request, _("Several have a name like “%(name)s”.") % {"name": name})
    else:
        messages.error(request, _("Nothing is called “%(name)s” here.") % {"name": name})
    return redirect("web:cases-case", case_id)


@require_POST
@page(Role.REVIEWER)
def add_selected_documents(request: PageRequest) -> HttpResponse:
    """Add the documents that are selected in the library to the chosen case."""
    scope, case_id = request.principal.scope, parse_id(request.POST.get("case", ""))
    given = [parse_id(each) for each in request.POST.getlist("document")[:MOST_ADDED]]
    known = documents_by_id(scope, [each for each in given if each])
    if case_id is None or not known:
        messages.error(request, _("Select documents and a case first."))
        return redirect_back(request, "web:library")
    said = ngettext(
        "%(count)s document is in the case.", "%(count)s documents are in the case.", len(known)
    )
    attempt(
        request,
        lambda: add_items(scope, case_id, ItemKind.DOCUMENT, [str(each.id) for each in known]),
        said % {"count": format_number(len(known))},
    )
    return redirect_back(request, "web:library")


@require_POST
@page(Role.REVIEWER)
def remove_case_item(request: PageRequest, case_id: UUID, item_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    attempt(request, lambda: remove_item(scope, case_id, item_id), _("Taken out of the case."))
    return redirect("web:cases-case", case_id)


@require_POST
@page(Role.REVIEWER)
def save_note(request: PageRequest, case_id: UUID) -> HttpResponse:
    scope, text = request.principal.scope, request.POST.get("text", "")
    attempt(request, lambda: write_note(scope, case_id, text), _("Note added."))
    return redirect("web:cases-case", case_id)


@require_POST
@page(Role.REVIEWER)
def remove_note(request: PageRequest, case_id: UUID, note_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    attempt(request, lambda: delete_note(scope, case_id, note_id), _("Note deleted."))
    return redirect("web:cases-case", case_id)


def item_groups(scope: Scope, case_id: UUID, people: dict[UUID, str]) -> list[dict[str, Any]]:
    """The items of a case by kind, each with its name and page; what is gone is left out."""
    found: dict[ItemKind, list[CaseItemView]] = {kind: [] for kind in ItemKind}
    for item in items_of_case(scope, case_id):
        found[item.kind].append(item)
    suggested = {
        ItemKind.MEMORY: groups_with_episodes(scope),
        ItemKind.PERSON: list(people.values()),
        ItemKind.DOCUMENT: _document_names(scope),
        ItemKind.RECORD: [],
    }
    return [
        {
            "kind": kind,
            "icon": icon,
            "heading": heading,
            "field": field,
            "names": suggested[kind][:MOST_SUGGESTED],
            "rows": _item_rows(scope, kind, found[kind], people),
        }
        for kind, (icon, heading, field) in KINDS.items()
    ]


def _document_names(scope: Scope) -> list[str]:
    newest = library_page(scope, LibraryQuery(), limit=MOST_SUGGESTED).documents
    return [each.title for each in newest]


def _item_rows(
    scope: Scope, kind: ItemKind, items: list[CaseItemView], people: dict[UUID, str]
) -> list[dict[str, Any]]:
    places = _places(scope, kind, [each.subject for each in items], people)
    return [
        {
            "item": each,
            "name": places[each.subject][0],
            "address": places[each.subject][1],
            "by": people.get(each.added_by_id) if each.added_by_id else None,
        }
        for each in items
        if each.subject in places
    ]


def _places(
    scope: Scope, kind: ItemKind, subjects: list[str], people: dict[UUID, str]
) -> dict[str, tuple[str, str]]:
    """The name and page of each subject that still exists."""
    if kind is ItemKind.DOCUMENT:
        documents = documents_by_id(scope, [UUID(each) for each in subjects])
        return {
            str(each.id): (each.title, reverse("web:library-document", args=[each.id]))
            for each in documents
        }
    if kind is ItemKind.RECORD:
        language = (get_language() or "en")[:2]
        return {
            name: (record.title(language), reverse("web:registry-record", args=[record.id]))
            for name, record in find_records(scope, subjects).items()
        }
    if kind is ItemKind.MEMORY:
        return {name: (name, reverse("web:memory-group", args=[name])) for name in subjects}
    return {str(user_id): (name, "") for user_id, name in people.items()}


def _documents_named(scope: Scope, name: str) -> list[str]:
    found = library_page(scope, LibraryQuery(words=name), limit=20).documents
    exact = [each for each in found if name in (each.title, each.filename)]
    return [str(each.id) for each in exact or found]


def _groups_named(scope: Scope, name: str) -> list[str]:
    return [each for each in groups_with_episodes(scope) if each == name]


def _records_named(scope: Scope, name: str) -> list[str]:
    found = search_records(scope, name, limit=20).records
    exact = [each for each in found if name in (each.title("en"), each.title("ne"), each.nes_id)]
    return [str(each.id) for each in exact or found]


def _people_named(scope: Scope, name: str) -> list[str]:
    return [str(each.user_id) for each in members_of(scope) if each.user_name == name]


NAMED: dict[ItemKind, Callable[[Scope, str], list[str]]] = {
    ItemKind.DOCUMENT: _documents_named,
    ItemKind.MEMORY: _groups_named,
    ItemKind.RECORD: _records_named,
    ItemKind.PERSON: _people_named,
}
