"""One research run: its stages, the pages it offers, what came in, and its answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as later

from pramana.chat.contracts.history import TurnView
from pramana.chat.contracts.states import RequestState
from pramana.documents.selectors import collections_of
from pramana.external.contracts.stages import Stage
from pramana.external.contracts.views import CandidateView, ResearchView
from pramana.external.errors import NO_WORKER
from pramana.external.selectors import get_research
from pramana.external.selectors.page_runs import get_run_line
from pramana.jobs.selectors import jobs_of_run
from pramana.kit.scope import Scope
from pramana.retrieval.scoring.domain.sources import host_of
from pramana.tenancy.selectors import members_of
from pramana.web.access import PageRequest, page
from pramana.web.answers import Answer, answer_of
from pramana.web.keys import key
from pramana.web.sentences import sentence
from pramana.web.views.research_stages import steps_of
from pramana.web.views.research_words import (
    CANDIDATES,
    STAGES,
    VERDICTS,
    error_words,
    reason_words,
)

KEYS = (
    key("j", later("Next page")),
    key("k", later("Previous page")),
    key("p", later("Look at its text")),
    key("a", later("Let it in")),
    key("r", later("Leave it out")),
    key("x", later("Take the mark off")),
    key("A", later("Let all in")),
    key("u", later("Add an address")),
    key("Enter", later("Decide")),
)


@dataclass(frozen=True)
class Given:
    """What a person marked and wrote, kept on the page when a decision was refused."""

    marks: Mapping[UUID, str]
    urls: str = ""
    rationale: str = ""


NOTHING = Given({})
TALLY = later("%(in)s to let in, %(out)s to leave out, %(rest)s not marked")
"""Not in the template: there a percent sign is doubled, and no catalogue knows the sentence."""


@page()
def show(request: PageRequest, research_id: UUID) -> HttpResponse:
    return shown(request, get_research(request.principal.scope, research_id))


def shown(request: PageRequest, view: ResearchView, given: Given = NOTHING) -> HttpResponse:
    scope = request.principal.scope
    people: dict[UUID | None, str] = {each.user_id: each.user_name for each in members_of(scope)}
    waits = view.stage is Stage.AWAITING_APPROVAL
    context = {
        "title": view.text,
        "view": view,
        "keys": KEYS if waits else KEYS[:3],
        "waits": waits,
        "state": STAGES[view.stage],
        "steps": steps_of(view),
        "error": error_words(view.error),
        "lacks_provider": view.error == NO_WORKER,
        "rows": [_row(each, given) for each in view.candidates],
        "dropped": [_dropped(each) for each in view.dropped],
        "came_in": [each for each in view.candidates if each.document_id],
        "answer": answered(view),
        "run": get_run_line(scope, view.run_id),
        "collection": _collection(scope, view),
        "asker": people.get(view.created_by_id),
        "decider": people.get(view.decision.decided_by_id) if view.decision else None,
        "verdict": VERDICTS[view.decision.verdict] if view.decision else "",
        "given": given,
        "tally": TALLY,
        "again": _again(view),
        "failed_job": _failed_job(scope, view),
    }
    return render(request, "web/pages/research_run.html", context)


def _row(candidate: CandidateView, given: Given) -> dict[str, Any]:
    tone, word = CANDIDATES[candidate.state]
    return {
        "page": candidate,
        "host": whose(candidate.url),
        "reasons": [reason_words(each) for each in candidate.reasons],
        "tone": tone,
        "word": word,
        "error": error_words(sentence(candidate.error)),
        "mark": given.marks.get(candidate.id, ""),
    }


def _dropped(dropped: Mapping[str, str]) -> dict[str, str]:
    url = dropped.get("url", "")
    return {"url": url, "host": whose(url), "reason": reason_words(dropped.get("reason", ""))}


def whose(url: str) -> str:
    """Whose page it is; an address that cannot be read stands for itself."""
    return host_of(url) or url


def answered(view: ResearchView) -> Answer | None:
    """The run's answer as the Ask page prints one."""
    if view.answer is None:
        return None
    kept = view.answer
    turn = TurnView(
        id=0,
        session_id=view.id,
        request_id=view.id,
        run_id=view.run_id,
        asked_at=view.created_at,
        state=RequestState.COMPLETED,
        query=view.text,
        response=kept.get("answer") or "",
        sources=tuple(kept.get("sources") or ()),
        metadata=dict(kept.get("metadata") or {}),
        fallback_message=kept.get("fallback_message") or "",
    )
    return answer_of(turn)


def _collection(scope: Scope, view: ResearchView) -> str:
    if view.collection_id is None:
        return ""
    return next((e.name for e in collections_of(scope) if e.id == view.collection_id), "")


def _again(view: ResearchView) -> str:
    """Where the same can be asked anew, with all it was asked with."""
    asked: dict[str, Any] = {
        "text": view.text,
        "kind": "question" if view.is_question else "query",
        "way": "ask" if view.enable_hitl else "auto",
        "collection": view.collection_id or "",
        "case": view.case_id or "",
        "blocked": " ".join(view.rules.get("blocked_domains", ())),
        "pdf": "yes" if view.rules.get("prefer_pdf") else "no",
        "top_n": view.rules.get("top_n", 5),
        **view.budget,
    }
    return f"{reverse('web:research')}?{urlencode(asked)}"


def _failed_job(scope: Scope, view: ResearchView) -> UUID | None:
    """The job whose failure ended the run, so that it can be tried again where it stopped."""
    if view.stage is not Stage.FAILED:
        return None
    failed = [job.id for job in jobs_of_run(scope, view.run_id) if job.state.is_retryable]
    return failed[-1] if failed else None
