"""Everything that hangs on one record: documents, values, memories, and links to those."""

from dataclasses import fields
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.evals.contracts.threads import Paper
from pramana.evals.selectors.naming import Threads, threads_of
from pramana.evals.services import link_entity, unlink
from pramana.registry.selectors import get_record
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.addresses import id_of, text_in
from pramana.web.flow import attempt, back_to
from pramana.web.keys import LISTS, key
from pramana.web.views.registry import titles
from pramana.web.views.threads_words import paper_state, read_at, shown

KEYS = (*LISTS, key("b", later("Back to the record")))
MOST_PLACES = 3


@page()
def show(request: PageRequest, record_id: UUID) -> HttpResponse:
    scope, role = request.principal.scope, request.principal.role
    record = get_record(scope, record_id)
    found = threads_of(scope, record)
    context = {
        **titles(record),
        "keys": KEYS,
        "record": record,
        "papers": [_paper(each, role) for each in found.papers],
        "sightings": [
            (each, read_at(str(each.document_id), each.span, each.words))
            for each in found.sightings
        ],
        "links": found.links,
        "suggestions": found.suggestions,
        "facts": [shown(each, role) for each in found.facts],
        "values": [shown(each, role) for each in found.values],
        "answers": [shown(each, role) for each in found.answers],
        "is_empty": _is_empty(found),
    }
    return render(request, "web/pages/threads_record.html", context)


def _is_empty(found: Threads) -> bool:
    return not any(getattr(found, each.name) for each in fields(found))


def _paper(paper: Paper, role: Role) -> dict[str, object]:
    tone, word = paper_state(paper)
    document_id = str(paper.document_id)
    is_open = role.includes(Role.ADMIN)
    return {
        "paper": paper,
        "tone": tone,
        "word": word,
        "places": [read_at(document_id, span) for span in paper.places[:MOST_PLACES]],
        "more": max(0, len(paper.places) - MOST_PLACES),
        "review": reverse("web:review-session", args=[paper.session_id]) if is_open else "",
    }


@require_POST
@page(Role.REVIEWER)
def link(request: PageRequest, record_id: UUID) -> HttpResponse:
    """A person says that an entity of a memory is this record."""
    scope = request.principal.scope
    entity_id = id_of(request.POST.get("entity", "")) or UUID(int=0)
    attempt(request, lambda: link_entity(scope, record_id, entity_id), _("They are linked."))
    return back_to(request, reverse("web:registry-threads", args=[record_id]))


@require_POST
@page(Role.REVIEWER)
def link_record(request: PageRequest, entity_id: UUID) -> HttpResponse:
    """The same from the memory: the record is named by its id, as the lists and fields send it."""
    scope = request.principal.scope
    wanted = text_in(request.POST, "record", 300)
    attempt(
        request,
        lambda: link_entity(scope, get_record(scope, wanted).id, entity_id),
        _("They are linked."),
    )
    return back_to(request, "web:memory")


@require_POST
@page(Role.REVIEWER)
def part(request: PageRequest, record_id: UUID, link_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    attempt(request, lambda: unlink(scope, link_id), _("The link is taken away."))
    return back_to(request, reverse("web:registry-threads", args=[record_id]))
