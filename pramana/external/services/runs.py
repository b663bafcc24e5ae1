"""The life of a research run: start it, record what it does and spends, end it, delete it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import partial, reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from pramana.documents.contracts import DocumentView, Status
from pramana.documents.errors import DocumentNotFound
from pramana.documents.selectors import get_collection, get_document
from pramana.external.checkpoints import delete_threads
from pramana.external.contracts import (
    SEARCH_TOOL,
    Budget,
    CandidateState,
    Ranked,
    ResearchRequest,
    ResearchView,
    Selection,
    Stage,
)
from pramana.external.domain.queries import clean_query
from pramana.external.domain.selection import candidate_id
from pramana.external.errors import NothingAsked, ResearchNotFound
from pramana.external.models import Candidate, ResearchRun
from pramana.external.selectors import get_research
from pramana.jobs.contracts import DONE_EVENT, FAILED_EVENT
from pramana.jobs.events import emit
from pramana.jobs.queue import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope, ScopeContext
from pramana.kit.texts import with_visible_overrides
from pramana.kit.tools import ToolOutcome
from pramana.tenancy.contracts import NoticeKind, RunState
from pramana.tenancy.locking import lock_row
from pramana.tenancy.services import (
    audit,
    delete_runs,
    end_run,
    record_steps,
    record_tool_calls,
    start_run,
)
from pramana.tenancy.services.notices import publish_notice
from pramana.tenancy.steps import Step, ToolCallEntry

STAGE_EVENT = "stage"
RUN_TASK = "external.research"
READ_TASK = "external.note_reading"
ANSWER_TASK = "external.answer"
CHECK_AGAIN_AFTER = timedelta(seconds=2)


def lock_research(scope: Scope, research_id: UUID) -> ResearchRun:
    """Lock a run. Every change of a run or its candidates locks this row first."""
    return lock_row(ResearchRun.objects.in_scope(scope).filter(pk=research_id), ResearchNotFound())


def check_reading_later(
    scope: Scope, row: ResearchRun, candidate_id: UUID, *, delay: timedelta | None = None
) -> None:
    """Queue a check whether the candidate's document has been read."""
    enqueue(
        scope,
        READ_TASK,
        run_id=row.run_id,
        delay=delay,
        research_id=row.id,
        candidate_id=candidate_id,
    )


def move_to_stage(scope: Scope, row: ResearchRun, stage: Stage) -> None:
    """Move a run to a stage and save it. A run that has ended keeps its stage."""
    if row.stage == stage or Stage(row.stage).is_over:
        return
    at = utcnow()
    row.stage = stage
    row.stages = [*row.stages, {"stage": stage.value, "at": at.isoformat()}]
    row.ended_at = at if stage.is_over else None
    row.save()
    emit(scope, row.run_id, STAGE_EVENT, {"stage": stage.value})
    if stage.needs_person:
        publish_notice(scope, NoticeKind.RESEARCH_WAITING, research_id=row.id, run_id=row.run_id)
    if stage.is_over:
        _end_run(scope, row, stage)


def reopen_at_stage(scope: Scope, row: ResearchRun, stage: Stage) -> None:
    """Make a failed run active again at a stage, because a person retried its job."""
    row.stage, row.error = stage, ""
    row.stages = [*row.stages, {"stage": stage.value, "at": utcnow().isoformat()}]
    row.ended_at = None
    row.save()
    emit(scope, row.run_id, STAGE_EVENT, {"stage": stage.value})


def _end_run(scope: Scope, row: ResearchRun, stage: Stage) -> None:
    failed = stage is Stage.FAILED
    details = {"error": row.error} if failed else {}
    emit(scope, row.run_id, FAILED_EVENT if failed else DONE_EVENT, details)
    end_run(scope, row.run_id, RunState.FAILED if failed else RunState.DONE)


RUN_KIND = "external.research"


@transaction.atomic
def start_research(
    scope: Scope, request: ResearchRequest, *, schedule_id: UUID | None = None
) -> ResearchView:
    """Start a run and queue its job, in one transaction."""
    if not clean_query(request.text):
        raise NothingAsked()
    if request.collection_id:
        get_collection(scope, request.collection_id)
    run_id = start_run(scope, RUN_KIND, request.matter)
    row = ResearchRun(
        tenant_id=scope.tenant_id,
        run_id=run_id,
        schedule_id=schedule_id,
        text=request.text.strip(),
        is_question=request.is_question,
        collection_id=request.collection_id,
        enable_hitl=request.enable_hitl,
        auto_ingest=request.auto_ingest,
        plan_first=request.plan_first and request.enable_hitl,
        rules=request.rules.model_dump(),
        budget=request.budget.model_dump(),
        stages=[{"stage": Stage.QUEUED.value, "at": utcnow().isoformat()}],
        created_by_id=scope.actor_id,
    )
    row.save(force_insert=True)
    enqueue(scope, RUN_TASK, run_id=run_id, research_id=row.id)
    audit(scope, "research.started", "research", row.id)
    return get_research(scope, row.id)


