"""Many papers become one table: rows are saved as they are done, and the run ends truly."""

from uuid import UUID

import pytest

from pramana.documents.contracts import Status
from pramana.documents.models import Document
from pramana.documents.services.deletion import trash_documents
from pramana.extraction.contracts.stacks import ColumnSpec, RowStatus, TableStatus
from pramana.extraction.errors import NothingToRead, TableBusy, TableNotBusy
from pramana.extraction.models import StackTableRow
from pramana.extraction.selectors.history import stack_tool_calls
from pramana.extraction.selectors.stacks import get_table, rows_page
from pramana.extraction.services.stack_runs import (
    PARALLEL,
    start_table_extraction,
    stop_table_extraction,
)
from pramana.extraction.services.stacks import (
    add_documents,
    create_table,
    remove_document,
    replace_columns,
)
from pramana.jobs.selectors import active_jobs, run_events
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.llm.contracts import ToolUse
from pramana.llm.errors import ModelOutputInvalid
from pramana.llm.testing import ModelServer, ToolScript, answers, calls, says
from tests.extraction.stacks.samples import (
    cells,
    extract,
    extracting,
    invoice,
    make_papers,
    make_stack,
    make_table,
    row_of,
    saving,
    scripted,
)


def test_every_document_becomes_a_row_with_its_evidence(scope: Scope) -> None:
    table, papers = make_table(scope, 3)

    done = extract(scope, table)

    assert (done.status, done.done, done.failed) == (TableStatus.COMPLETED, 3, 0)
    cell = cells(scope, table, papers[1])["total"]
    assert (cell["value"], cell["state"], cell["confidence"]) == (2500, "extracted", 0.9)
    place = cell["evidence"]
    assert "2,500.00" in place["quote"]
    assert invoice(2)[place["start"] : place["end"]] == place["quote"]
    assert cells(scope, table, papers[0])["invoice_date"]["value"] == "2024-05-02"


def test_the_run_tells_of_every_row_and_says_no_words_of_the_documents(scope: Scope) -> None:
    table, papers = make_table(scope, 3)

    done = extract(scope, table)

    assert done.run_id
    events = run_events(scope, done.run_id)
    rows = [event.payload for event in events if event.kind == "stack.row"]
    assert {row["document_id"] for row in rows} == {str(paper) for paper in papers}
    assert [row["done"] for row in rows] == [1, 2, 3]
    assert events[-1].kind == "done"
    assert "Himal" not in str([event.payload for event in events])


def test_at_most_a_few_documents_are_read_at_the_same_time(scope: Scope) -> None:
    table, _ = make_table(scope, PARALLEL + 3)

    start_table_extraction(scope, table.stack_id, table.id)

    assert len(active_jobs(scope)) == PARALLEL
    waiting = rows_page(scope, table, status=RowStatus.WAITING)
    assert len(waiting.rows) == 3


def test_columns_are_inferred_where_none_are_given(scope: Scope) -> None:
    stack, papers = make_stack(scope, 3)
    table = create_table(scope, stack.id, "Whatever they say")
    columns = ToolScript(
        [
            ToolUse("list_documents"),
            ToolUse("get_document_text", {"doc_id": str(papers[0])}),
            ToolUse("define_columns", {"columns": [{"name": "Total", "type": "money"}]}),
        ],
        "Invoices and what they come to.",
    )

    with scripted(columns=columns, row=saving()):
        start_table_extraction(scope, stack.id, table.id)
        drain_jobs()

    done = get_table(scope, stack.id, table.id)
    assert [column.key for column in done.columns] == ["total"]
    assert done.status is TableStatus.COMPLETED
    assert cells(scope, table, papers[2])["total"]["value"] == 3500
    assert [call.tool for call in stack_tool_calls(scope, table.id)] == [
        "list_documents",
        "get_document_text",
        "define_columns",
    ]


