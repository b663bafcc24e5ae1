"""A run is carried on from where its rows say it stands: begun, resumed, or after a crash."""

from importlib import import_module
from typing import Any
from uuid import UUID

from pramana.external import services
from pramana.external.adapters.choice import configured_worker
from pramana.external.checkpoints import checkpoint_saver
from pramana.external.contracts.stages import BY_PERSON, CandidateState, Stage
from pramana.external.contracts.state import ResearchGraphState
from pramana.external.contracts.views import CandidateView, ResearchView
from pramana.external.graph.deps import ExternalDeps, ids_of
from pramana.external.selectors import context_of, get_research
from pramana.external.selectors.results import results_of
from pramana.external.services.ingesting import DocumentsTrigger
from pramana.external.services.proposing import queries_for
from pramana.external.services.recording import Recorder
from pramana.external.services.rows import READ_TASK, RUN_TASK
from pramana.external.services.scoring import ScoredRank
from pramana.external.services.searching import KeptWorker, SeveralQueries
from pramana.jobs.claims import Claim
from pramana.jobs.context import JobContext
from pramana.jobs.registry import task
from pramana.kit.scope import ScopeContext

RUNNING = (Stage.QUEUED, Stage.SEARCHING, Stage.INGESTING)
"""Stages in which the graph has something to do; in the others it waits for someone else."""


def say_why(job: Claim, error: str, research_id: UUID, candidate_id: UUID | None = None) -> None:
    services.fail_research(job.scope, research_id, error)


@task(RUN_TASK, on_failure=say_why)
def carry_on(job: JobContext, research_id: UUID) -> None:
    """Run the graph until it is through, fails, or needs a person."""
    services.try_again(job.scope, research_id, Stage.SEARCHING)
    research = get_research(job.scope, research_id)
    if research.stage not in RUNNING:
        return
    flow: Any = import_module("pramana.external.graph.flow")
    scope = context_of(job.scope, research)
    standing = flow.Standing(**standing_of(scope, research))
    with checkpoint_saver() as saver:
        stopped = flow.carried_on(standing, deps_of(scope, research), saver)
    with job.commit():
        services.settle(scope, research_id, paused=stopped.paused, error=stopped.error)


@task(READ_TASK, on_failure=say_why)
def note_reading(job: JobContext, research_id: UUID, candidate_id: UUID) -> None:
    """A document of the run has been read, or could not be."""
    with job.commit():
        services.note_reading(job.scope, research_id, candidate_id)


def deps_of(scope: ScopeContext, research: ResearchView) -> ExternalDeps:
    """What the graph of this run may use."""
    worker = configured_worker(at_least=research.rules["top_n"])
    kept = KeptWorker(worker, scope, research.id) if worker else None
    queries = queries_for(scope, research) if kept and not research.candidates else ()
    return ExternalDeps(
        context=scope,
        runtime_worker=SeveralQueries(kept, queries) if kept else None,
        runtime_trigger=DocumentsTrigger(scope, research),
        rank=ScoredRank(scope, research),
        told=Recorder(scope, research.id),
    )


def standing_of(scope: ScopeContext, research: ResearchView) -> dict[str, Any]:
    """The graph's state as the rows have it."""
    results = results_of(scope, research.id)
    candidates = [_offered(each) for each in research.candidates if each.source != BY_PERSON]
    state: ResearchGraphState = {
        "query": research.text,
        "collection_id": str(research.collection_id or ""),
        "enable_hitl": research.enable_hitl,
        "auto_ingest": research.auto_ingest,
        "context": {**ids_of(scope), **research.rules},
    }
    if results is not None:
        state["search_results"] = results
        state["candidates"] = candidates
        state["selected_result"] = next(iter(candidates), None)
    return {
        "state": state,
        "is_selected": results is not None,
        "approved": _approved(research) if research.decision else None,
    }


def _approved(research: ResearchView) -> tuple[str, ...]:
    refused = (CandidateState.OFFERED, CandidateState.REJECTED)
    return tuple(each.url for each in research.candidates if each.state not in refused)


def _offered(candidate: CandidateView) -> dict[str, Any]:
    names = ("url", "title", "snippet", "source", "position", "score", "is_pdf", "published")
    offered = {name: getattr(candidate, name) for name in names}
    return {**offered, "reasons": list(candidate.reasons)}
