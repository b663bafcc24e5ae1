"""A research run: its page, previews of pages, and decisions about them and about the run."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.cases.selectors import get_priced_run
from pramana.chat.contracts.answers import RequestState, TurnView
from pramana.documents.selectors import collections_of, text_between
from pramana.external.contracts import (
    MOST_SOURCES,
    CandidateState,
    CandidateView,
    ResearchDecision,
    ResearchPlan,
    ResearchView,
    Stage,
    Verdict,
)
from pramana.external.errors import NO_WORKER
from pramana.external.report import research_report
from pramana.external.selectors import get_research
from pramana.external.selectors.preview import LONGEST, Preview, preview_of
from pramana.external.selectors.research import get_candidate
from pramana.external.services import approve_plan, delete_research
from pramana.external.services import decide as make_decision
from pramana.jobs.selectors import jobs_of_run
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.reports.writers import ReportFormat, report_response
from pramana.retrieval.scoring.domain.source_rules import host_of
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import members_of
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt_confirmed
from pramana.web.ask.answers import AnswerView, answer_view
from pramana.web.errors import error_sentence
from pramana.web.formatting import count_text
from pramana.web.navigation import shortcut
from pramana.web.params import text_param
from pramana.web.research.wording import (
    CANDIDATE_STATES,
    STAGES,
    STEP_NAMES,
    VERDICTS,
    error_text,
    reason_text,
)
from pramana.web.wording import Label


@dataclass(frozen=True)
class StageStep:
    """One stage on the line. `tone` is that of its state; future stages have none."""

    word: Label
    tone: str
    at: datetime | None = None
    until: datetime | None = None
    is_here: bool = False


def stage_steps(view: ResearchView) -> list[StageStep]:
    """The stages passed, in order, then those still ahead."""
    behind = [StageStep(STEP_NAMES[a.stage], "good", a.at, b.at) for a, b in pairwise(view.stages)]
    last = view.stages[-1]
    tone, word = STAGES[last.stage]
    here = StageStep(word, tone, last.at, None, is_here=not last.stage.is_over)
    return [*behind, here, *_steps_ahead(view, last.stage)]


def _steps_ahead(view: ResearchView, stage: Stage) -> Iterator[StageStep]:
    order = list(planned_stages(view))
    if stage.is_over or stage not in order:
        return
    for each in order[order.index(stage) + 1 :]:
        yield StageStep(STEP_NAMES[each], "")


def planned_stages(view: ResearchView) -> Sequence[Stage]:
    """The stages of a run like this, if all goes well."""
    takes_in = view.enable_hitl or view.auto_ingest
    stages = {
        Stage.QUEUED: True,
        Stage.AWAITING_PLAN: view.plan is not None,
        Stage.SEARCHING: True,
        Stage.AWAITING_APPROVAL: view.enable_hitl,
        Stage.INGESTING: takes_in,
        Stage.READING: takes_in,
        Stage.ANSWERING: takes_in and view.is_question,
        Stage.DONE: True,
    }
    return [stage for stage, is_planned in stages.items() if is_planned]


RUN_SHORTCUTS = (
    shortcut("j", later("Next page")),
    shortcut("k", later("Previous page")),
    shortcut("p", later("Preview the text")),
    shortcut("a", later("Approve")),
    shortcut("r", later("Reject")),
    shortcut("x", later("Clear the decision")),
    shortcut("A", later("Approve all")),
    shortcut("u", later("Add a URL")),
    shortcut("Enter", later("Decide")),
)


@dataclass(frozen=True)
class DecisionDraft:
    """A decision as filled in, kept on the page if it is refused."""

    marks: Mapping[UUID, str]
    urls: str = ""
    rationale: str = ""


EMPTY_DRAFT = DecisionDraft({})
TALLY = later("%(in)s to approve, %(out)s to reject, %(rest)s undecided")
"""Not in the template, where percent signs would be doubled and the translation not found."""


@page()
def show_run(request: PageRequest, research_id: UUID) -> HttpResponse:
    return run_page(request, get_research(request.principal.scope, research_id))


def run_page(
    request: PageRequest,
    view: ResearchView,
    draft: DecisionDraft = EMPTY_DRAFT,
    plan: ResearchPlan | None = None,
) -> HttpResponse:
    """The run. A decision or plan that was refused is shown as it was filled in."""
    scope = request.principal.scope
    people: dict[UUID | None, str] = {each.user_id: each.user_name for each in members_of(scope)}
    waits = view.stage is Stage.AWAITING_APPROVAL
    context = {
        "title": view.text,
        "view": view,
        "keys": RUN_SHORTCUTS if waits else RUN_SHORTCUTS[:3],
        "waits": waits,
        "state": STAGES[view.stage],
        "steps": stage_steps(view),
        "error": error_text(view.error),
        "lacks_provider": view.error == NO_WORKER,
        "rows": [_candidate_row(each, draft) for each in view.candidates],
        "dropped": [_dropped_row(each) for each in view.dropped],
        "came_in": [each for each in view.candidates if each.document_id],
        "plan": plan or (view.plan.approved or view.plan.proposed if view.plan else None),
        "plans": view.stage is Stage.AWAITING_PLAN,
        "planner": people.get(view.plan.approved_by_id) if view.plan else None,
        "answer": run_answer(view),
        "sections": section_answers(view),
        "run": get_priced_run(scope, view.run_id),
        "collection": _collection_name(scope, view),
        "asker": people.get(view.created_by_id),
        "decider": people.get(view.decision.decided_by_id) if view.decision else None,
        "verdict": VERDICTS[view.decision.verdict] if view.decision else "",
        "draft": draft,
        "tally": TALLY,
        "again": _repeat_url(view),
        "failed_job": _failed_job(scope, view),
    }
    return render(request, "web/research/run.html", context)


def _candidate_row(candidate: CandidateView, draft: DecisionDraft) -> dict[str, Any]:
    tone, word = CANDIDATE_STATES[candidate.state]
    return {
        "page": candidate,
        "host": page_host(candidate.url),
        "reasons": [reason_text(each) for each in candidate.reasons],
        "tone": tone,
        "word": word,
        "error": error_text(error_sentence(candidate.error)),
        "mark": draft.marks.get(candidate.id, ""),
    }


def _dropped_row(dropped: Mapping[str, str]) -> dict[str, str]:
    url = dropped.get("url", "")
    return {"url": url, "host": page_host(url), "reason": reason_text(dropped.get("reason", ""))}


def page_host(url: str) -> str:
    """The host of a URL, or the URL itself if it has none."""
    return host_of(url) or url


def run_answer(view: ResearchView) -> AnswerView | None:
    """The run's answer, in the form the Ask page uses."""
    return _answer_of(view, view.answer) if view.answer is not None else None


