"""Background work on research runs, registered by name."""

from datetime import timedelta
from importlib import import_module
from typing import Any
from uuid import UUID

from pramana.external import services
from pramana.external.adapters.providers import configured_worker, is_configured
from pramana.external.checkpoints import checkpoint_saver, delete_threads, stored_threads
from pramana.external.contracts import (
    BY_PERSON,
    CandidateState,
    CandidateView,
    ResearchGraphState,
    ResearchView,
    Stage,
)
from pramana.external.ports import ExternalDeps, context_ids
from pramana.external.selectors.research import (
    context_of,
    get_research,
    needs_plan,
    stored_results,
    threads_in_use,
)
from pramana.external.services.decisions import propose_plan
from pramana.external.services.ingestion import DocumentsTrigger, answer_from_documents
from pramana.external.services.runs import ANSWER_TASK, READ_TASK, RUN_TASK, Recorder
from pramana.external.services.schedules import start_due_research, urls_known_to_schedule
from pramana.external.services.search import ResearchWorker, ScoredRank, ensure_queries
from pramana.jobs.claims import Claim
from pramana.jobs.registry import JobContext, periodic, task
from pramana.kit.clock import utcnow
from pramana.kit.scope import ScopeContext
from pramana.observability.tracing import span

GRAPH_STAGES = (Stage.QUEUED, Stage.SEARCHING, Stage.INGESTING)
"""Stages in which the graph has work to do. In the others the run waits for something else."""

KEEP_CHECKPOINTS = timedelta(days=1)
"""How long the checkpoint of a run is kept after the run has ended."""


def record_failure(
    job: Claim, error: str, research_id: UUID, candidate_id: UUID | None = None
) -> None:
    services.fail_research(job.scope, research_id, error)


@task(RUN_TASK, on_failure=record_failure)
def run_research(job: JobContext, research_id: UUID) -> None:
    """Run the graph until it finishes, fails, or needs a person."""
    services.retry_research(job.scope, research_id, Stage.SEARCHING)
    research = get_research(job.scope, research_id)
    if research.stage not in GRAPH_STAGES:
        return
    scope = context_of(job.scope, research)
    is_new = research.stage is Stage.QUEUED and needs_plan(job.scope, research_id)
    if is_new and is_configured(scope):
        plan = propose_plan(scope, research)
        with job.commit():
            services.offer_plan(scope, research_id, plan)
        return
    graph: Any = import_module("pramana.external.graph")
    point = graph.ResumePoint(**resume_point(scope, research))
    with checkpoint_saver() as saver:
        stopped = graph.resume_run(point, graph_deps(scope, research), saver)
    with job.commit():
        services.settle_graph(scope, research_id, paused=stopped.paused, error=stopped.error)


@task(READ_TASK, on_failure=record_failure)
def check_reading(job: JobContext, research_id: UUID, candidate_id: UUID) -> None:
    """Record whether the document of a candidate could be read."""
    with job.commit():
        services.record_reading(job.scope, research_id, candidate_id)


@task(ANSWER_TASK, on_failure=record_failure)
def answer_research(job: JobContext, research_id: UUID) -> None:
    """Answer the run's question once the ingested pages have been read."""
    services.retry_research(job.scope, research_id, Stage.ANSWERING)
    research = get_research(job.scope, research_id)
    if research.stage is not Stage.ANSWERING:
        return
    scope = context_of(job.scope, research)
    with span("external.answer", scope):
        answer = answer_from_documents(scope, research)
    with job.commit():
        services.finish_answer(scope, research_id, answer)


@periodic("external.start_due", cron="*/5 * * * *")
def start_due() -> None:
    """Start the research whose scheduled time has come."""
    start_due_research(utcnow())


@periodic("external.prune_checkpoints", cron="37 * * * *")
def prune_checkpoints() -> None:
    """Delete the checkpoints of runs that were deleted or ended more than a day ago."""
    in_use = threads_in_use(ended_after=utcnow() - KEEP_CHECKPOINTS)
    delete_threads([thread for thread in stored_threads() if thread not in in_use])


def graph_deps(scope: ScopeContext, research: ResearchView) -> ExternalDeps:
    """The dependencies of this run's graph."""
    provider = configured_worker(scope, at_least=research.rules["top_n"])
    worker = None
    if provider:
        queries = () if research.candidates else ensure_queries(scope, research)
        worker = ResearchWorker(provider, scope, research.id, queries)
    return ExternalDeps(
        context=scope,
        runtime_worker=worker,
        runtime_trigger=DocumentsTrigger(scope, research),
        rank=ScoredRank(scope, research),
        listener=Recorder(scope, research.id),
    )


def resume_point(scope: ScopeContext, research: ResearchView) -> dict[str, Any]:
    """The fields of a `ResumePoint`, read from the run's rows."""
    results = stored_results(scope, research.id)
    candidates = [
        _candidate_fields(each) for each in research.candidates if each.source != BY_PERSON
    ]
    state: ResearchGraphState = {
        "query": research.text,
        "collection_id": str(research.collection_id or ""),
        "enable_hitl": research.enable_hitl,
        "auto_ingest": research.auto_ingest,
        "context": {
            **context_ids(scope),
            **research.rules,
            "known_urls": urls_known_to_schedule(scope, research),
        },
    }
    if results is not None:
        state["search_results"] = results
        state["candidates"] = candidates
        state["selected_result"] = next(iter(candidates), None)
    return {
        "state": state,
        "is_selected": results is not None,
        "approved": _approved_urls(research) if research.decision else None,
    }


def _approved_urls(research: ResearchView) -> tuple[str, ...]:
    not_approved = (CandidateState.OFFERED, CandidateState.REJECTED)
    return tuple(each.url for each in research.candidates if each.state not in not_approved)


def _candidate_fields(candidate: CandidateView) -> dict[str, Any]:
    names = ("url", "title", "snippet", "source", "position", "score", "is_pdf", "published")
    fields = {name: getattr(candidate, name) for name in names}
    return {**fields, "reasons": list(candidate.reasons)}