def test_a_model_that_defines_no_columns_fails_the_table_and_says_what_to_do(scope: Scope) -> None:
    stack, _ = make_stack(scope)
    table = create_table(scope, stack.id, "Whatever")

    with scripted(columns=ToolScript([ToolUse("list_documents")], "I do not know.")):
        start_table_extraction(scope, stack.id, table.id)
        drain_jobs()

    done = get_table(scope, stack.id, table.id)
    assert done.status is TableStatus.FAILED
    assert "Name the columns" in done.error
    assert [row.status for row in rows_page(scope, done).rows] == [RowStatus.NEW] * 2


def test_a_document_nobody_can_read_fails_its_row_and_no_other(scope: Scope) -> None:
    table, papers = make_table(scope, 3)
    Document.objects.in_scope(scope).filter(pk=papers[1]).update(
        status=Status.FAILED, error="It is damaged."
    )

    done = extract(scope, table)

    assert (done.status, done.done, done.failed) == (TableStatus.FAILED, 2, 1)
    assert "1 of 3 documents" in done.error
    assert "It is damaged." in row_of(scope, table, papers[1]).error
    assert done.run_id and run_events(scope, done.run_id)[-1].kind == "failed"


def test_a_document_in_the_trash_fails_its_row_and_no_other(scope: Scope) -> None:
    table, papers = make_table(scope, 3)
    trash_documents(scope, [papers[1]])

    done = extract(scope, table)

    assert (done.status, done.done, done.failed) == (TableStatus.FAILED, 2, 1)


def test_extracting_again_tries_only_what_failed(scope: Scope) -> None:
    table, papers = make_table(scope, 3)
    right = saving()

    def fails_once(prompt):
        if prompt.input.document_id == papers[0]:
            raise ModelOutputInvalid("No answer of the right form.")
        return right(prompt)

    assert extract(scope, table, row=fails_once).failed == 1
    with scripted(row=saving()) as model:
        start_table_extraction(scope, table.stack_id, table.id)
        drain_jobs()

    assert [prompt.input.document_id for prompt in model.prompts] == [papers[0]]
    assert get_table(scope, table.stack_id, table.id).status is TableStatus.COMPLETED


def test_a_document_that_is_still_being_read_is_waited_for(scope: Scope) -> None:
    table, papers = make_table(scope, 1)
    rows = Document.objects.in_scope(scope).filter(pk=papers[0])
    rows.update(status=Status.READING)

    with scripted(row=saving()) as model:
        start_table_extraction(scope, table.stack_id, table.id)
        drain_jobs(with_delayed=False)
        assert not model.prompts
        rows.update(status=Status.COMPLETED)
        drain_jobs()

    assert get_table(scope, table.stack_id, table.id).status is TableStatus.COMPLETED


def test_a_model_that_never_saves_the_row_fails_it(scope: Scope) -> None:
    table, papers = make_table(scope, 1)

    done = extract(scope, table, row=lambda prompt: ToolScript([], "All done!"))

    assert done.status is TableStatus.FAILED
    assert "without saving the row" in row_of(scope, table, papers[0]).error


def test_an_attempt_that_was_taken_over_saves_nothing(scope: Scope) -> None:
    table, papers = make_table(scope, 1)

    def overtaken(prompt):
        StackTableRow.objects.in_scope(scope).filter(document_id=papers[0]).update(
            claim=UUID(int=7)
        )
        return ToolScript([extracting(prompt)], "Saved.")

    done = extract(scope, table, row=overtaken)

    assert done.status is TableStatus.FAILED
    assert cells(scope, table, papers[0])["total"]["value"] is None


def test_what_an_earlier_attempt_saved_is_not_read_again(scope: Scope) -> None:
    table, papers = make_table(scope, 1)
    asked = []

    def dies_after_saving(prompt):
        asked.append([column.key for column in prompt.input.columns])
        if len(asked) > 1:
            return ToolScript([extracting(prompt)], "Saved.")
        part = extracting(prompt)
        part.arguments["values"].pop("vendor")
        return ToolScript([part, ToolUse("get_document_text", {"doc_id": 1 / 1})], object())

    done = extract(scope, table, row=dies_after_saving)

    assert asked == [["vendor", "invoice_date", "total"], ["vendor"]]
    assert done.status is TableStatus.COMPLETED
    assert cells(scope, table, papers[0])["vendor"]["value"] == "Himal Traders 1"


