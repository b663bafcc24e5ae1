"""A person decides what may come in: once, with their name and the time."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.db import transaction

from pramana.documents.errors import SourceRefused
from pramana.documents.fetching import FetchError, check_url
from pramana.documents.services.sources import fetch_options
from pramana.external.contracts.requests import Budget, Choice
from pramana.external.contracts.stages import BY_PERSON, CandidateState, Stage
from pramana.external.contracts.views import ResearchView
from pramana.external.domain.choosing import candidate_id, let_in, told_apart
from pramana.external.errors import AlreadyDecided, NotWaiting
from pramana.external.models import Candidate, Decision, ResearchRun
from pramana.external.selectors import get_research
from pramana.external.services.rows import RUN_TASK, locked, move
from pramana.jobs.services import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit


def decide(scope: Scope, research_id: UUID, choice: Choice) -> ResearchView:
    """Let in what was chosen, and have the run go on.

    Added addresses are looked at first, outside the transaction, because asking a name server takes
    its time: one that may not be fetched is refused with everything else unchanged.
    """
    _refuse_early(get_research(scope, research_id))
    added = tuple(_allowed(url) for url in choice.added_urls)
    _decide(scope, research_id, replace(choice, added_urls=added))
    return get_research(scope, research_id)


@transaction.atomic
def _decide(scope: Scope, research_id: UUID, choice: Choice) -> None:
    """The row is locked, so of two who decide together the second is told so."""
    row = locked(scope, research_id)
    candidates = list(Candidate.objects.in_scope(scope).filter(research=row))
    _refuse_early(get_research(scope, research_id))
    offered, most = [each.id for each in candidates], Budget.model_validate(row.budget).pages
    choice = told_apart(row.id, offered, choice)
    chosen = let_in(offered, choice, most=most)
    Decision(
        tenant_id=scope.tenant_id,
        research=row,
        verdict=choice.verdict,
        candidate_ids=[str(each) for each in chosen],
        added_urls=list(choice.added_urls),
        rationale=choice.rationale,
        decided_by_id=scope.actor_id,
        decided_at=utcnow(),
    ).save(force_insert=True)
    _mark(scope, row, set(chosen))
    _add(scope, row, choice.added_urls, first=len(candidates))
    move(scope, row, Stage.INGESTING)
    enqueue(scope, RUN_TASK, run_id=row.run_id, research_id=row.id)
    audit(
        scope, "research.decided", "research", row.id,
        verdict=choice.verdict.value, let_in=len(chosen) + len(choice.added_urls),
    )  # fmt: skip


def _mark(scope: Scope, row: ResearchRun, chosen: set[UUID]) -> None:
    rows = Candidate.objects.in_scope(scope).filter(research=row)
    rows.filter(pk__in=chosen).update(state=CandidateState.APPROVED)
    rows.exclude(pk__in=chosen).update(state=CandidateState.REJECTED)


def _add(scope: Scope, row: ResearchRun, urls: Sequence[str], *, first: int) -> None:
    """The pages that the person named themselves, after those that were offered."""
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


def _refuse_early(research: ResearchView) -> None:
    if research.decision is not None:
        raise AlreadyDecided()
    if research.stage is not Stage.AWAITING_APPROVAL:
        raise NotWaiting(research.stage)


def _allowed(url: str) -> str:
    try:
        return check_url(url, fetch_options())
    except FetchError as error:
        raise SourceRefused(error.message) from None