DELETED_UNREAD = "The document was deleted before it had been read."
OVER_BUDGET = "The run's budget of tokens is spent, so no answer was composed."


@transaction.atomic
def settle_graph(scope: Scope, research_id: UUID, *, paused: bool, error: str | None) -> None:
    """Move the run on after its graph has stopped: for a person, with an error, or finished."""
    row = lock_research(scope, research_id)
    if paused:
        move_to_stage(scope, row, Stage.AWAITING_APPROVAL)
    elif error:
        row.error = error
        move_to_stage(scope, row, Stage.FAILED)
    else:
        _advance(scope, row)


@transaction.atomic
def record_reading(scope: Scope, research_id: UUID, candidate_id: UUID) -> None:
    """Record whether an ingested document could be read. The last one moves the run on."""
    row = lock_research(scope, research_id)
    candidate = Candidate.objects.in_scope(scope).filter(pk=candidate_id).first()
    if candidate is None or candidate.state != CandidateState.READING:
        return
    document = _document(scope, candidate.document_id)
    if document and document.status not in (Status.COMPLETED, Status.FAILED):
        check_reading_later(scope, row, candidate_id, delay=CHECK_AGAIN_AFTER)
        return
    good = document is not None and document.status is Status.COMPLETED
    candidate.state = CandidateState.INGESTED if good else CandidateState.FAILED
    candidate.error = "" if good else (document.error if document else DELETED_UNREAD)
    candidate.save(update_fields=["state", "error"])
    if row.stage == Stage.READING:
        _advance(scope, row)


@transaction.atomic
def finish_answer(scope: Scope, research_id: UUID, answer: Mapping[str, Any]) -> None:
    row = lock_research(scope, research_id)
    if row.stage != Stage.ANSWERING:
        return
    row.answer = dict(answer)
    move_to_stage(scope, row, Stage.DONE)


@transaction.atomic
def retry_research(scope: Scope, research_id: UUID, stage: Stage) -> None:
    """Reopen a run if it failed; otherwise do nothing."""
    row = lock_research(scope, research_id)
    if row.stage == Stage.FAILED:
        reopen_at_stage(scope, row, stage)


@transaction.atomic
def fail_research(scope: Scope, research_id: UUID, error: str) -> None:
    row = lock_research(scope, research_id)
    row.error = row.error or error
    move_to_stage(scope, row, Stage.FAILED)


def _advance(scope: Scope, row: ResearchRun) -> None:
    """Move to the next stage: wait for documents being read, then answer a question, then end."""
    candidates = Candidate.objects.in_scope(scope).filter(research=row)
    if candidates.filter(state=CandidateState.READING).exists():
        move_to_stage(scope, row, Stage.READING)
    elif not row.is_question or not candidates.filter(state=CandidateState.INGESTED).exists():
        move_to_stage(scope, row, Stage.DONE)
    elif row.spent.get("tokens", 0) > Budget.model_validate(row.budget).tokens:
        row.error = OVER_BUDGET
        move_to_stage(scope, row, Stage.DONE)
    else:
        move_to_stage(scope, row, Stage.ANSWERING)
        enqueue(scope, ANSWER_TASK, run_id=row.run_id, research_id=row.id)


def _document(scope: Scope, document_id: UUID | None) -> DocumentView | None:
    try:
        return get_document(scope, document_id) if document_id else None
    except DocumentNotFound:
        return None


DOCUMENT_DELETED = "The document was deleted."


@transaction.atomic
def delete_research(scope: Scope, research_id: UUID) -> None:
    """Delete a run with its candidates, decision, calls and jobs. Ingested documents stay."""
    row = lock_research(scope, research_id)
    delete_runs(scope, [row.run_id])
    transaction.on_commit(partial(delete_threads, [str(row.run_id)]))
    audit(scope, "research.deleted", "research", research_id)


