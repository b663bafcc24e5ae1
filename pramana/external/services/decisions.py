"""Record a person's decision about the candidates of a run: once, with who and when."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.db import transaction

from pramana.documents.errors import SourceRefused
from pramana.documents.fetching import FetchError, check_url
from pramana.documents.services.sources import fetch_options
from pramana.external.contracts import (
    BY_PERSON,
    Budget,
    CandidateState,
    ResearchDecision,
    ResearchView,
    Stage,
)
from pramana.external.domain.selection import approved_candidates, candidate_id, merge_added_urls
from pramana.external.errors import AlreadyDecided, NotWaiting
from pramana.external.models import Candidate, Decision, ResearchRun
from pramana.external.selectors import get_research
from pramana.external.services.runs import RUN_TASK, lock_research, move_to_stage
from pramana.jobs.queue import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
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
