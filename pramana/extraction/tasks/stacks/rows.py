"""Jobs of a table's run: first its columns where there are none, then a row each."""

from datetime import timedelta
from uuid import UUID

from pramana.documents.contracts import Status
from pramana.documents.selectors import READABLE, get_document
from pramana.extraction.contracts.stacks.views import TableView
from pramana.extraction.errors.stacks import NoColumnsFound, RowNotSaved, UnreadableDocument
from pramana.extraction.prompts.stacks.columns import ColumnsInput, columns_prompt
from pramana.extraction.prompts.stacks.row import RowInput, row_prompt
from pramana.extraction.selectors.stacks.stack import stacked_documents
from pramana.extraction.selectors.stacks.tables import get_table
from pramana.extraction.services.stacks import extracting, rows
from pramana.extraction.services.stacks.extracting import COLUMNS_TASK
from pramana.extraction.services.stacks.rows import RowWork, Spent
from pramana.extraction.services.stacks.runs import ROW_TASK
from pramana.extraction.tools import Calls
from pramana.extraction.tools.stacks import StackBinding, for_columns, for_row
from pramana.jobs.claims import Claim
from pramana.jobs.context import JobContext
from pramana.jobs.contracts import sentence_of
from pramana.jobs.registry import doubling, task
from pramana.jobs.services import enqueue
from pramana.kit.scope import Scope
from pramana.llm.contracts import Completion
from pramana.llm.gateway import gateway
from pramana.tenancy.selectors import within_run

BEHIND = -10
"""A thousand rows give way to whatever a person waits for."""
QUESTIONS = 12
"""How often one row may ask its model; for columns twice as often, since it reads several."""
READ_AGAIN_AFTER = timedelta(seconds=5)
SAMPLES = 3
"""The documents at the top of a stack that columns are found in."""


def columns_failed(job: Claim, error: str, table_id: UUID, of_run: UUID) -> None:
    extracting.fail_run(job.scope, table_id, of_run, sentence_of(error))


@task(COLUMNS_TASK, on_failure=columns_failed)
def infer_stack_columns(job: JobContext, table_id: UUID, of_run: UUID) -> None:
    """Let the agent read a few documents and define the columns, then begin with the rows."""
    table = extracting.run_of(job.scope, table_id, of_run)
    if table is None:
        return
    if not table.columns:
        if samples_to_come(job.scope, table.stack_id):
            with job.commit():
                enqueue(
                    job.scope,
                    COLUMNS_TASK,
                    delay=READ_AGAIN_AFTER,
                    table_id=table_id,
                    of_run=of_run,
                )
            return
        _infer(within_run(job.scope, of_run), table, of_run)
    with job.commit():
        extracting.go_on(job.scope, table_id, of_run)


def samples_to_come(scope: Scope, stack_id: UUID) -> bool:
    """Whether one of the documents that columns are found in is still being read."""
    first = stacked_documents(scope, stack_id, limit=SAMPLES)
    return any(Status(each.status) not in (*READABLE, Status.FAILED) for each in first)


def _infer(scope: Scope, table: TableView, run_id: UUID) -> None:
    door = gateway(scope)
    prompt = columns_prompt(ColumnsInput(table.instructions))
    binding = StackBinding(scope, table.stack_id, table.id, run_id, door.engine_for(prompt))
    tools = for_columns(binding, Calls(scope, table.id, run_id))
    door.agent(prompt, tools, most_requests=2 * QUESTIONS).rest()
    if not get_table(scope, table.stack_id, table.id).columns:
        raise NoColumnsFound()


def row_failed(job: Claim, error: str, table_id: UUID, row_id: UUID, of_run: UUID) -> None:
    rows.fail_row(job.scope, table_id, row_id, of_run, sentence_of(error))


@task(ROW_TASK, priority=BEHIND, backoff=doubling(5), on_failure=row_failed)
def extract_stack_row(job: JobContext, table_id: UUID, row_id: UUID, of_run: UUID) -> None:
    """Read one document for the columns it lacks; the tools save, this counts and hands on."""
    work = rows.begin_row(job.scope, row_id, of_run)
    spent = Spent()
    if work and work.columns:
        if not is_readable(job.scope, work.document_id):
            with job.commit():
                enqueue(
                    job.scope,
                    ROW_TASK,
                    delay=READ_AGAIN_AFTER,
                    table_id=table_id,
                    row_id=row_id,
                    of_run=of_run,
                )
            return
        spent = read_row(within_run(job.scope, of_run), work, of_run)
    with job.commit():
        rows.end_row(job.scope, table_id, row_id, of_run, spent)


def is_readable(scope: Scope, document_id: UUID) -> bool:
    """Whether the text is there; False while it is being read. Raises where it never will be."""
    document = get_document(scope, document_id)
    if document.status is Status.FAILED:
        raise UnreadableDocument(document.error)
    return document.status in READABLE


def read_row(scope: Scope, work: RowWork, run_id: UUID) -> Spent:
    """Let the agent read the document and save its row. Its tools know this document alone."""
    door = gateway(scope)
    prompt = row_prompt(RowInput(work.document_id, work.columns, work.instructions))
    binding = StackBinding(
        scope,
        work.stack_id,
        work.table_id,
        run_id,
        door.engine_for(prompt),
        only=work.document_id,
        claim=work.claim,
    )
    tools = for_row(binding, Calls(scope, work.row_id, run_id))
    completion = door.agent(prompt, tools, most_requests=QUESTIONS).rest()
    if not binding.saved:
        raise RowNotSaved()
    return spent_on(completion)


def spent_on(completion: Completion[str]) -> Spent:
    usage = completion.usage
    return Spent(completion.engine, usage.tokens_in, usage.tokens_out, completion.cost)
