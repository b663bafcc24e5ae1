"""The list of reviews, actions on a whole review, and the lines that will be written."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods, require_POST

from pramana.agni import services
from pramana.agni.contracts import ReviewSession, SessionStatus
from pramana.agni.domain.changes import (
    LineChoice,
    LineKind,
    PersistSummary,
    PlannedChange,
    PlannedLine,
)
from pramana.agni.selectors import (
    ReviewerNumbers,
    get_session,
    persist_summary,
    reviewer_numbers,
    session_counts,
    sessions_page,
)
from pramana.agni.services import open_session
from pramana.agni.services.sessions import EXTENSIONS
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.registry.adapters import registry_for
from pramana.registry.contracts import RecordType
from pramana.registry.domain.json_patch import display_text
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, current_matter, member_names, page
from pramana.web.actions import attempt, attempt_confirmed, attempt_result
from pramana.web.errors import error_sentence
from pramana.web.formatting import count_text
from pramana.web.navigation import LIST_SHORTCUTS, shortcut, tabs_with_counts
from pramana.web.params import choice_param, parse_id, parse_moment, text_param
from pramana.web.registry.wording import TYPE_NAMES, attribute_name
from pramana.web.review.session import show_claims, show_marks, show_session, show_window
from pramana.web.review.wording import SESSION_STATES, session_progress
from pramana.web.wording import Label

CONFLICT_CHOICES: dict[LineChoice, Label] = {
    LineChoice.KEEP: later("Keep the registry's"),
    LineChoice.REPLACE: later("Replace it"),
    LineChoice.ADD: later("Add with the document's date"),
}
PREFIX = "line"


def planned_line_context(index: int, line: PlannedLine) -> dict[str, Any]:
    """A line with its words, the name of its field, and whether it is written."""
    return {
        "kind": line.kind.value,
        "label": attribute_name(line.name),
        "text": _line_text(line),
        "before": display_text(line.before) if line.before is not None else "",
        "after": display_text(line.after),
        "field": f"{PREFIX} {index} {line.key}",
        "is_written": line.choice is LineChoice.WRITE,
        "choices": [
            (choice.value, name, choice is line.choice) for choice, name in CONFLICT_CHOICES.items()
        ],
    }


def _line_text(line: PlannedLine) -> str:
    if line.kind is LineKind.SOURCE:
        return _("This document as a source")
    if line.kind in (LineKind.NAME, LineKind.MAIN_NAME):
        return _("Name: %(name)s") % {"name": display_text(line.after)}
    return f"{attribute_name(line.name)}: {display_text(line.after)}"


def requested_choices(form: QueryDict) -> dict[int, dict[str, LineChoice]]:
    """The choices by entity and line. A box that is not ticked is not sent: its line is skipped."""
    choices: dict[int, dict[str, LineChoice]] = defaultdict(dict)
    for field in form.getlist("lines"):
        _add(choices, field, form.get(field, LineChoice.SKIP.value))
    for field, value in form.items():
        if field.startswith(f"{PREFIX} "):
            _add(choices, field, str(value))
    return dict(choices)


def _add(choices: dict[int, dict[str, LineChoice]], field: str, value: str) -> None:
    prefix, _, rest = field.partition(" ")
    index, _, key = rest.partition(" ")
    if prefix == PREFIX and index.isdecimal() and key and value in list(LineChoice):
        choices[int(index)][key] = LineChoice(value)


PAGE = 30
MOST_FILES = 20
"""Files accepted at once; each becomes a review."""
MOST_DOCUMENTS = 200
"""Library documents that can be reviewed at once."""
NUMBERS_OF_DAYS = 30
PERMANENT_TABS = (SessionStatus.AWAITING_REVIEW, SessionStatus.FAILED)
"""States that always have a tab."""

REVIEWS_SHORTCUTS = (
    *LIST_SHORTCUTS,
    shortcut("u", later("Add a document")),
    shortcut("r", later("Restart")),
    shortcut("Delete", later("Delete the review")),
)

SUMMARY_SHORTCUTS = (
    shortcut("b", later("Back to review")),
    shortcut("f", later("Confirm and apply to the registry")),
)


@page(Role.ADMIN)
def show_reviews(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    status, mine = (
        choice_param(request.GET, "status", SessionStatus),
        request.GET.get("mine") == "yes",
    )
    found = sessions_page(
        scope,
        status=status,
        created_by=scope.actor_id if mine else None,
        before=parse_moment(request.GET.get("before", "")),
        limit=PAGE + 1,
    )
    people = member_names(scope)
    context = {
        "title": _("Review"),
        "keys": REVIEWS_SHORTCUTS,
        "rows": [_review_row(view, people) for view in found[:PAGE]],
        "next_before": found[PAGE - 1].created_at.isoformat() if len(found) > PAGE else None,
        "status": status,
        "mine": mine,
        "tabs": tabs_with_counts(SESSION_STATES, session_counts(scope), status, PERMANENT_TABS),
        "extensions": EXTENSIONS,
        "limit_mb": settings.PRAMANA.upload_limit_mb,
        "numbers": _own_numbers(scope),
        "days": NUMBERS_OF_DAYS,
    }
    return render(request, "web/review/list.html", context)


def _own_numbers(scope: Scope) -> ReviewerNumbers | None:
    """What this person reviewed lately; None before the first finished review."""
    if scope.actor_id is None:
        return None
    since = utcnow() - timedelta(days=NUMBERS_OF_DAYS)
    numbers = reviewer_numbers(scope, scope.actor_id, since=since)
    return numbers if numbers.documents else None


def _review_row(view: ReviewSession, people: dict[UUID, str]) -> dict[str, object]:
    tone, word = SESSION_STATES[view.status]
    entities = view.session.entities
    return {
        "view": view,
        "tone": tone,
        "word": word,
        "progress": session_progress(view) if tone == "working" else None,
        "decided": sum(each.is_decided for each in entities),
        "total": sum(each.is_decided or not each.withdrawn for each in entities),
        "who": people.get(view.created_by, "") if view.created_by else "",
    }


@require_POST
@page(Role.ADMIN)
def add_documents(request: PageRequest) -> HttpResponse:
    """Start a review for each file; a single file redirects to its review."""
    files = request.FILES.getlist("document")[:MOST_FILES]
    guidance = text_param(request.POST, "guidance", 10_000)
    opened: list[ReviewSession] = []
    scope, matter = request.principal.scope, current_matter(request)
    for file in files:
        try:
            begun = open_session(scope, file.name or "", file, guidance=guidance, matter=matter)
            opened.append(begun)
        except AppError as error:
            messages.error(request, f"{file.name}: {error_sentence(error.message)}")
    if not files:
        messages.error(request, _("Choose a document first."))
    return _redirect_to_opened(request, opened, len(files))


@require_POST
@page(Role.ADMIN)
def start_reviews(request: PageRequest) -> HttpResponse:
    """Review documents of the library; a single one redirects to its review."""
    ids = [parse_id(each) for each in request.POST.getlist("document")[:MOST_DOCUMENTS]]
    scope, matter = request.principal.scope, current_matter(request)
    opened: list[ReviewSession] = []
    for document_id in filter(None, ids):
        open_one = partial(services.open_library_session, scope, document_id, matter=matter)
        if session := attempt_result(request, open_one):
            opened.append(session)
    return _redirect_to_opened(request, opened, len(ids))


def _redirect_to_opened(
    request: PageRequest, opened: Sequence[ReviewSession], asked: int
) -> HttpResponse:
    """Open the review if a single one was asked for, else list them all."""
    if len(opened) == 1 and asked == 1:
        return redirect("web:review-session", opened[0].id)
    if opened:
        said = count_text("%(count)s review started.", "%(count)s reviews started.", len(opened))
        messages.success(request, said)
    return redirect("web:review")


@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.ADMIN)
def finish_review(request: PageRequest, session_id: UUID) -> HttpResponse:
    """Show exactly what will be saved, and save it when confirmed."""
    scope = request.principal.scope
    view = get_session(scope, session_id)
    if request.method == "POST" and _persist(request, view):
        return redirect("web:review-session", session_id)
    summary = persist_summary(scope, session_id)
    names = _record_names(scope, [each.nes_id for each in summary.updates if each.nes_id])
    creations = [_planned_line(each, names) for each in summary.creations]
    updates = [_planned_line(each, names) for each in summary.updates]
    can_confirm = (
        view.status is SessionStatus.AWAITING_REVIEW
        and not view.task_status.is_at_work
        and not summary.unresolved
    )
    context = {
        "title": _("Review changes"),
        "keys": SUMMARY_SHORTCUTS if can_confirm else SUMMARY_SHORTCUTS[:1],
        "view": view,
        "can_confirm": can_confirm,
        "creations": [each for each in creations if not each["planned"].proposed_only],
        "updates": [each for each in updates if not each["planned"].proposed_only],
        "proposed": [each for each in (*creations, *updates) if each["planned"].proposed_only],
        "skipped": [_planned_line(each, names) for each in summary.skipped],
        "unresolved": [_planned_line(each, names) for each in summary.unresolved],
        "changes": _change_count(summary),
        "conflicts": _conflict_count(summary),
        "description": request.POST.get("description", ""),
    }
    return render(request, "web/review/summary.html", context)


def _persist(request: PageRequest, view: ReviewSession) -> bool:
    """Save only what the person saw. After a decision by someone else, show the summary again."""
    if request.POST.get("seen") != view.updated_at.isoformat():
        messages.error(
            request, _("Someone made another decision. Check the changes again, then confirm.")
        )
        return False
    said = text_param(request.POST, "description", 10_000)
    scope, apply = request.principal.scope, request.POST.get("apply") == "yes"
    choices = requested_choices(request.POST)

    def persist() -> None:
        with transaction.atomic():
            services.choose_lines(scope, view.id, choices)
            services.persist_session(scope, view.id, description=said, confirm=True, apply=apply)

    return attempt(request, persist, _("Approved. The changes are being saved."))


def _change_count(summary: PersistSummary) -> int:
    """How many changes will be queued: entities of one record share one."""
    records = {each.nes_id for each in summary.updates if each.has_effect}
    return len(summary.creations) + len(records)


def _conflict_count(summary: PersistSummary) -> int:
    lines = (line for each in summary.updates for line in each.lines)
    return sum(line.kind is LineKind.CONFLICT for line in lines)


def _record_names(scope: Scope, ids: list[str]) -> dict[str, str]:
    """Names of matched records; none if the registry is unavailable."""
    try:
        return {nes_id: record.title() for nes_id, record in registry_for(scope).find(ids).items()}
    except AppError:
        return {}


def _planned_line(planned: PlannedChange, names: dict[str, str]) -> dict[str, Any]:
    """One entity with what would be saved for it."""
    record = planned.nes_id or ""
    return {
        "planned": planned,
        "kind": TYPE_NAMES[RecordType(planned.entity_type.in_registry)],
        "record": names.get(record, record),
        "lines": [planned_line_context(planned.index, line) for line in planned.lines],
    }


@require_POST
@page(Role.ADMIN)
def apply_changes(request: PageRequest, session_id: UUID) -> HttpResponse:
    """Apply the approved changes to the registry. Rejected ones keep their reason."""
    scope = request.principal.scope
    get_session(scope, session_id)
    applied = services.ChangeQueue(scope).apply_pending(session_id=session_id)
    refused = sum(bool(each.error) for each in applied)
    count = len(applied) - refused
    said = count_text("%(count)s change applied.", "%(count)s changes applied.", count)
    messages.success(request, said)
    return redirect("web:review-session", session_id)


@require_POST
@page(Role.ADMIN)
def restart_review(request: PageRequest, session_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    get_session(scope, session_id)
    begun = attempt_result(request, lambda: services.restart_session(scope, session_id))
    return redirect("web:review-session", begun.id if begun else session_id)


@require_POST
@page(Role.ADMIN)
def remove_review(request: PageRequest, session_id: UUID) -> HttpResponse:
    view = get_session(request.principal.scope, session_id)
    scope = request.principal.scope
    return attempt_confirmed(
        request,
        lambda: services.delete_session(scope, session_id),
        _("Deleted."),
        question=_("Delete the review of “%(title)s”?") % {"title": view.document_title},
        text=_(
            "The document, everything read from it and all decisions are deleted. "
            "Approved changes and the registry are kept. This cannot be undone."
        ),
        yes=_("Delete the review"),
        back="web:review",
    )


urlpatterns = [
    path("review", show_reviews, name="review"),
    path("review/add", add_documents, name="review-add"),
    path("review/start", start_reviews, name="review-start"),
    path("review/<uuid:session_id>", show_session, name="review-session"),
    path("review/<uuid:session_id>/claims", show_claims, name="review-claims"),
    path("review/<uuid:session_id>/window", show_window, name="review-window"),
    path("review/<uuid:session_id>/marks", show_marks, name="review-marks"),
    path("review/<uuid:session_id>/finish", finish_review, name="review-finish"),
    path("review/<uuid:session_id>/apply", apply_changes, name="review-apply"),
    path("review/<uuid:session_id>/restart", restart_review, name="review-restart"),
    path("review/<uuid:session_id>/delete", remove_review, name="review-delete"),
]