def test_one_run_at_a_time_and_none_without_documents(scope: Scope) -> None:
    table, _ = make_table(scope, 1)
    stack, _ = make_stack(scope, 0)
    empty = create_table(scope, stack.id, "Nothing", columns=[ColumnSpec(name="Total")])

    start_table_extraction(scope, table.stack_id, table.id)

    with pytest.raises(TableBusy):
        start_table_extraction(scope, table.stack_id, table.id)
    with pytest.raises(TableBusy):
        replace_columns(scope, table.stack_id, table.id, [ColumnSpec(name="Other")])
    with pytest.raises(NothingToRead):
        start_table_extraction(scope, stack.id, empty.id)


def test_a_stopped_run_keeps_what_was_saved_and_can_go_on(scope: Scope) -> None:
    table, papers = make_table(scope, PARALLEL + 2)
    right = saving()

    def stops_at_the_second(prompt):
        if prompt.input.document_id == papers[1]:
            stop_table_extraction(scope, table.stack_id, table.id)
        return right(prompt)

    stopped = extract(scope, table, row=stops_at_the_second)

    assert stopped.status is TableStatus.STOPPED
    assert cells(scope, table, papers[0])["total"]["value"] == 1500
    assert cells(scope, table, papers[1])["total"]["value"] is None
    with pytest.raises(TableNotBusy):
        stop_table_extraction(scope, table.stack_id, table.id)
    assert extract(scope, table).done == PARALLEL + 1


def test_documents_come_and_go_while_a_run_is_under_way(scope: Scope) -> None:
    table, papers = make_table(scope, 3)
    [late] = make_papers(scope, [invoice(9)])

    with scripted(row=saving()):
        start_table_extraction(scope, table.stack_id, table.id)
        remove_document(scope, table.stack_id, papers[0])
        add_documents(scope, table.stack_id, [late])
        drain_jobs()
    done = get_table(scope, table.stack_id, table.id)

    assert (done.status, done.total, done.done) == (TableStatus.COMPLETED, 2, 2)
    assert row_of(scope, table, late).status is RowStatus.NEW
    assert extract(scope, table).total == 1
    assert cells(scope, table, late)["total"]["value"] == 9500


def test_removing_the_last_document_that_was_waited_for_ends_the_run(scope: Scope) -> None:
    table, papers = make_table(scope, 1)

    start_table_extraction(scope, table.stack_id, table.id)
    remove_document(scope, table.stack_id, papers[0])

    assert get_table(scope, table.stack_id, table.id).status is TableStatus.COMPLETED
    assert drain_jobs() == 1  # its job finds nothing to do


def test_a_run_with_nothing_to_do_ends_at_once(scope: Scope) -> None:
    table, _ = make_table(scope, 2)
    extract(scope, table)

    again = start_table_extraction(scope, table.stack_id, table.id)

    assert (again.status, again.total) == (TableStatus.COMPLETED, 0)
    assert not active_jobs(scope)


def test_a_row_is_asked_again_only_about_its_flagged_cell(
    scope: Scope, models: ModelServer
) -> None:
    table, [paper] = make_table(scope, 1)
    values = {"vendor": "Himal Traders 1", "invoice_date": "2024-05-02", "total": 9999}
    models.will(
        calls("get_document_text", doc_id=str(paper)),
        calls("extract_row", doc_id=str(paper), values=values),
        says("Saved."),
        answers({"field_1": {"value": "Rs. 1,500", "quote": "Total: Rs. 1,500.00"}}),
    )

    start_table_extraction(scope, table.stack_id, table.id)
    drain_jobs()

    assert cells(scope, table, paper)["total"]["value"] == 1500
    schema = models.asked[0].body["tools"][1]["function"]["parameters"]["properties"]["values"]
    assert schema["properties"]["total"]["type"] == ["number", "null"]
    question = str(models.asked[3].body["messages"])
    assert "Total (money)" in question
    assert "Vendor (string)" not in question
