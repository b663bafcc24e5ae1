"""Jobs that are called off one by one, on the page of activity: what they worked for says so."""

import pytest
from django.test import Client

from pramana.documents.contracts import Status
from pramana.documents.models import Document
from pramana.extraction.contracts.extractions import ExtractionStatus
from pramana.extraction.contracts.stacks import RowStatus, TableStatus
from pramana.extraction.models import StackTableRow
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.selectors.history import table_corrections
from pramana.extraction.selectors.stacks import get_table
from pramana.extraction.services.corrections import start_table_correction
from pramana.extraction.services.extraction_runs import complete_extraction
from pramana.extraction.services.extractions import start_correction
from pramana.extraction.services.stack_runs import PARALLEL, start_table_extraction
from pramana.extraction.services.stacks import add_documents, create_table
from pramana.extraction.tasks import samples_are_pending
from pramana.jobs.selectors import active_jobs
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.selectors import get_run
from tests.extraction.samples import FIELDS, extracted
from tests.extraction.stacks.samples import (
    cells,
    extract,
    invoice,
    make_papers,
    make_stack,
    make_table,
    row_of,
    saving,
    scripted,
)


def call_off(client: Client, scope: Scope) -> None:
    """The oldest of extraction's jobs, as the page of activity does it."""
    job = next(job for job in active_jobs(scope) if job.name.startswith("extraction."))
    assert client.post(f"/api/jobs/{job.id}/cancel").status_code == 200


def test_a_row_whose_job_is_called_off_is_marked_and_the_table_ends(
    scope: Scope, reviewer: Client
) -> None:
    table, papers = make_table(scope, PARALLEL + 2)
    with scripted(row=saving()):
        start_table_extraction(scope, table.stack_id, table.id)
        call_off(reviewer, scope)
        drain_jobs()
    ended = get_table(scope, table.stack_id, table.id)

    assert (ended.status, ended.done, ended.failed) == (TableStatus.FAILED, PARALLEL + 1, 1)
    row = row_of(scope, table, papers[0])
    assert row.status is RowStatus.FAILED
    assert "called off" in row.error
    assert cells(scope, table, papers[0])["total"]["value"] is None
    assert ended.run_id
    assert get_run(scope, ended.run_id).state is RunState.FAILED
    again = extract(scope, table)
    assert (again.status, again.done) == (TableStatus.COMPLETED, 1)


def test_rows_that_wait_are_handed_out_in_the_place_of_those_called_off(
    scope: Scope, reviewer: Client
) -> None:
    table, _ = make_table(scope, 2 * PARALLEL)
    start_table_extraction(scope, table.stack_id, table.id)
    for _ in range(PARALLEL):
        call_off(reviewer, scope)

    with scripted(row=saving()):
        drain_jobs()

    found = get_table(scope, table.stack_id, table.id)
    assert (found.status, found.done, found.failed) == (TableStatus.FAILED, PARALLEL, PARALLEL)


def test_a_table_whose_columns_nobody_looks_for_any_more_ends(
    scope: Scope, reviewer: Client
) -> None:
    stack, _ = make_stack(scope, 2)
    table = create_table(scope, stack.id, "Whatever they say")
    start_table_extraction(scope, stack.id, table.id)
    call_off(reviewer, scope)

    drain_jobs()

    ended = get_table(scope, stack.id, table.id)
    assert ended.status is TableStatus.FAILED
    assert "called off" in ended.error
    rows = StackTableRow.objects.in_scope(scope).filter(table_id=table.id)
    assert {row.status for row in rows} == {RowStatus.NEW}


def test_a_correction_whose_job_is_called_off_blocks_nothing(
    scope: Scope, reviewer: Client
) -> None:
    table, _ = make_table(scope, 1)
    start_table_correction(scope, table.stack_id, table.id, "Set the total to 5")
    call_off(reviewer, scope)

    drain_jobs()

    [ended] = table_corrections(scope, table.id)
    assert ended.status is ExtractionStatus.FAILED
    assert extract(scope, table).status is TableStatus.COMPLETED


def test_a_run_whose_job_is_called_off_is_over_and_keeps_what_it_saved(
    scope: Scope, reviewer: Client
) -> None:
    extraction_id = extracted(scope)
    call_off(reviewer, scope)

    drain_jobs()

    found = get_extraction(scope, extraction_id)
    assert found.status is ExtractionStatus.FAILED
    assert "called off" in found.error
    assert found.extracted_fields == FIELDS
    assert found.run_id
    assert get_run(scope, found.run_id).state is RunState.FAILED


def test_a_correction_of_fields_that_is_called_off_leaves_the_record_as_it_was(
    scope: Scope, reviewer: Client
) -> None:
    extraction_id = extracted(scope)
    complete_extraction(scope, extraction_id)
    call_off(reviewer, scope)
    drain_jobs()
    assert get_extraction(scope, extraction_id).status is ExtractionStatus.COMPLETED
    start_correction(scope, extraction_id, "Set total to 5")
    call_off(reviewer, scope)

    drain_jobs()

    found = get_extraction(scope, extraction_id)
    assert (found.status, found.extracted_fields) == (ExtractionStatus.COMPLETED, FIELDS)
    assert start_correction(scope, extraction_id, "Set total to 6")


def test_columns_are_looked_for_once_the_first_documents_are_read(scope: Scope) -> None:
    stack, papers = make_stack(scope, 2)
    table = create_table(scope, stack.id, "Whatever they say")
    of_scope = Document.objects.in_scope(scope)
    of_scope.filter(pk=papers[0]).update(status=Status.READING)

    start_table_extraction(scope, stack.id, table.id)
    drain_jobs(with_delayed=False)
    assert samples_are_pending(scope, stack.id)
    assert get_table(scope, stack.id, table.id).columns == ()
    of_scope.filter(pk=papers[0]).update(status=Status.COMPLETED)
    drain_jobs()

    done = get_table(scope, stack.id, table.id)
    assert (done.status, done.done) == (TableStatus.COMPLETED, 2)
    assert "total" in {column.key for column in done.columns}


@pytest.mark.parametrize("status", [Status.QUEUED, Status.FAILED], ids=["to come", "never"])
def test_a_document_that_cannot_be_read_is_not_waited_for(scope: Scope, status: Status) -> None:
    [unread] = make_papers(scope, [""], status=status)
    stack, _ = make_stack(scope, 0)
    add_documents(scope, stack.id, [unread, *make_papers(scope, [invoice(1)])])

    assert samples_are_pending(scope, stack.id) is (status is Status.QUEUED)
