"""A person's decisions: about the plan of a run before anything is searched, and its candidates.

Each is recorded once, with who and when.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace
from uuid import UUID

from django.db import transaction

from pramana.documents.errors import SourceRefused
from pramana.documents.fetching import FetchError, check_url
from pramana.documents.services.web_sources import fetch_options
from pramana.external.contracts import (
    BY_PERSON,
    MOST_QUESTIONS,
    Budget,
    CandidateState,
    ResearchDecision,
    ResearchPlan,
    ResearchView,
    Stage,
)
from pramana.external.domain.queries import clean_query, usable_queries
from pramana.external.domain.selection import approved_candidates, candidate_id, merge_added_urls
from pramana.external.errors import AlreadyDecided, BadPlan, NotWaiting
from pramana.external.models import Candidate, Decision, ResearchRun
from pramana.external.selectors import get_research
from pramana.external.services.runs import RUN_TASK, lock_research, move_to_stage
from pramana.external.services.search import ensure_queries
from pramana.jobs.queue import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope, ScopeContext
from pramana.kit.texts import storable
from pramana.tenancy.services import audit


def decide(scope: Scope, research_id: UUID, choice: ResearchDecision) -> ResearchView:
    """Store the decision and let the run go on.

    Added addresses are checked first, outside the transaction, because a name server takes time. If
    one of them may not be fetched, nothing is changed.
    """
    _refuse_unless_waiting(get_research(scope, research_id))
    added = tuple(_check_url(url) for url in choice.added_urls)
    _store_decision(scope, research_id, replace(choice, added_urls=added))
    return get_research(scope, research_id)


@transaction.atomic
def _store_decision(scope: Scope, research_id: UUID, choice: ResearchDecision) -> None:
    """Lock the run, so that of two simultaneous decisions the second is refused."""
    row = lock_research(scope, research_id)
    candidates = list(Candidate.objects.in_scope(scope).filter(research=row))
    _refuse_unless_waiting(get_research(scope, research_id))
    offered, most = [each.id for each in candidates], Budget.model_validate(row.budget).pages
    choice = merge_added_urls(row.id, offered, choice)
    chosen = approved_candidates(offered, choice, most=most)
    Decision(
        tenant_id=scope.tenant_id,
        research=row,
        verdict=choice.verdict,
        candidate_ids=[str(each) for each in chosen],
        rejected_ids=[str(each) for each in choice.rejected_ids if each not in chosen],
        added_urls=list(choice.added_urls),
        rationale=choice.rationale,
        decided_by_id=scope.actor_id,
        decided_at=utcnow(),
    ).save(force_insert=True)
    _mark_candidates(scope, row, set(chosen))
    _add_candidates(scope, row, choice.added_urls, first=len(candidates))
    move_to_stage(scope, row, Stage.INGESTING)
    enqueue(scope, RUN_TASK, run_id=row.run_id, research_id=row.id)
    audit(
        scope, "research.decided", "research", row.id,
        verdict=choice.verdict.value, let_in=len(chosen) + len(choice.added_urls),
    )  # fmt: skip


def _mark_candidates(scope: Scope, row: ResearchRun, chosen: set[UUID]) -> None:
    rows = Candidate.objects.in_scope(scope).filter(research=row)
    rows.filter(pk__in=chosen).update(state=CandidateState.APPROVED)
    rows.exclude(pk__in=chosen).update(state=CandidateState.REJECTED)


def _add_candidates(scope: Scope, row: ResearchRun, urls: Sequence[str], *, first: int) -> None:
    """Add the pages that the person named, after those that were offered."""
    for place, url in enumerate(urls, start=first):
        Candidate(
            id=candidate_id(row.id, url),
            tenant_id=scope.tenant_id,
            research=row,
            url=url,
            title=url[:500],
            source=BY_PERSON,
            position=place,
            reasons=["Added by the person who decided."],
            state=CandidateState.APPROVED,
        ).save(force_insert=True)


def _refuse_unless_waiting(research: ResearchView) -> None:
    if research.decision is not None:
        raise AlreadyDecided()
    if research.stage is not Stage.AWAITING_APPROVAL:
        raise NotWaiting(research.stage)


def _check_url(url: str) -> str:
    try:
        return check_url(url, fetch_options())
    except FetchError as error:
        raise SourceRefused(error.message) from None


def propose_plan(scope: ScopeContext, research: ResearchView) -> ResearchPlan:
    """The plan that the run would carry out by itself. Nothing is sent to a search provider."""
    return ResearchPlan(
        questions=(research.text,) if research.is_question else (),
        queries=ensure_queries(scope, research),
        sources=tuple(research.rules.get("only_domains", ())),
    )


@transaction.atomic
def offer_plan(scope: Scope, research_id: UUID, plan: ResearchPlan) -> None:
    """Store the proposal and wait for a person."""
    row = lock_research(scope, research_id)
    row.plan = {"proposed": asdict(plan)}
    row.save(update_fields=["plan"])
    move_to_stage(scope, row, Stage.AWAITING_PLAN)


@transaction.atomic
def approve_plan(scope: Scope, research_id: UUID, plan: ResearchPlan) -> ResearchView:
    """Let the run carry out this plan and no other. The first approval counts."""
    row = lock_research(scope, research_id)
    if row.stage != Stage.AWAITING_PLAN or row.plan is None:
        raise NotWaiting(Stage(row.stage))
    most = Budget.model_validate(row.budget).searches
    approved = _executable_plan(plan, is_question=row.is_question, most=most)
    row.plan = {
        **row.plan,
        "approved": asdict(approved),
        "approved_by_id": str(scope.actor_id) if scope.actor_id else None,
        "approved_at": utcnow().isoformat(),
    }
    row.queries = list(approved.queries)
    row.rules = {**row.rules, "only_domains": list(approved.sources)}
    move_to_stage(scope, row, Stage.SEARCHING)
    enqueue(scope, RUN_TASK, run_id=row.run_id, research_id=row.id)
    audit(scope, "research.plan_approved", "research", row.id)
    return get_research(scope, research_id)


def _executable_plan(plan: ResearchPlan, *, is_question: bool, most: int) -> ResearchPlan:
    """The plan as it can be carried out, or `BadPlan`. It is never cut silently."""
    queries = usable_queries(plan.queries, "", len(plan.queries) + 1)
    questions = _distinct(plan.questions)
    if not any(queries):
        raise BadPlan("The plan needs at least one query.")
    if len(queries) > most:
        raise BadPlan(f"This run may search {most} times; the plan has {len(queries)} queries.")
    if is_question and not questions:
        raise BadPlan("The plan needs at least one question.")
    if len(questions) > MOST_QUESTIONS:
        raise BadPlan(f"A plan has at most {MOST_QUESTIONS} questions.")
    sources = dict.fromkeys(each.strip().lower().strip(".") for each in plan.sources)
    return ResearchPlan(
        questions=tuple(questions) if is_question else (),
        queries=tuple(queries),
        sources=tuple(each for each in sources if each),
    )


def _distinct(lines: Sequence[str]) -> list[str]:
    cleaned = (" ".join(storable(each).split()) for each in lines)
    return list(dict.fromkeys(each for each in cleaned if clean_query(each)))
