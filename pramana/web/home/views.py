"""Home: what needs attention, what is running, recent documents, and a guide."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from pramana.demo.selectors import find_demo
from pramana.documents.contracts import DocumentView, Status
from pramana.documents.selectors import newest_documents
from pramana.jobs.selectors import active_jobs
from pramana.tenancy.contracts import QuotaUse, Role
from pramana.tenancy.selectors import has_own_sign_in
from pramana.tenancy.services.quotas import budget_uses, quota_uses
from pramana.web.access import PageRequest, page
from pramana.web.activity.subjects import group_jobs
from pramana.web.home.attention import attention_groups
from pramana.web.home.guide import demo_steps, first_steps, open_step
from pramana.web.navigation import LIST_SHORTCUTS, shortcut

ROWS = 6


@page()
def show_home(request: PageRequest) -> HttpResponse:
    principal, scope = request.principal, request.principal.scope
    documents = newest_documents(scope, limit=ROWS)
    waiting = attention_groups(scope, principal.role)
    context = {
        "title": _("Home"),
        "keys": (*LIST_SHORTCUTS, shortcut("r", _("Try again"))),
        "documents": documents,
        "active": group_jobs(scope, active_jobs(scope, limit=ROWS), lookups=0),
        "waiting": waiting,
        "waiting_count": sum(group.total for group in waiting),
        "quotas": quota_uses(scope),
        "alarms": _raised_alarms(request),
        "has_password": request.user.is_authenticated and has_own_sign_in(request.user),
        **_guide_context(request, documents),
    }
    return render(request, "web/home/home.html", context)


def _raised_alarms(request: PageRequest) -> list[QuotaUse]:
    """Budget alarms whose amount is spent, for those who set them."""
    if request.principal.role is not Role.ADMIN:
        return []
    return [use for use in budget_uses(request.principal.scope) if use.used >= use.most]


def _guide_context(request: PageRequest, documents: list[DocumentView]) -> dict[str, Any]:
    """The tour if the demo is installed, else the first steps until they are done."""
    principal = request.principal
    story = find_demo(principal.scope)
    if story:
        steps = demo_steps(request, story)
    else:
        is_ready = any(document.status is Status.COMPLETED for document in documents)
        steps = first_steps(principal, has_documents=bool(documents), is_ready=is_ready)
    return {"story": story, "steps": steps, "done": sum(step.is_done for step in steps)}


@page()
def open_guide_step(request: PageRequest, step: str) -> HttpResponse:
    """Open a step that is done by viewing it."""
    story = find_demo(request.principal.scope)
    place = open_step(request, story, step) if story else None
    return redirect(place or "web:home")


urlpatterns = [
    path("", show_home, name="home"),
    path("story/<str:step>", open_guide_step, name="home-look"),
]
