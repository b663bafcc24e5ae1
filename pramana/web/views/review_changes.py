"""What is done with a whole review: finish it, apply it, start it again, delete it."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from pramana.agni import services
from pramana.agni.contracts.states import SessionStatus
from pramana.agni.contracts.views import Planned, SessionView
from pramana.agni.selectors import get_session, summary_of
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.registry.adapters import registry_for
from pramana.registry.contracts import EntityType
from pramana.registry.domain.differences import shown
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.addresses import text_in
from pramana.web.figures import figure
from pramana.web.flow import ask, attempt, is_confirmed
from pramana.web.keys import key
from pramana.web.sentences import sentence
from pramana.web.views.registry_words import SINGULARS
from pramana.web.views.review_comparing import additions, named
from pramana.web.views.review_words import label


@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.ADMIN)
def finish(request: PageRequest, session_id: UUID) -> HttpResponse:
    """Exactly what will be written, and the one place where it is confirmed."""
    scope = request.principal.scope
    view = get_session(scope, session_id)
    if request.method == "POST" and _persisted(request, view):
        return redirect("web:review-session", session_id)
    summary = summary_of(scope, session_id)
    names = _names(scope, [each.nes_id for each in summary.updates if each.nes_id])
    creations = [_line(each, names) for each in summary.creations]
    updates = [_line(each, names) for each in summary.updates]
    context = {
        "title": _("What will change"),
        "keys": (key("b", _("Back to the review")),),
        "view": view,
        "can_confirm": view.status is SessionStatus.AWAITING_REVIEW
        and not view.task_status.is_at_work
        and not summary.unresolved,
        "creations": [each for each in creations if not each["planned"].proposed_only],
        "updates": [each for each in updates if not each["planned"].proposed_only],
        "proposed": [each for each in (*creations, *updates) if each["planned"].proposed_only],
        "skipped": [_line(each, names) for each in summary.skipped],
        "unresolved": [_line(each, names) for each in summary.unresolved],
        "changes": len(creations) + len(updates),
        "description": request.POST.get("description", ""),
    }
    return render(request, "web/pages/review_finish.html", context)


def _persisted(request: PageRequest, view: SessionView) -> bool:
    """Only what was looked at is confirmed: after another's decision the summary is shown anew."""
    if request.POST.get("seen") != view.updated_at.isoformat():
        messages.error(request, _("Something was decided meanwhile. Look again, then confirm."))
        return False
    said = text_in(request.POST, "description", 10_000)
    scope = request.principal.scope
    return attempt(
        request,
        lambda: services.persist_session(scope, view.id, description=said, confirm=True),
        _("Approved. The changes are being written."),
    )


def _names(scope: Scope, ids: list[str]) -> dict[str, str]:
    """What the matched records are called; a registry that is away leaves their ids."""
    try:
        return {nes_id: record.title() for nes_id, record in registry_for(scope).find(ids).items()}
    except AppError:
        return {}


def _line(planned: Planned, names: dict[str, str]) -> dict[str, Any]:
    """One entity and what would be written for it, part by part."""
    record = planned.nes_id or ""
    return {
        "planned": planned,
        "kind": SINGULARS[EntityType(planned.entity_type.in_registry)],
        "record": names.get(record, record),
        "adds": additions(planned.data.get("patch", ())) or _parts(planned),
    }


def _parts(planned: Planned) -> tuple[str, ...]:
    """A new record's names and attributes."""
    names = [named(name) for name in planned.data.get("names", ())]
    said = planned.data.get("attributes", {}).items()
    return (*names, *(f"{label(key)}: {shown(value)}" for key, value in said))


@require_POST
@page(Role.ADMIN)
def apply(request: PageRequest, session_id: UUID) -> HttpResponse:
    """Write the approved changes to the registry; what it refuses keeps its reason."""
    scope = request.principal.scope
    get_session(scope, session_id)
    applied = services.apply_pending(scope, session_id=session_id)
    refused = sum(bool(each.error) for each in applied)
    count = len(applied) - refused
    said = ngettext("%(count)s change applied.", "%(count)s changes applied.", count)
    messages.success(request, said % {"count": figure(count)})
    return redirect("web:review-session", session_id)


@require_POST
@page(Role.ADMIN)
def restart(request: PageRequest, session_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    get_session(scope, session_id)
    try:
        begun = services.restart_session(scope, session_id)
    except AppError as error:
        messages.error(request, sentence(error.message))
        return redirect("web:review-session", session_id)
    return redirect("web:review-session", begun.id)


@require_POST
@page(Role.ADMIN)
def delete(request: PageRequest, session_id: UUID) -> HttpResponse:
    view = get_session(request.principal.scope, session_id)
    if not is_confirmed(request):
        return ask(
            request,
            question=_("Delete the review of “%(title)s”?") % {"title": view.document_title},
            text=_(
                "The document, what was read in it and what was decided go. "
                "Approved changes and the registry stay. This cannot be undone."
            ),
            yes=_("Delete the review"),
            back="web:review",
        )
    scope = request.principal.scope
    attempt(request, lambda: services.delete_session(scope, session_id), _("Deleted."))
    return redirect("web:review")
