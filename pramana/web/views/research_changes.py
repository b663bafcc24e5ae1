"""What a person does with a research run: decide what may come in, or forget the run."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from pramana.external.contracts.requests import Choice
from pramana.external.contracts.stages import Verdict
from pramana.external.contracts.views import ResearchView
from pramana.external.selectors import get_research
from pramana.external.services import decide as make_decision
from pramana.external.services import delete_research
from pramana.kit.errors import AppError
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.addresses import text_in
from pramana.web.figures import figure
from pramana.web.flow import ask, attempt, is_confirmed
from pramana.web.sentences import sentence
from pramana.web.views.research_run import Given, shown

MARKS = ("in", "out")
LONGEST = 4_000
MOST_URLS = 50


@require_POST
@page(Role.REVIEWER)
def decide(request: PageRequest, research_id: UUID) -> HttpResponse:
    """Let in what was marked. A refusal shows the page again, as it was filled in."""
    scope = request.principal.scope
    view = get_research(scope, research_id)
    given = given_in(request.POST, view)
    nothing = request.POST.get("verdict") == Verdict.REJECTED
    choice = choice_of(given, len(view.candidates), nothing=nothing)
    if choice is None:
        messages.error(request, _("Mark at least one page, or let nothing in."))
        return shown(request, view, given)
    try:
        make_decision(scope, research_id, choice)
    except AppError as error:
        messages.error(request, sentence(error.message))
        return shown(request, get_research(scope, research_id), given)
    messages.success(request, _said(choice))
    return redirect("web:research-run", research_id)


def given_in(said: QueryDict, view: ResearchView) -> Given:
    """The marks and words of the form; marks for what was not offered are nobody's."""
    marks = {each.id: said.get(f"page-{each.id}", "") for each in view.candidates}
    return Given(
        marks={page_id: mark for page_id, mark in marks.items() if mark in MARKS},
        urls=text_in(said, "urls", LONGEST * 10),
        rationale=text_in(said, "rationale", LONGEST),
    )


def choice_of(given: Given, offered: int, *, nothing: bool) -> Choice | None:
    """What the form decides; None where it neither lets anything in nor says so."""
    if nothing:
        return Choice(Verdict.REJECTED, rationale=given.rationale)
    chosen = tuple(page_id for page_id, mark in given.marks.items() if mark == "in")
    urls = tuple(given.urls.split()[:MOST_URLS])
    if not chosen and not urls:
        return None
    verdict = Verdict.APPROVED if len(chosen) == offered else Verdict.PARTIAL
    return Choice(verdict, chosen, urls, given.rationale)


def _said(choice: Choice) -> str:
    count = len(choice.candidate_ids) + len(choice.added_urls)
    if not count:
        return _("Nothing comes in.")
    said = ngettext("%(count)s page comes in.", "%(count)s pages come in.", count)
    return said % {"count": figure(count)}


@require_POST
@page(Role.REVIEWER)
def delete(request: PageRequest, research_id: UUID) -> HttpResponse:
    view = get_research(request.principal.scope, research_id)
    if not is_confirmed(request):
        return ask(
            request,
            question=_("Forget “%(text)s”?") % {"text": view.text[:120]},
            text=_("Its candidates, its decision and its answer go. Documents that came in stay."),
            yes=_("Forget it"),
            back="web:research",
        )
    scope = request.principal.scope
    attempt(request, lambda: delete_research(scope, research_id), _("Forgotten."))
    return redirect("web:research")
