"""Research: the list of runs, the form that starts one, and the rules for sources."""

from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST
from pydantic import TypeAdapter, ValidationError

from pramana.documents.selectors import collections_of
from pramana.external.adapters.providers import is_configured
from pramana.external.contracts import Budget, PolicyView, ResearchRequest, SelectionRules, Stage
from pramana.external.policies import policy_for
from pramana.external.selectors import policies_of, research_page
from pramana.external.selectors.research import page_counts, research_counts
from pramana.external.services import (
    add_policy,
    delete_schedule,
    remove_policy,
    schedules_of,
    start_research,
)
from pramana.external.services import create_schedule as schedule_research
from pramana.kit.errors import AppError, InvalidRequest
from pramana.retrieval.scoring.contracts import PolicyEffect, Source
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import case_names
from pramana.web.access import PageRequest, current_case, member_names, page
from pramana.web.actions import attempt_confirmed, render_form
from pramana.web.errors import error_sentence
from pramana.web.navigation import LIST_SHORTCUTS, shortcut, tabs_with_counts
from pramana.web.params import choice_param, parse_id, text_param
from pramana.web.research.run import (
    download_report,
    remove_research,
    show_preview,
    show_run,
    submit_decision,
    submit_plan,
)
from pramana.web.research.wording import DAILY, REPEAT_NAMES, STAGES, error_text

POLICY_SHORTCUTS = (
    *LIST_SHORTCUTS,
    shortcut("t", later("Test a URL")),
    shortcut("b", later("Back to research")),
)
ADMIN_POLICY_SHORTCUTS = (*POLICY_SHORTCUTS, shortcut("n", later("New rule")))
LONGEST_URL = 2_000
LONGEST_NOTE = 500
POINTS = range(1, 51)
DEFAULT_POINTS = 10
SOURCE: TypeAdapter[str] = TypeAdapter(Source)


@page()
def show_policies(request: PageRequest) -> HttpResponse:
    return _policies_page(request)


@require_POST
@page(Role.ADMIN)
def add_source_policy(request: PageRequest) -> HttpResponse:
    """Add a rule. If it is refused, the page says why and keeps what was typed."""
    form = request.POST
    effect = (
        PolicyEffect.REJECT if form.get("effect") == PolicyEffect.REJECT else PolicyEffect.BOOST
    )
    note = text_param(form, "note", LONGEST_NOTE)
    try:
        made = add_policy(
            request.principal.scope,
            _source_param(form),
            effect,
            points=_points_param(form),
            note=note,
        )
    except AppError as error:
        return _policies_page(request, problem=error_sentence(error.message))
    done = {
        PolicyEffect.BOOST: _("%(source)s ranks higher now."),
        PolicyEffect.REJECT: _("%(source)s is rejected now."),
    }
    messages.success(request, done[effect] % {"source": made.pattern})
    return redirect("web:research-sources")


def _source_param(form: QueryDict) -> str:
    try:
        return SOURCE.validate_python(form.get("pattern", "").strip())
    except ValidationError:
        raise InvalidRequest(_("Enter a host, such as example.org, or a pattern with *.")) from None


def _points_param(form: QueryDict) -> int:
    asked = form.get("points", "")
    is_number = asked.isascii() and asked.isdecimal() and len(asked) < 4
    return int(asked) if is_number and int(asked) in POINTS else DEFAULT_POINTS


