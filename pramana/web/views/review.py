"""Reviews: which documents wait for a person, and the way to bring another."""

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from pramana.agni.contracts.states import SessionStatus
from pramana.agni.contracts.views import SessionView
from pramana.agni.selectors import session_counts, sessions_page
from pramana.agni.services import open_session
from pramana.agni.services.opening import EXTENSIONS
from pramana.kit.errors import AppError
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import members_of
from pramana.web.access import PageRequest, page
from pramana.web.addresses import moment_of, text_in
from pramana.web.figures import figure
from pramana.web.keys import LISTS, key
from pramana.web.matter import matter_of
from pramana.web.sentences import sentence
from pramana.web.tabs import Tab
from pramana.web.views.review_words import SESSION_STATES, progress_of

PAGE = 30
MOST_FILES = 20
"""Files that are taken in at once; each becomes a review of its own."""

KEYS = (
    *LISTS,
    key("u", later("Add a document")),
    key("r", later("Start again")),
    key("Delete", later("Delete the review")),
)


@page(Role.ADMIN)
def show(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    status, mine = _status(request), request.GET.get("mine") == "yes"
    found = sessions_page(
        scope,
        status=status,
        created_by=scope.actor_id if mine else None,
        before=moment_of(request.GET.get("before", "")),
        limit=PAGE + 1,
    )
    people = {member.user_id: member.user_name for member in members_of(scope)}
    context = {
        "title": _("Review"),
        "keys": KEYS,
        "rows": [_row(view, people) for view in found[:PAGE]],
        "next_before": found[PAGE - 1].created_at.isoformat() if len(found) > PAGE else None,
        "status": status,
        "mine": mine,
        "tabs": _tabs(session_counts(scope), status),
        "extensions": EXTENSIONS,
        "limit_mb": settings.PRAMANA.upload_limit_mb,
    }
    return render(request, "web/pages/review.html", context)


def _status(request: PageRequest) -> SessionStatus | None:
    asked = request.GET.get("status", "")
    return SessionStatus(asked) if asked in set(SessionStatus) else None


def _row(view: SessionView, people: dict[UUID, str]) -> dict[str, object]:
    tone, word = SESSION_STATES[view.status]
    entities = view.session.entities
    return {
        "view": view,
        "tone": tone,
        "word": word,
        "progress": progress_of(view) if tone == "working" else None,
        "decided": sum(each.is_decided for each in entities),
        "total": sum(each.is_decided or not each.withdrawn for each in entities),
        "who": people.get(view.created_by, "") if view.created_by else "",
    }


def _tabs(counts: dict[SessionStatus, int], chosen: SessionStatus | None) -> list[Tab]:
    """One per state that has sessions; what waits for a person and what failed in any case."""
    always = (chosen, SessionStatus.AWAITING_REVIEW, SessionStatus.FAILED)
    shown = [
        Tab(status, word, status is chosen, counts.get(status, 0))
        for status, (_tone, word) in SESSION_STATES.items()
        if counts.get(status) or status in always
    ]
    return [Tab("", _("All"), chosen is None, sum(counts.values())), *shown]


@require_POST
@page(Role.ADMIN)
def add(request: PageRequest) -> HttpResponse:
    """Each file becomes a review; one file leads straight to its own."""
    files = request.FILES.getlist("document")[:MOST_FILES]
    guidance = text_in(request.POST, "guidance", 10_000)
    opened: list[SessionView] = []
    scope, matter = request.principal.scope, matter_of(request)
    for file in files:
        try:
            begun = open_session(scope, file.name or "", file, guidance=guidance, matter=matter)
            opened.append(begun)
        except AppError as error:
            messages.error(request, f"{file.name}: {sentence(error.message)}")
    if not files:
        messages.error(request, _("Choose a document first."))
    if len(opened) == 1 and len(files) == 1:
        return redirect("web:review-session", opened[0].id)
    if opened:
        said = ngettext("%(count)s review started.", "%(count)s reviews started.", len(opened))
        messages.success(request, said % {"count": figure(len(opened))})
    return redirect("web:review")
