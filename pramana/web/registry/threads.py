"""Everything linked to one record: documents, values, answers and memories."""

from dataclasses import fields
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.links.contracts import NamingDocument
from pramana.links.selectors.threads import RecordThreads, threads_of
from pramana.links.services import link_entity, unlink
from pramana.registry.selectors import get_record
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, redirect_back
from pramana.web.library.derived import derived_item, document_state, reader_url
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.params import parse_id, text_param
from pramana.web.registry.wording import record_titles

THREADS_SHORTCUTS = (*LIST_SHORTCUTS, shortcut("b", later("Back to the record")))
MOST_PLACES = 3


@page()
def show_threads(request: PageRequest, record_id: UUID) -> HttpResponse:
    scope, role = request.principal.scope, request.principal.role
    record = get_record(scope, record_id)
    found = threads_of(scope, record)
    context = {
        **record_titles(record),
        "keys": THREADS_SHORTCUTS,
        "record": record,
        "papers": [_document_row(each, role) for each in found.papers],
        "sightings": [
            (each, reader_url(str(each.document_id), each.span, each.words))
            for each in found.sightings
        ],
        "links": found.links,
        "suggestions": found.suggestions,
        "facts": [derived_item(each, role) for each in found.facts],
        "values": [derived_item(each, role) for each in found.values],
        "answers": [derived_item(each, role) for each in found.answers],
        "is_empty": _is_empty(found),
    }
    return render(request, "web/registry/threads.html", context)


def _is_empty(found: RecordThreads) -> bool:
    return not any(getattr(found, each.name) for each in fields(found))


def _document_row(paper: NamingDocument, role: Role) -> dict[str, object]:
    tone, word = document_state(paper)
    document_id = str(paper.document_id)
    is_open = role.includes(Role.ADMIN)
    return {
        "paper": paper,
        "tone": tone,
        "word": word,
        "places": [reader_url(document_id, span) for span in paper.places[:MOST_PLACES]],
        "more": max(0, len(paper.places) - MOST_PLACES),
        "review": reverse("web:review-session", args=[paper.session_id]) if is_open else "",
    }


@require_POST
@page(Role.REVIEWER)
def link_memory_entity(request: PageRequest, record_id: UUID) -> HttpResponse:
    """Link a memory entity to this record."""
    scope = request.principal.scope
    entity_id = parse_id(request.POST.get("entity", "")) or UUID(int=0)
    attempt(request, lambda: link_entity(scope, record_id, entity_id), _("Linked."))
    return redirect_back(request, reverse("web:registry-threads", args=[record_id]))


@require_POST
@page(Role.REVIEWER)
def link_entity_record(request: PageRequest, entity_id: UUID) -> HttpResponse:
    """The same from the memory explorer, with the record's id in the form."""
    scope = request.principal.scope
    wanted = text_param(request.POST, "record", 300)
    attempt(
        request,
        lambda: link_entity(scope, get_record(scope, wanted).id, entity_id),
        _("Linked."),
    )
    return redirect_back(request, "web:memory")


@require_POST
@page(Role.REVIEWER)
def remove_link(request: PageRequest, record_id: UUID, link_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    attempt(request, lambda: unlink(scope, link_id), _("Link removed."))
    return redirect_back(request, reverse("web:registry-threads", args=[record_id]))