@transaction.atomic
def release_documents(scope: Scope, document_ids: Sequence[UUID]) -> None:
    """Delete answers that cite deleted documents. The candidates stay, without a document."""
    cited = [[{"document_id": str(each)}] for each in document_ids]
    named = [Q(answer__sources__contains=each) for each in cited]
    named += [Q(answer__sections__contains=[{"sources": each}]) for each in cited]
    ResearchRun.objects.in_scope(scope).filter(reduce(or_, named)).update(answer=None)
    rows = Candidate.objects.in_scope(scope).filter(document_id__in=document_ids)
    for row in rows.filter(state=CandidateState.READING).select_related("research"):
        check_reading_later(scope, row.research, row.id)
    rows.filter(state=CandidateState.INGESTED).update(
        state=CandidateState.FAILED, error=DOCUMENT_DELETED
    )
    rows.update(document_id=None)


def delete_checkpoints_of_tenant(scope: Scope) -> None:
    """Delete the checkpoints of all runs of a tenant that is being erased."""
    runs = ResearchRun.objects.in_scope(scope).values_list("run_id", flat=True)
    transaction.on_commit(partial(delete_threads, [str(each) for each in runs]))


@dataclass(frozen=True)
class Recorder:
    """Records the progress of one run's graph (`ProgressListener`)."""

    scope: ScopeContext
    research_id: UUID

    @transaction.atomic
    def search_started(self) -> None:
        move_to_stage(self.scope, lock_research(self.scope, self.research_id), Stage.SEARCHING)

    @transaction.atomic
    def results_selected(self, results: Sequence[Mapping[str, Any]], selection: Selection) -> None:
        """Store the results and candidates. A retried run keeps its first selection."""
        row = lock_research(self.scope, self.research_id)
        if row.results is not None:
            return
        row.results = [dict(each) for each in results]
        row.dropped = [asdict(each) for each in selection.dropped]
        row.save(update_fields=["results", "dropped"])
        Candidate.objects.bulk_create(
            self._candidate(place, each) for place, each in enumerate(selection.offered)
        )

    @transaction.atomic
    def ingestion_started(self) -> None:
        move_to_stage(self.scope, lock_research(self.scope, self.research_id), Stage.INGESTING)

    def step_ended(self, step: Step) -> None:
        record_steps(self.scope, required_run_id(self.scope), [step])

    def _candidate(self, place: int, ranked: Ranked) -> Candidate:
        result = ranked.result
        return Candidate(
            id=candidate_id(self.research_id, result.url),
            tenant_id=self.scope.tenant_id,
            research_id=self.research_id,
            position=place,
            score=ranked.score,
            reasons=list(ranked.reasons),
            facets=dict(ranked.facets),
            adds=list(ranked.adds),
            recommended_ingest=ranked.recommended_ingest,
            url=result.url,
            title=with_visible_overrides(result.title)[:500],
            snippet=result.snippet[:2000],
            source=result.source[:40],
            is_pdf=result.is_pdf,
            published=result.published[:100],
        )


@transaction.atomic
def record_queries(
    scope: ScopeContext, research_id: UUID, queries: Sequence[str], tokens: int
) -> None:
    """Store the run's queries and the tokens that proposing them cost."""
    row = lock_research(scope, research_id)
    row.queries = list(queries)
    row.add_spent(tokens=tokens)
    row.save(update_fields=["queries", "spent"])


@transaction.atomic
def record_search(
    scope: ScopeContext, research_id: UUID, outcome: ToolOutcome, invocation_id: UUID
) -> None:
    """Store a web search and count it against the run's budget."""
    row = lock_research(scope, research_id)
    row.add_spent(searches=1)
    row.save(update_fields=["spent"])
    call = ToolCallEntry(SEARCH_TOOL, outcome.model_dump(mode="json"), invocation_id)
    record_call(scope, research_id, call)


@transaction.atomic
def record_tokens(scope: ScopeContext, research_id: UUID, tokens: int) -> None:
    """Count tokens against the run's budget."""
    if tokens:
        row = lock_research(scope, research_id)
        row.add_spent(tokens=tokens)
        row.save(update_fields=["spent"])


def record_call(scope: ScopeContext, research_id: UUID, call: ToolCallEntry) -> None:
    """Store a tool call of the run."""
    record_tool_calls(scope, research_id, required_run_id(scope), [call])


def required_run_id(scope: ScopeContext) -> UUID:
    if scope.run_id is None:
        raise ContextError("Steps and tool calls are stored with a run; this scope has none.")
    return scope.run_id