@require_POST
@page(Role.ADMIN)
def remove_source_policy(request: PageRequest, policy_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    return attempt_confirmed(
        request,
        lambda: remove_policy(scope, policy_id),
        _("Undone."),
        question=_("Remove this rule?"),
        text=_("Future research ignores it. Existing runs keep their scores."),
        yes=_("Remove rule"),
        back="web:research-sources",
    )


def _policies_page(request: PageRequest, *, problem: str = "") -> HttpResponse:
    scope = request.principal.scope
    policies = policies_of(scope)
    people = member_names(scope) if policies else {}
    context = {
        "title": _("Sources"),
        "keys": ADMIN_POLICY_SHORTCUTS
        if request.principal.role is Role.ADMIN
        else POLICY_SHORTCUTS,
        "rows": [_policy_row(each, people) for each in policies],
        "points": request.POST.get("points", DEFAULT_POINTS),
        **_test_result(text_param(request.GET, "url", LONGEST_URL), policies),
    }
    return render_form(request, "web/research/policies.html", context, problem)


def _policy_row(policy: PolicyView, people: dict[UUID, str]) -> dict[str, Any]:
    by = people.get(policy.created_by_id) if policy.created_by_id else None
    return {"policy": policy, "rejects": policy.effect is PolicyEffect.REJECT, "by": by}


def _test_result(url: str, policies: list[PolicyView]) -> dict[str, Any]:
    """Which rule applies to a URL, which may lack its scheme."""
    if not url:
        return {"tried": "", "is_address": False}
    full = url if "://" in url else f"https://{url}"
    rule = policy_for(policies, full)
    return {
        "tried": url,
        "is_address": _is_web_address(full),
        "rule": rule,
        "rejects": rule is not None and rule.effect is PolicyEffect.REJECT,
    }


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


PAGE = 30
REPEATS = {DAILY: None, **{str(day): day for day in range(7)}}
"""The weekday of each choice of the form."""
LONGEST_QUESTION = 2_000
MOST_CASES = 200
RESEARCH_SHORTCUTS = (
    *LIST_SHORTCUTS,
    shortcut("n", later("New question")),
    shortcut("s", later("Source rules")),
)
PERMANENT_TABS = (Stage.AWAITING_APPROVAL, Stage.DONE, Stage.FAILED)
"""Stages that always have a tab."""


@page()
def show_research_list(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    stage = choice_param(request.GET, "stage", Stage)
    found = research_page(scope, stage=stage, after=request.GET.get("after", "")[:200], limit=PAGE)
    pages = page_counts(scope, [each.id for each in found.runs])
    counts = research_counts(scope)
    context = {
        "title": _("Research"),
        "keys": RESEARCH_SHORTCUTS,
        "rows": [_research_row(each, pages.get(each.id, (0, 0))) for each in found.runs],
        "next_after": found.next,
        "stage": stage,
        "tabs": tabs_with_counts(STAGES, counts, stage, PERMANENT_TABS),
        "total": sum(counts.values()),
        "has_provider": is_configured(scope),
        "given": {**form_values(request.GET), **_case_default(request)},
        "collections": collections_of(scope),
        "cases": case_names(scope, limit=MOST_CASES),
        "repeats": REPEAT_NAMES.items(),
        "schedules": [
            (each, REPEAT_NAMES[_repeat_value(each.weekday)]) for each in schedules_of(scope)
        ],
    }
    return render(request, "web/research/list.html", context)


def _repeat_value(weekday: int | None) -> str:
    return DAILY if weekday is None else str(weekday)


@require_POST
@page(Role.REVIEWER)
def remove_schedule(request: PageRequest, schedule_id: UUID) -> HttpResponse:
    return attempt_confirmed(
        request,
        lambda: delete_schedule(request.principal.scope, schedule_id),
        _("Schedule deleted."),
        question=_("Stop repeating this question?"),
        text=_("Runs that were started are kept."),
        yes=_("Stop repeating"),
        back="web:research",
    )


def _research_row(run: Any, pages: tuple[int, int]) -> dict[str, Any]:
    tone, word = STAGES[run.stage]
    offered, came_in = pages
    return {
        "run": run,
        "tone": tone,
        "word": word,
        "error": error_text(run.error),
        "offered": offered,
        "came_in": came_in,
    }


def _case_default(request: PageRequest) -> dict[str, str]:
    """The current case, unless the URL names one."""
    if "case" in request.GET:
        return {}
    case = current_case(request, request.principal.scope)
    return {"case": str(case.id) if case else ""}


def form_values(form: QueryDict) -> dict[str, str]:
    """Initial values of the form; a repeated question brings its own."""
    names = ("text", "kind", "collection", "way", "case", "workflow", "blocked")
    given = {name: text_param(form, name, LONGEST_QUESTION) for name in names}
    numbers = {
        name: str(_number_value(form, name, default, most)) for name, default, most in NUMBERS
    }
    return {**given, **numbers, "pdf": form.get("pdf", "yes" if not form.get("text") else "")}


NUMBERS = (("searches", 3, 10), ("pages", 5, 50), ("top_n", 5, 50), ("tokens", 20_000, 10_000_000))
"""Form field, default and maximum."""


def _number_value(form: QueryDict, name: str, default: int, most: int) -> int:
    asked = form.get(name, "")
    is_number = asked.isascii() and asked.isdecimal() and len(asked) < 10
    return min(max(int(asked), 0 if name == "tokens" else 1), most) if is_number else default


@require_POST
@page(Role.REVIEWER)
def start_run(request: PageRequest) -> HttpResponse:
    scope, wanted = request.principal.scope, research_request(request.POST)
    repeat = request.POST.get("repeat", "")
    try:
        if repeat in REPEATS:
            schedule_research(scope, wanted, weekday=REPEATS[repeat])
            messages.success(request, _("The question is scheduled."))
            return redirect("web:research")
        begun = start_research(scope, wanted)
    except AppError as error:
        messages.error(request, error_sentence(error.message))
        return redirect("web:research")
    return redirect("web:research-run", begun.id)


def research_request(form: QueryDict) -> ResearchRequest:
    """The research request described by the form."""
    numbers = {name: _number_value(form, name, default, most) for name, default, most in NUMBERS}
    given, asks_first = form_values(form), form.get("way") != "auto"
    rules = SelectionRules(
        top_n=numbers.pop("top_n"),
        prefer_pdf=form.get("pdf") == "yes",
        blocked_domains=given["blocked"].lower().replace(",", " ").split()[:1000],
    )
    case_id: UUID | None = parse_id(given["case"])
    return ResearchRequest(
        text=given["text"],
        is_question=form.get("kind") != "query",
        collection_id=parse_id(given["collection"]),
        enable_hitl=asks_first,
        auto_ingest=not asks_first,
        plan_first=form.get("way") == "plan",
        case_id=case_id,
        workflow=given["workflow"].strip()[:200] if case_id else "",
        rules=rules,
        budget=Budget(**numbers),
    )


urlpatterns = [
    path("research", show_research_list, name="research"),
    path("research/start", start_run, name="research-start"),
    path(
        "research/schedules/<uuid:schedule_id>/remove",
        remove_schedule,
        name="research-schedule-remove",
    ),
    path("research/sources", show_policies, name="research-sources"),
    path("research/sources/add", add_source_policy, name="research-source-add"),
    path(
        "research/sources/<uuid:policy_id>/remove",
        remove_source_policy,
        name="research-source-remove",
    ),
    path("research/<uuid:research_id>", show_run, name="research-run"),
    path("research/<uuid:research_id>/decide", submit_decision, name="research-decide"),
    path("research/<uuid:research_id>/plan", submit_plan, name="research-plan"),
    path(
        "research/<uuid:research_id>/report.<report_format:kind>",
        download_report,
        name="research-report",
    ),
    path("research/<uuid:research_id>/delete", remove_research, name="research-delete"),
    path(
        "research/<uuid:research_id>/pages/<uuid:candidate_id>",
        show_preview,
        name="research-look",
    ),
]
