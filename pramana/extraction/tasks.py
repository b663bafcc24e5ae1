"""Background jobs: an extraction, a correction in words, and the rows and columns of a stack."""

import time
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from pramana.documents.contracts import Status
from pramana.documents.selectors import READABLE
from pramana.documents.selectors.structure import structure_of
from pramana.extraction.agent import ExtractionAgent, run_limits
from pramana.extraction.contracts.extractions import ExtractionStatus, TableOutcome
from pramana.extraction.contracts.stacks import TableView
from pramana.extraction.corrector import Corrector, TableCorrector
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
from pramana.extraction.second_pass import RunBudget, reconsider_extraction, reconsider_row
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.selectors.stacks import documents_of_stack, get_table
from pramana.extraction.services import stack_runs
from pramana.extraction.services.corrections import (
    STACK_CORRECT_TASK,
    CorrectionWork,
    end_table_correction,
    pending_correction,
)
from pramana.extraction.services.extraction_records import evidence_source
from pramana.extraction.services.extraction_runs import (
    end_correction,
    end_extraction,
    fail_run,
    store_second_reading,
)
from pramana.extraction.services.extractions import CORRECT_TASK, EXTRACT_TASK
from pramana.extraction.services.lessons import (
    field_key,
    learned_examples,
    learned_labels,
    learned_labels_of_document,
)
from pramana.extraction.services.stack_runs import COLUMNS_TASK, ROW_TASK, RowUsage, RowWork
from pramana.extraction.services.tool_calls import ToolCallRecorder
from pramana.extraction.tools.extractions import ToolBinding
from pramana.extraction.tools.stacks import (
    StackToolBinding,
    column_tools,
    correction_tools,
    row_tools,
)
from pramana.jobs.claims import Claim
from pramana.jobs.contracts import plain_error
from pramana.jobs.queue import enqueue
from pramana.jobs.registry import JobContext, doubling, task
from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope
from pramana.llm.contracts import OFFLINE, Completion, Usage
from pramana.llm.gateway import gateway
from pramana.tenancy.selectors import run_scope

COMPLETED_BEFORE_CRASH = "The extraction had been completed before its worker was stopped."
LOW_PRIORITY = -10
"""Rows have low priority, so that a thousand of them do not delay what a person waits for."""
MOST_ROW_REQUESTS = 12
"""How often one row may ask its model. Inferring columns may ask twice as often."""
MOST_CORRECTION_REQUESTS = 40
RETRY_DELAY = timedelta(seconds=5)
SAMPLES = 3
"""Columns are inferred from this many documents at the top of a stack."""


def record_run_failure(job: Claim, error: str, extraction_id: UUID, **_: object) -> None:
    """Record why the run failed. What it saved stays."""
    if job.run_id:
        fail_run(job.scope, extraction_id, job.run_id, error, extracting=job.name == EXTRACT_TASK)


@task(EXTRACT_TASK, on_failure=record_run_failure)
def extract_document(job: JobContext, extraction_id: UUID) -> None:
    """Read the document into fields. An attempt after a crash continues from what was saved."""
    run_id, extraction = _run_id(job), get_extraction(job.scope, extraction_id)

    def is_complete() -> bool:
        return get_extraction(job.scope, extraction_id).status is ExtractionStatus.COMPLETED

    if extraction.status is ExtractionStatus.COMPLETED:
        completion = Completion(COMPLETED_BEFORE_CRASH, extraction.engine, Usage(), None, 0)
    else:
        source, specs = evidence_source(job.scope, extraction.document_id), extraction.custom_fields
        fields = {field_key((spec.name,)) for spec in specs} or None
        request = ExtractionInput(
            source.text,
            source.page_starts,
            specs,
            learned_labels(job.scope, source.text, fields),
            learned_examples(job.scope, source.text, fields),
            structure_of(job.scope, extraction.document_id).tables if specs else (),
        )
        prompt = extraction_prompt(request)
        models = gateway(job.scope)
        store_second_reading(job.scope, extraction_id, source, specs, models.engine_for(prompt))
        binding = ToolBinding(
            job.scope, extraction.document_id, extraction_id, run_id, source, specs=specs
        )
        began = time.monotonic()
        completion = ExtractionAgent(models, binding, job.progress).work(prompt, is_complete)
        if not is_complete():
            raise AgentStopped()
        if completion.engine != OFFLINE:
            budget = RunBudget.after(run_limits(), completion.usage, time.monotonic() - began)
            completion = reconsider_extraction(models, binding, completion, budget)
    with job.commit():
        end_extraction(job.scope, extraction_id, run_id, completion)