def section_answers(view: ResearchView) -> list[tuple[str, AnswerView]]:
    """The answers to the further questions of the plan."""
    sections = view.answer.get("sections", ()) if view.answer else ()
    return [(each["question"], _answer_of(view, each)) for each in sections]


def _answer_of(view: ResearchView, kept: Mapping[str, Any]) -> AnswerView:
    turn = TurnView(
        id=0,
        session_id=view.id,
        request_id=view.id,
        run_id=view.run_id,
        asked_at=view.created_at,
        state=RequestState.COMPLETED,
        query=kept.get("question") or view.text,
        response=kept.get("answer") or "",
        sources=tuple(kept.get("sources") or ()),
        metadata=dict(kept.get("metadata") or {}),
        fallback_message=kept.get("fallback_message") or "",
    )
    return answer_view(turn)


def _collection_name(scope: Scope, view: ResearchView) -> str:
    if view.collection_id is None:
        return ""
    return next((e.name for e in collections_of(scope) if e.id == view.collection_id), "")


def _repeat_url(view: ResearchView) -> str:
    """URL of the form, filled in to ask the same again."""
    asked: dict[str, Any] = {
        "text": view.text,
        "kind": "question" if view.is_question else "query",
        "way": ("plan" if view.plan else "ask") if view.enable_hitl else "auto",
        "collection": view.collection_id or "",
        "case": view.case_id or "",
        "blocked": " ".join(view.rules.get("blocked_domains", ())),
        "pdf": "yes" if view.rules.get("prefer_pdf") else "no",
        "top_n": view.rules.get("top_n", 5),
        **view.budget,
    }
    return f"{reverse('web:research')}?{urlencode(asked)}"


def _failed_job(scope: Scope, view: ResearchView) -> UUID | None:
    """The job whose failure ended the run, so that it can be retried."""
    if view.stage is not Stage.FAILED:
        return None
    failed = [job.id for job in jobs_of_run(scope, view.run_id) if job.state.is_retryable]
    return failed[-1] if failed else None


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
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines or [_("This page has no text.")]
