"""The plan of a run: proposed before anything is searched for, edited and approved by a person."""

from collections.abc import Sequence
from dataclasses import asdict
from uuid import UUID

from django.db import transaction

from pramana.external.contracts import (
    MOST_QUESTIONS,
    Budget,
    ResearchPlan,
    ResearchView,
    Stage,
)
from pramana.external.domain.queries import clean_query, usable_queries
from pramana.external.errors import BadPlan, NotWaiting
from pramana.external.selectors import get_research
from pramana.external.services.runs import RUN_TASK, lock_research, move_to_stage
from pramana.external.services.search import ensure_queries
from pramana.jobs.queue import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope, ScopeContext
from pramana.kit.texts import storable
from pramana.tenancy.services import audit


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
    approved = _checked(plan, is_question=row.is_question, most=most)
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


def _checked(plan: ResearchPlan, *, is_question: bool, most: int) -> ResearchPlan:
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
