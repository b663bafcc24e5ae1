"""Home: what waits, what happened, what can be done; and a guide while there is a way to go."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from pramana.demo.selectors.story import story_of
from pramana.documents.contracts import DocumentView, Status
from pramana.documents.selectors import documents_page
from pramana.jobs.selectors import active_jobs
from pramana.tenancy.quotas import uses
from pramana.web.access import PageRequest, page
from pramana.web.first_steps import first_steps
from pramana.web.guide import look, through_the_story
from pramana.web.keys import LISTS, key
from pramana.web.subjects import with_subjects
from pramana.web.waiting import waiting_groups

FEW = 6


@page()
def show(request: PageRequest) -> HttpResponse:
    principal, scope = request.principal, request.principal.scope
    documents = documents_page(scope, limit=FEW)
    waiting = waiting_groups(scope, principal.role)
    context = {
        "title": _("Home"),
        "keys": (*LISTS, key("r", _("Try again"))),
        "documents": documents,
        "active": with_subjects(scope, active_jobs(scope, limit=FEW)),
        "waiting": waiting,
        "waiting_count": sum(group.total for group in waiting),
        "quotas": uses(scope),
        "has_password": request.user.is_authenticated and request.user.has_usable_password(),
        **_guide(request, documents),
    }
    return render(request, "web/pages/home.html", context)


def _guide(request: PageRequest, documents: list[DocumentView]) -> dict[str, Any]:
    """Through the story where it was told; else the first steps, until they are taken."""
    principal = request.principal
    story = story_of(principal.scope)
    if story:
        steps = through_the_story(request, story)
    else:
        is_ready = any(document.status is Status.COMPLETED for document in documents)
        steps = first_steps(principal, has_documents=bool(documents), is_ready=is_ready)
    return {"story": story, "steps": steps, "done": sum(step.is_done for step in steps)}


@page()
def look_at(request: PageRequest, step: str) -> HttpResponse:
    """On to a step of the story that is done by looking."""
    story = story_of(request.principal.scope)
    place = look(request, story, step) if story else None
    return redirect(place or "web:home")