@task(CORRECT_TASK, on_failure=record_run_failure)
def correct_extraction(
    job: JobContext,
    extraction_id: UUID,
    instruction: str,
    overwrite: bool,
    confirm: bool = False,
    decides: bool = True,
) -> None:
    """Change what the person asks for. A second attempt after a crash changes nothing twice.

    Code carries out what it understands; a model is asked only about the rest.
    """
    run_id, extraction = _run_id(job), get_extraction(job.scope, extraction_id)
    source = evidence_source(job.scope, extraction.document_id)
    binding = ToolBinding(
        job.scope, extraction.document_id, extraction_id, run_id, source, overwrite, instruction
    )
    outcome = Corrector(binding, job.progress, decides=decides).work(confirm=confirm)
    completion = Completion(outcome.summary, OFFLINE, Usage(), None, 0)
    if outcome.unclear:
        if not decides:
            binding = replace(binding, instruction="")
        current = get_extraction(job.scope, extraction_id).extracted_fields
        paths = tuple(format_path(path) for path, _ in leaves(current))
        request = CorrectionInput(tuple(outcome.unclear), current, paths)
        agent = ExtractionAgent(gateway(job.scope), binding, job.progress)
        completion = agent.work(correction_prompt(request))
    with job.commit():
        end_correction(job.scope, extraction_id, run_id, completion, outcome)


def _run_id(job: JobContext) -> UUID:
    if job.run_id is None:
        raise ContextError("An extraction agent needs a run, and this job has none.")
    return job.run_id


def record_columns_failure(job: Claim, error: str, table_id: UUID, of_run: UUID) -> None:
    stack_runs.fail_table_run(job.scope, table_id, of_run, plain_error(error))


@task(COLUMNS_TASK, on_failure=record_columns_failure)
def infer_stack_columns(job: JobContext, table_id: UUID, of_run: UUID) -> None:
    """Let the agent define the columns from a few documents, then start the rows."""
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
        _run_inference(run_scope(job.scope, of_run), table, of_run)
    with job.commit():
        stack_runs.begin_rows(job.scope, table_id, of_run)


def samples_are_pending(scope: Scope, stack_id: UUID) -> bool:
    """Whether a document that columns are inferred from is still being read."""
    first = documents_of_stack(scope, stack_id, limit=SAMPLES)
    return any(Status(each.status) not in (*READABLE, Status.FAILED) for each in first)


def _run_inference(scope: Scope, table: TableView, run_id: UUID) -> None:
    models = gateway(scope)
    prompt = stack_columns_prompt(StackColumnsInput(table.instructions))
    binding = StackToolBinding(scope, table.stack_id, table.id, run_id, models.engine_for(prompt))
    tools = column_tools(binding, ToolCallRecorder(scope, table.id, run_id))
    models.agent(prompt, tools, most_requests=2 * MOST_ROW_REQUESTS).rest()
    if not get_table(scope, table.stack_id, table.id).columns:
        raise NoColumnsFound()


def record_row_failure(job: Claim, error: str, table_id: UUID, row_id: UUID, of_run: UUID) -> None:
    stack_runs.fail_row(job.scope, table_id, row_id, of_run, plain_error(error))


