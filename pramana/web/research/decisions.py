"""Decisions about a research run: preview pages, approve or reject them, delete the run."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pramana.documents.selectors import text_between
from pramana.external.contracts import (
    MOST_SOURCES,
    CandidateState,
    CandidateView,
    ResearchDecision,
    ResearchPlan,
    ResearchView,
    Verdict,
)
from pramana.external.report import research_report
from pramana.external.selectors import get_research
from pramana.external.selectors.preview import LONGEST, Preview, preview_of
from pramana.external.selectors.research import get_candidate
from pramana.external.services import approve_plan, delete_research
from pramana.external.services import decide as make_decision
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.reports.writers import ReportFormat, report_response
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt_confirmed
from pramana.web.errors import error_sentence
from pramana.web.formatting import count_text
from pramana.web.params import text_param
from pramana.web.research.run import DecisionDraft, page_host, run_page

MARKS = ("in", "out")
LONGEST_RATIONALE = 4_000
MOST_URLS = 50


@require_POST
@page(Role.REVIEWER)
def submit_decision(request: PageRequest, research_id: UUID) -> HttpResponse:
    """Approve the marked pages. If that is refused, the page is shown again as it was filled in."""
    scope = request.principal.scope
    view = get_research(scope, research_id)
    draft = decision_draft(request.POST, view)
    nothing = request.POST.get("verdict") == Verdict.REJECTED
    choice = decision_choice(draft, len(view.candidates), nothing=nothing)
    if choice is None:
        messages.error(request, _("Approve at least one page, or choose “Reject all”."))
        return run_page(request, view, draft)
    try:
        make_decision(scope, research_id, choice)
    except AppError as error:
        messages.error(request, error_sentence(error.message))
        return run_page(request, get_research(scope, research_id), draft)
    messages.success(request, _decision_text(choice))
    return redirect("web:research-run", research_id)


def decision_draft(form: QueryDict, view: ResearchView) -> DecisionDraft:
    """The posted decision. Marks for pages that were not offered are dropped."""
    marks = {each.id: form.get(f"page-{each.id}", "") for each in view.candidates}
    return DecisionDraft(
        marks={page_id: mark for page_id, mark in marks.items() if mark in MARKS},
        urls=text_param(form, "urls", LONGEST_RATIONALE * 10),
        rationale=text_param(form, "rationale", LONGEST_RATIONALE),
    )


def decision_choice(
    draft: DecisionDraft, offered: int, *, nothing: bool
) -> ResearchDecision | None:
    """The choice to make, or None if nothing was approved or rejected."""
    if nothing:
        return ResearchDecision(Verdict.REJECTED, rationale=draft.rationale)
    chosen = tuple(page_id for page_id, mark in draft.marks.items() if mark == "in")
    urls = tuple(draft.urls.split()[:MOST_URLS])
    if not chosen and not urls:
        return None
    verdict = Verdict.APPROVED if len(chosen) == offered else Verdict.PARTIAL
    rejected = tuple(page_id for page_id, mark in draft.marks.items() if mark == "out")
    return ResearchDecision(verdict, chosen, urls, draft.rationale, rejected)


def _decision_text(choice: ResearchDecision) -> str:
    count = len(choice.candidate_ids) + len(choice.added_urls)
    if not count:
        return _("No pages approved.")
    return count_text("%(count)s page approved.", "%(count)s pages approved.", count)


@require_POST
@page(Role.REVIEWER)
def submit_plan(request: PageRequest, research_id: UUID) -> HttpResponse:
    """Approve the plan as edited. If that is refused, the page is shown again as filled in."""
    scope = request.principal.scope
    plan = ResearchPlan(
        questions=_lines(request.POST, "questions"),
        queries=_lines(request.POST, "queries"),
        sources=tuple(
            text_param(request.POST, "sources", LONGEST_RATIONALE).split()[:MOST_SOURCES]
        ),
    )
    try:
        approve_plan(scope, research_id, plan)
    except AppError as error:
        messages.error(request, error_sentence(error.message))
        return run_page(request, get_research(scope, research_id), plan=plan)
    messages.success(request, _("Plan approved. The search has started."))
    return redirect("web:research-run", research_id)


def _lines(form: QueryDict, name: str) -> tuple[str, ...]:
    return tuple(text_param(form, name, LONGEST_RATIONALE * 10).splitlines()[:MOST_URLS])


@page()
def download_report(request: PageRequest, research_id: UUID, kind: ReportFormat) -> HttpResponse:
    scope = request.principal.scope
    return report_response(research_report(scope, get_research(scope, research_id)), kind)


@require_POST
@page(Role.REVIEWER)
def remove_research(request: PageRequest, research_id: UUID) -> HttpResponse:
    view = get_research(request.principal.scope, research_id)
    return attempt_confirmed(
        request,
        lambda: delete_research(request.principal.scope, research_id),
        _("Deleted."),
        question=_("Delete “%(text)s”?") % {"text": view.text[:120]},
        text=_(
            "Its candidates, decision and answer are deleted. Documents added to the "
            "library are kept."
        ),
        yes=_("Delete"),
        back="web:research",
    )


@page(Role.REVIEWER)
def show_preview(request: PageRequest, research_id: UUID, candidate_id: UUID) -> HttpResponse:
    """Preview a page as plain text: from the library if it is there, else from the web."""
    scope = request.principal.scope
    candidate = get_candidate(scope, research_id, candidate_id)
    preview, problem = _load_preview(scope, candidate)
    context = {
        "title": candidate.title or candidate.url,
        "keys": (),
        "research_id": research_id,
        "page": candidate,
        "host": page_host(candidate.url),
        "preview": preview,
        "paragraphs": text_paragraphs(preview.text) if preview else (),
        "problem": problem,
    }
    template = "preview" if "part" in request.GET else "preview_page"
    return render(request, f"web/research/{template}.html", context)


def _load_preview(scope: Scope, candidate: CandidateView) -> tuple[Preview | None, str]:
    try:
        if candidate.document_id and candidate.state is CandidateState.INGESTED:
            text = text_between(scope, candidate.document_id, 0, LONGEST + 1)
            return Preview(candidate.url, text[:LONGEST], is_cut=len(text) > LONGEST), ""
        return preview_of(scope, candidate), ""
    except AppError as error:
        return None, error_sentence(error.message)


def text_paragraphs(text: str) -> Sequence[str]:
    return [part.strip() for part in text.splitlines() if part.strip()] or [
        _("This page has no text.")
    ]
