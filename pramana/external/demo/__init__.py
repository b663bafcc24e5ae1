"""Research's scene in the demonstration: a question that waits for somebody to let pages in.

The run goes the way every run goes: the worker searches, selection ranks, the rows are kept and the
run stops. Only the provider is ours: it finds the pages on our shelf, and nothing of the network.
"""

from collections.abc import Sequence
from contextlib import suppress
from uuid import UUID

from django.db import transaction

from pramana.documents.selectors import documents_by_id
from pramana.external.contracts.requests import Wanted
from pramana.external.contracts.search import Found, SearchResult
from pramana.external.contracts.selection import SelectionRules
from pramana.external.contracts.stages import Stage
from pramana.external.domain.selection import select
from pramana.external.errors import ResearchNotFound
from pramana.external.models import Candidate, ResearchRun
from pramana.external.selectors import context_of
from pramana.external.services import delete_research, settle, start_research
from pramana.external.services.recording import Recorder, keep_queries
from pramana.external.services.scoring import ScoredRank
from pramana.external.services.searching import KeptWorker
from pramana.external.shelf import shelf
from pramana.external.worker import ProviderWorker
from pramana.kit.scope import Scope
from pramana.tenancy.services import open_case

CASE = "Kalika footbridge"
WORKFLOW = "Who stands behind the bids"
QUESTION = "Who are the bidders for the Kalika footbridge, and who owns them?"


class Shelf:
    """A provider that knows the demonstration's pages and no others."""

    name = "demonstration"

    def search(self, query: str, *, most: int) -> Sequence[Found]:
        pages = shelf()[:most]
        return [
            Found(url=p.url, title=p.title, snippet=p.snippet, published=p.published) for p in pages
        ]


@transaction.atomic
def scene(scope: Scope) -> UUID:
    """A run that has found pages and waits for a decision. Its job finds nothing left to do."""
    wanted = Wanted(
        text=QUESTION, is_question=True, case_id=open_case(scope, CASE), workflow=WORKFLOW
    )
    research = start_research(scope, wanted)
    context = context_of(scope, research)
    told = Recorder(context, research.id)
    told.searching()
    keep_queries(context, research.id, [QUESTION], 0)
    results = _searched(
        KeptWorker(ProviderWorker(Shelf()), context, research.id), context.tenant_id
    )
    rules = SelectionRules.model_validate(research.rules)
    selection = select(QUESTION, results, rules, ScoredRank(context, research))
    told.selected([each.model_dump(mode="json") for each in results], selection)
    settle(context, research.id, paused=True, error=None)
    return research.id


def _searched(worker: KeptWorker, tenant_id: UUID) -> list[SearchResult]:
    ids = {"tenant_id": str(tenant_id), "trace_id": str(worker.scope.trace_id)}
    outcome = worker.run(query=QUESTION, context={**ids, "run_id": str(worker.scope.run_id)})
    return list(outcome.data.results) if outcome.status == "ok" else []


def is_decided(scope: Scope, research_id: UUID) -> bool | None:
    """Whether somebody said what may come in; None where the run is gone."""
    rows = ResearchRun.objects.in_scope(scope).filter(pk=research_id)
    stage = rows.values_list("stage", flat=True).first()
    waits = (Stage.QUEUED, Stage.SEARCHING, Stage.AWAITING_APPROVAL)
    return None if stage is None else stage not in waits


def let_in(scope: Scope, research_ids: Sequence[UUID]) -> list[UUID]:
    """The documents that pages of the shelf became; they are of the story, whoever let them in."""
    pages = Candidate.objects.in_scope(scope).filter(
        research_id__in=research_ids, url__in=[page.url for page in shelf()]
    )
    became = [page for page in pages.values_list("document_id", flat=True) if page]
    return [each.id for each in documents_by_id(scope, became) if each.origin]


def remove(scope: Scope, research_ids: Sequence[UUID]) -> int:
    """Forget the run; other pages that were let in by it stay, for a person let them in."""
    gone = 0
    for research_id in research_ids:
        with suppress(ResearchNotFound):
            delete_research(scope, research_id)
            gone += 1
    return gone