@task(ROW_TASK, priority=LOW_PRIORITY, backoff=doubling(5), on_failure=record_row_failure)
def extract_stack_row(job: JobContext, table_id: UUID, row_id: UUID, of_run: UUID) -> None:
    """Read one document for the columns it lacks. The tools save the cells."""
    work = stack_runs.begin_row(job.scope, row_id, of_run)
    usage = RowUsage()
    if work and work.columns:
        if not is_readable(work):
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
        usage = read_row(run_scope(job.scope, of_run), work, of_run)
    with job.commit():
        stack_runs.end_row(job.scope, table_id, row_id, of_run, usage)


def is_readable(work: RowWork) -> bool:
    """Whether the document has its text. Raises UnreadableDocument if reading it has failed."""
    if work.document_status is Status.FAILED:
        raise UnreadableDocument(work.document_error)
    return work.document_status in READABLE


def read_row(scope: Scope, work: RowWork, run_id: UUID) -> RowUsage:
    """Let the agent read the document and save its row. Its tools can reach no other document."""
    models = gateway(scope)
    learned = learned_labels_of_document(
        scope, work.document_id, {field_key((column.name,)) for column in work.columns}
    )
    prompt = stack_row_prompt(
        StackRowInput(work.document_id, work.columns, work.instructions, learned)
    )
    binding = StackToolBinding(
        scope,
        work.stack_id,
        work.table_id,
        run_id,
        models.engine_for(prompt),
        only_document_id=work.document_id,
        claim=work.claim,
        columns=work.columns,
    )
    began = time.monotonic()
    tools = row_tools(binding, ToolCallRecorder(scope, work.row_id, run_id))
    completion = models.agent(prompt, tools, most_requests=MOST_ROW_REQUESTS).rest()
    if not binding.saved:
        raise RowNotSaved()
    if completion.engine != OFFLINE:
        limits = replace(run_limits(), turns=MOST_ROW_REQUESTS)
        budget = RunBudget.after(limits, completion.usage, time.monotonic() - began)
        completion = reconsider_row(models, binding, work.document_id, completion, budget)
    return usage_of(completion)


def usage_of(completion: Completion[str]) -> RowUsage:
    tokens = completion.usage
    return RowUsage(completion.engine, tokens.tokens_in, tokens.tokens_out, completion.cost)


def record_correction_failure(job: Claim, error: str, correction_id: UUID) -> None:
    end_table_correction(job.scope, correction_id, error=plain_error(error))


@task(STACK_CORRECT_TASK, attempts=1, on_failure=record_correction_failure)
def correct_stack_table(job: JobContext, correction_id: UUID) -> None:
    """Change what the person asks for. It is not retried: half of it may already be done.

    Code carries out what it understands; a model is asked only about the rest.
    """
    work = pending_correction(job.scope, correction_id)
    if work is None:
        return
    scope = run_scope(job.scope, work.run_id)
    outcome = TableCorrector(scope, work).work()
    completion = Completion("", OFFLINE, Usage(), None, 0)
    if outcome.unclear:
        completion = _run_correction(scope, work, outcome)
    answer = " ".join(part for part in (outcome.summary, completion.output) if part)
    with job.commit():
        end_table_correction(
            job.scope, correction_id, answer=answer, engine=completion.engine, outcome=outcome
        )


def _run_correction(scope: Scope, work: CorrectionWork, outcome: TableOutcome) -> Completion[str]:
    models = gateway(scope)
    table = get_table(scope, work.stack_id, work.table_id)
    request = StackCorrectionInput(tuple(outcome.unclear), table.columns)
    prompt = stack_correction_prompt(request)
    binding = StackToolBinding(
        scope,
        work.stack_id,
        work.table_id,
        work.run_id,
        models.engine_for(prompt),
        overwrite=work.overwrite,
        instruction=work.instruction,
    )
    tools = correction_tools(binding, ToolCallRecorder(scope, work.id, work.run_id))
    return models.agent(prompt, tools, most_requests=MOST_CORRECTION_REQUESTS).rest()
