"""Background work of extraction."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from uuid import UUID

from django.conf import settings

from pramana.documents.contracts import Status
from pramana.documents.selectors import READABLE, get_document
from pramana.extraction.agent import Agent, RunLimits
from pramana.extraction.contracts.extractions import ExtractionStatus, ExtractionView
from pramana.extraction.contracts.stacks import TableView
from pramana.extraction.domain.evidence import EvidenceSource
from pramana.extraction.domain.field_tree import format_path, leaves
from pramana.extraction.errors import AgentStopped, NoColumnsFound, RowNotSaved, UnreadableDocument
from pramana.extraction.prompts.extractions import (
    CorrectionInput,
    ExtractionInput,
    correction_prompt,
    extraction_prompt,
)
from pramana.extraction.prompts.stacks import (
    StackColumnsInput,
    StackCorrectionInput,
    StackRowInput,
    stack_columns_prompt,
    stack_correction_prompt,
    stack_row_prompt,
)
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.selectors.stacks import documents_of_stack, get_table
from pramana.extraction.services import stack_runs
from pramana.extraction.services.extraction_records import evidence_source
from pramana.extraction.services.extraction_runs import (
    TranscriptWriter,
    end_correction,
    end_extraction,
    fail_run,
    store_second_reading,
)
from pramana.extraction.services.extractions import CORRECT_TASK, EXTRACT_TASK
from pramana.extraction.services.stack_corrections import (
    STACK_CORRECT_TASK,
    CorrectionWork,
    end_table_correction,
    pending_correction,
)
from pramana.extraction.services.stack_runs import COLUMNS_TASK, ROW_TASK, RowUsage, RowWork
from pramana.extraction.services.tool_calls import ToolCallRecorder
from pramana.extraction.tools.extractions import ToolBinding, create_tools
from pramana.extraction.tools.stacks import (
    StackToolBinding,
    column_tools,
    correction_tools,
    row_tools,
)
from pramana.jobs.claims import Claim
from pramana.jobs.context import JobContext
from pramana.jobs.contracts import sentence_of
from pramana.jobs.registry import doubling, task
from pramana.jobs.services import enqueue
from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope
from pramana.llm.contracts import Completion, Prompt, Usage
from pramana.llm.gateway import gateway
from pramana.tenancy.selectors import run_scope

FINISHED = "The extraction had been completed before its worker was stopped."


def record_failure(job: Claim, error: str, extraction_id: UUID, **_: object) -> None:
    """The run was given up: the record says why, and what was saved stays."""
    if job.run_id:
        fail_run(job.scope, extraction_id, job.run_id, error, extracting=job.name == EXTRACT_TASK)


@task(EXTRACT_TASK, on_failure=record_failure)
def extract_fields_task(job: JobContext, extraction_id: UUID) -> None:
    """Read the document into fields. An attempt after a crash goes on from what was saved."""
    found = get_extraction(job.scope, extraction_id)
    if found.status is ExtractionStatus.COMPLETED:  # the worker died between that and the end
        done = Completion(FINISHED, found.engine, Usage(), None, 0)
        return _ended(job, extraction_id, done)
    paper = evidence_source(job.scope, found.document_id)
    asked = ExtractionInput(paper.text, paper.page_starts, found.custom_fields)
    prompt = extraction_prompt(asked)
    engine = gateway(job.scope).engine_for(prompt)
    store_second_reading(job.scope, extraction_id, paper, found.custom_fields, engine)
    is_complete = partial(_is_complete, job, extraction_id)
    done = _worked(job, found, paper, prompt, is_complete=is_complete)
    if not is_complete():
        raise AgentStopped()
    _ended(job, extraction_id, done)


def never_complete() -> bool:
    """A correction has no mark by which it is complete before its agent ends."""
    return False


def _is_complete(job: JobContext, extraction_id: UUID) -> bool:
    return get_extraction(job.scope, extraction_id).status is ExtractionStatus.COMPLETED


def _ended(job: JobContext, extraction_id: UUID, done: Completion[str]) -> None:
    with job.commit():
        end_extraction(job.scope, extraction_id, _run(job), done)


@task(CORRECT_TASK, on_failure=record_failure)
def correct_fields_task(
    job: JobContext, extraction_id: UUID, instruction: str, overwrite: bool
) -> None:
    """Change what the person asks for. Done twice after a crash, it changes nothing twice."""
    found = get_extraction(job.scope, extraction_id)
    paper = evidence_source(job.scope, found.document_id)
    paths = tuple(format_path(path) for path, _ in leaves(found.extracted_fields))
    prompt = correction_prompt(CorrectionInput(instruction, found.extracted_fields, paths))
    done = _worked(job, found, paper, prompt, is_complete=never_complete, overwrite=overwrite)
    with job.commit():
        end_correction(job.scope, extraction_id, _run(job), done)


def _worked(
    job: JobContext,
    found: ExtractionView,
    paper: EvidenceSource,
    prompt: Prompt[str],
    *,
    is_complete: Callable[[], bool],
    overwrite: bool = False,
) -> Completion[str]:
    run_id = _run(job)
    binding = ToolBinding(job.scope, found.document_id, found.id, run_id, paper, overwrite)
    calls = ToolCallRecorder(job.scope, found.id, run_id)
    story = TranscriptWriter(job.scope, found.id, run_id)
    agent = Agent(gateway(job.scope), calls, story, run_limits(), job.progress)
    return agent.work(prompt, create_tools(binding, calls), is_complete)


def run_limits() -> RunLimits:
    """What one run may use, as the operator set it."""
    environment = settings.PRAMANA
    return RunLimits(
        turns=environment.extraction_turns,
        tokens=environment.extraction_tokens,
        seconds=environment.extraction_seconds,
    )


def _run(job: JobContext) -> UUID:
    if job.run_id is None:
        raise ContextError("An agent works in a run.")
    return job.run_id


LOW_PRIORITY = -10
"""A thousand rows give way to whatever a person waits for."""
MOST_ROW_REQUESTS = 12
"""How often one row may ask its model; for columns twice as often, since it reads several."""
RETRY_DELAY = timedelta(seconds=5)
SAMPLES = 3
"""The documents at the top of a stack that columns are found in."""


def record_columns_failure(job: Claim, error: str, table_id: UUID, of_run: UUID) -> None:
    stack_runs.fail_table_run(job.scope, table_id, of_run, sentence_of(error))


@task(COLUMNS_TASK, on_failure=record_columns_failure)
def infer_stack_columns(job: JobContext, table_id: UUID, of_run: UUID) -> None:
    """Let the agent read a few documents and define the columns, then begin with the rows."""
    table = stack_runs.running_table(job.scope, table_id, of_run)
    if table is None:
        return
    if not table.columns:
        if samples_are_pending(job.scope, table.stack_id):
            with job.commit():
                enqueue(
                    job.scope,
                    COLUMNS_TASK,
                    delay=RETRY_DELAY,
                    table_id=table_id,
                    of_run=of_run,
                )
            return
        _infer(run_scope(job.scope, of_run), table, of_run)
    with job.commit():
        stack_runs.begin_rows(job.scope, table_id, of_run)


def samples_are_pending(scope: Scope, stack_id: UUID) -> bool:
    """Whether one of the documents that columns are found in is still being read."""
    first = documents_of_stack(scope, stack_id, limit=SAMPLES)
    return any(Status(each.status) not in (*READABLE, Status.FAILED) for each in first)


def _infer(scope: Scope, table: TableView, run_id: UUID) -> None:
    door = gateway(scope)
    prompt = stack_columns_prompt(StackColumnsInput(table.instructions))
    binding = StackToolBinding(scope, table.stack_id, table.id, run_id, door.engine_for(prompt))
    tools = column_tools(binding, ToolCallRecorder(scope, table.id, run_id))
    door.agent(prompt, tools, most_requests=2 * MOST_ROW_REQUESTS).rest()
    if not get_table(scope, table.stack_id, table.id).columns:
        raise NoColumnsFound()


def record_row_failure(job: Claim, error: str, table_id: UUID, row_id: UUID, of_run: UUID) -> None:
    stack_runs.fail_row(job.scope, table_id, row_id, of_run, sentence_of(error))


@task(ROW_TASK, priority=LOW_PRIORITY, backoff=doubling(5), on_failure=record_row_failure)
def extract_stack_row(job: JobContext, table_id: UUID, row_id: UUID, of_run: UUID) -> None:
    """Read one document for the columns it lacks; the tools save, this counts and hands on."""
    work = stack_runs.begin_row(job.scope, row_id, of_run)
    spent = RowUsage()
    if work and work.columns:
        if not is_readable(job.scope, work.document_id):
            with job.commit():
                enqueue(
                    job.scope,
                    ROW_TASK,
                    delay=RETRY_DELAY,
                    table_id=table_id,
                    row_id=row_id,
                    of_run=of_run,
                )
            return
        spent = read_row(run_scope(job.scope, of_run), work, of_run)
    with job.commit():
        stack_runs.end_row(job.scope, table_id, row_id, of_run, spent)


def is_readable(scope: Scope, document_id: UUID) -> bool:
    """Whether the text is there; False while it is being read. Raises where it never will be."""
    document = get_document(scope, document_id)
    if document.status is Status.FAILED:
        raise UnreadableDocument(document.error)
    return document.status in READABLE


def read_row(scope: Scope, work: RowWork, run_id: UUID) -> RowUsage:
    """Let the agent read the document and save its row. Its tools know this document alone."""
    door = gateway(scope)
    prompt = stack_row_prompt(StackRowInput(work.document_id, work.columns, work.instructions))
    binding = StackToolBinding(
        scope,
        work.stack_id,
        work.table_id,
        run_id,
        door.engine_for(prompt),
        only=work.document_id,
        claim=work.claim,
    )
    tools = row_tools(binding, ToolCallRecorder(scope, work.row_id, run_id))
    completion = door.agent(prompt, tools, most_requests=MOST_ROW_REQUESTS).rest()
    if not binding.saved:
        raise RowNotSaved()
    return usage_of(completion)


def usage_of(completion: Completion[str]) -> RowUsage:
    usage = completion.usage
    return RowUsage(completion.engine, usage.tokens_in, usage.tokens_out, completion.cost)


MOST_CORRECTION_REQUESTS = 40


def record_correction_failure(job: Claim, error: str, correction_id: UUID) -> None:
    end_table_correction(job.scope, correction_id, error=sentence_of(error))


@task(STACK_CORRECT_TASK, attempts=1, on_failure=record_correction_failure)
def correct_stack_table(job: JobContext, correction_id: UUID) -> None:
    """Have the agent do what was asked. Not tried again by itself: half may be done already."""
    work = pending_correction(job.scope, correction_id)
    if work is None:
        return
    completion = _corrected(run_scope(job.scope, work.run_id), work)
    with job.commit():
        end_table_correction(
            job.scope, correction_id, answer=completion.output, engine=completion.engine
        )


def _corrected(scope: Scope, work: CorrectionWork) -> Completion[str]:
    door = gateway(scope)
    table = get_table(scope, work.stack_id, work.table_id)
    prompt = stack_correction_prompt(StackCorrectionInput(work.instruction, table.columns))
    binding = StackToolBinding(
        scope,
        work.stack_id,
        work.table_id,
        work.run_id,
        door.engine_for(prompt),
        overwrite=work.overwrite,
    )
    tools = correction_tools(binding, ToolCallRecorder(scope, work.id, work.run_id))
    return door.agent(prompt, tools, most_requests=MOST_CORRECTION_REQUESTS).rest()
