"""What a person decided stays; what a column asks anew is read anew; every change can go back."""

from typing import Any

import pytest

from pramana.extraction.contracts.stacks import CellState, ColumnSpec, TableStatus
from pramana.extraction.errors import (
    BadValues,
    CellDecided,
    ChangeOvertaken,
    ColumnNotFound,
    ColumnsOfNothing,
    TableBusy,
)
from pramana.extraction.selectors.history import cell_changes, table_corrections
from pramana.extraction.selectors.stacks import get_table
from pramana.extraction.services.corrections import start_table_correction
from pramana.extraction.services.stack_cells import edit_cell, judge_cell, undo_cell_change
from pramana.extraction.services.stack_runs import (
    start_table_extraction,
    stop_table_extraction,
)
from pramana.extraction.services.stacks import replace_columns
from pramana.jobs.testing import drain_jobs
from pramana.kit.errors import Conflict
from pramana.kit.scope import Scope
from pramana.llm.contracts import ToolUse
from pramana.llm.testing import ToolScript
from tests.extraction.stacks.samples import (
    COLUMNS,
    cells,
    extract,
    make_table,
    saving,
    scripted,
)
from tests.settings import change


def asked_for(model) -> list[tuple[str, ...]]:
    return [tuple(column.key for column in prompt.input.columns) for prompt in model.prompts]


def read_anew(scope: Scope, table, **asked: Any) -> list[tuple[str, ...]]:
    """Run a table and say which columns each row was asked for."""
    with scripted(row=saving(confidences={})) as model:
        start_table_extraction(scope, table.stack_id, table.id, **asked)
        drain_jobs()
    return asked_for(model)


def test_only_the_column_that_changed_is_read_again(scope: Scope) -> None:
    table, papers = make_table(scope, 2)
    extract(scope, table)

    changed = [*COLUMNS[:2], ColumnSpec(name="Total", type="number", instructions="Without tax.")]
    replace_columns(scope, table.stack_id, table.id, changed)

    row = cells(scope, table, papers[0])
    assert (row["total"]["state"], row["total"]["value"]) == ("stale", 1500)
    assert row["vendor"]["state"] == "extracted"
    assert read_anew(scope, table) == [("total",), ("total",)]
    assert cells(scope, table, papers[0])["total"]["state"] == "extracted"


def test_a_new_column_is_read_and_the_others_are_not(scope: Scope) -> None:
    table, papers = make_table(scope, 1)
    extract(scope, table)

    replace_columns(scope, table.stack_id, table.id, [*COLUMNS, ColumnSpec(name="Currency")])
    with scripted(row=lambda prompt: ToolScript([currency(prompt)], "Saved.")) as model:
        start_table_extraction(scope, table.stack_id, table.id)
        drain_jobs()

    assert asked_for(model) == [("currency",)]
    assert cells(scope, table, papers[0])["currency"]["value"] == "Rs."


def currency(prompt) -> ToolUse:
    doc_id = str(prompt.input.document_id)
    return ToolUse("extract_row", {"doc_id": doc_id, "values": {"currency": "Rs."}})


def test_a_column_that_is_left_out_and_comes_back_kept_what_was_decided(scope: Scope) -> None:
    table, papers = make_table(scope, 2)
    extract(scope, table)
    edit_cell(scope, table.stack_id, table.id, papers[0], "total", 99)

    replace_columns(scope, table.stack_id, table.id, COLUMNS[:2])
    assert "total" not in cells(scope, table, papers[0])
    replace_columns(scope, table.stack_id, table.id, COLUMNS)

    assert cells(scope, table, papers[0])["total"]["value"] == 99
    assert cells(scope, table, papers[1])["total"]["state"] == "stale"


def test_a_run_never_touches_what_a_person_decided(scope: Scope) -> None:
    table, papers = make_table(scope, 2)
    extract(scope, table)
    edit_cell(scope, table.stack_id, table.id, papers[0], "total", "Rs. 1,999")
    judge_cell(scope, table.stack_id, table.id, papers[1], "vendor", CellState.LOCKED)
    kept = cells(scope, table, papers[0])["total"], cells(scope, table, papers[1])["vendor"]

    assert read_anew(scope, table, again=True) == [
        ("vendor", "invoice_date"),
        ("invoice_date", "total"),
    ]

    assert kept[0]["value"] == 1999 and kept[0]["state"] == "reviewed"
    assert kept == (
        cells(scope, table, papers[0])["total"],
        cells(scope, table, papers[1])["vendor"],
    )


def test_a_decision_made_while_the_model_reads_wins(scope: Scope) -> None:
    table, papers = make_table(scope, 1)
    right = saving()

    def meanwhile(prompt):
        edit_cell(scope, table.stack_id, table.id, papers[0], "total", 42)
        return right(prompt)

    done = extract(scope, table, row=meanwhile)

    assert done.status is TableStatus.COMPLETED
    assert cells(scope, table, papers[0])["total"]["value"] == 42
    assert cells(scope, table, papers[0])["vendor"]["value"] == "Himal Traders 1"


def test_again_can_be_kept_to_a_column_and_a_document(scope: Scope) -> None:
    table, papers = make_table(scope, 3)
    extract(scope, table)

    read = read_anew(scope, table, again=True, columns=["total"], document_ids=[papers[1]])

    assert read == [("total",)]


def test_columns_to_be_read_again_are_named_by_key_or_name_and_must_be_there(scope: Scope) -> None:
    table, _ = make_table(scope, 1)
    extract(scope, table)
    place = (scope, table.stack_id, table.id)

    with pytest.raises(ColumnNotFound, match="There is no column 'colour'"):
        start_table_extraction(*place, again=True, columns=["colour"])
    with pytest.raises(ColumnsOfNothing):
        start_table_extraction(*place, columns=["total"])

    assert read_anew(scope, table, again=True, columns=["Invoice date"]) == [("invoice_date",)]


def test_a_cell_marked_stale_by_hand_is_read_again(scope: Scope) -> None:
    table, papers = make_table(scope, 2)
    extract(scope, table)

    judge_cell(scope, table.stack_id, table.id, papers[1], "total", CellState.STALE)

    assert read_anew(scope, table) == [("total",)]


def test_a_locked_cell_is_not_written_until_it_is_unlocked(scope: Scope) -> None:
    table, papers = make_table(scope, 1)
    place = (scope, table.stack_id, table.id, papers[0], "total")
    edit_cell(*place, 1)
    judge_cell(*place, CellState.LOCKED)

    with pytest.raises(CellDecided, match="Unlock it first"):
        edit_cell(*place, 2)
    judge_cell(*place, CellState.EXTRACTED)
    edit_cell(*place, 2)

    assert cells(scope, table, papers[0])["total"]["value"] == 2


def test_a_value_of_the_wrong_kind_is_refused_in_words(scope: Scope) -> None:
    table, papers = make_table(scope, 1)

    with pytest.raises(BadValues, match="a date such as 2024-05-31"):
        edit_cell(scope, table.stack_id, table.id, papers[0], "invoice_date", "soon")


def test_a_cell_that_changed_since_it_was_seen_is_not_overwritten(scope: Scope) -> None:
    from datetime import datetime

    table, papers = make_table(scope, 1)
    place = (scope, table.stack_id, table.id, papers[0], "total")
    seen = datetime.fromisoformat(edit_cell(*place, 1).cells["total"]["at"])
    edit_cell(*place, 2, seen=seen)

    with pytest.raises(Conflict, match="changed since"):
        edit_cell(*place, 3, seen=seen)
    with pytest.raises(Conflict, match="changed since"):
        judge_cell(*place, CellState.LOCKED, seen=seen)
    assert cells(scope, table, papers[0])["total"]["state"] == "reviewed"


def test_every_edit_is_kept_and_can_be_undone(scope: Scope) -> None:
    table, papers = make_table(scope, 1)
    extract(scope, table)
    before = cells(scope, table, papers[0])["total"]
    edit_cell(scope, table.stack_id, table.id, papers[0], "total", 7)
    edit_cell(scope, table.stack_id, table.id, papers[0], "total", 8)
    second, first = cell_changes(scope, table.id)
    assert (first.before["value"], first.after["value"], second.after["value"]) == (1500, 7, 8)
    assert (first.by_hand, first.actor_id) == (True, scope.actor_id)

    with pytest.raises(ChangeOvertaken):
        undo_cell_change(scope, table.stack_id, table.id, first.id)
    undo_cell_change(scope, table.stack_id, table.id, second.id)
    undo_cell_change(scope, table.stack_id, table.id, first.id)
    again = undo_cell_change(scope, table.stack_id, table.id, first.id)

    assert cells(scope, table, papers[0])["total"] == before
    assert again.undone_by == scope.actor_id
    assert len(cell_changes(scope, table.id)) == 2


def test_undoing_the_first_value_of_a_cell_empties_it(scope: Scope) -> None:
    table, papers = make_table(scope, 1)
    edit_cell(scope, table.stack_id, table.id, papers[0], "total", 7)

    undo_cell_change(scope, table.stack_id, table.id, cell_changes(scope, table.id)[0].id)

    assert cells(scope, table, papers[0])["total"]["state"] == "empty"


def test_a_reading_that_replaces_another_is_in_the_history(scope: Scope) -> None:
    table, _ = make_table(scope, 1)
    extract(scope, table)
    assert cell_changes(scope, table.id) == []

    extract(scope, table, row=saving(values={"total": 2}), again=True)

    [change] = cell_changes(scope, table.id)
    assert (change.tool, change.before["value"], change.after["value"]) == ("extract_row", 1500, 2)


def correcting(*uses: ToolUse, answer: str = "I changed it.") -> ToolScript:
    return ToolScript(uses, answer)


def update(paper, column: str, value: Any) -> ToolUse:
    return ToolUse("update_cell", {"doc_id": str(paper), "column": column, "value": value})


def test_a_correction_in_words_changes_cells_and_says_so(scope: Scope) -> None:
    table, papers = make_table(scope, 2)
    extract(scope, table)

    with scripted(correct=correcting(update(papers[0], "Total", 1700))):
        start_table_correction(scope, table.stack_id, table.id, "Somebody paid 1700 on that day.")
        drain_jobs()

    [correction] = table_corrections(scope, table.id)
    assert (correction.status, correction.answer) == ("completed", "I changed it.")
    [change] = cell_changes(scope, table.id)
    assert (change.tool, change.run_id, change.by_hand) == ("update_cell", correction.run_id, True)
    assert cells(scope, table, papers[0])["total"]["state"] == "reviewed"
    undo_cell_change(scope, table.stack_id, table.id, change.id)
    assert cells(scope, table, papers[0])["total"]["value"] == 1500


@pytest.mark.parametrize(("overwrite", "value"), [(False, 5), (True, 1700)])
def test_a_correction_changes_reviewed_cells_only_when_asked(
    scope: Scope, overwrite: bool, value: int
) -> None:
    table, papers = make_table(scope, 2)
    edit_cell(scope, table.stack_id, table.id, papers[0], "total", 5)
    edit_cell(scope, table.stack_id, table.id, papers[1], "total", 6)
    judge_cell(scope, table.stack_id, table.id, papers[1], "total", CellState.LOCKED)
    both = correcting(update(papers[0], "total", 1700), update(papers[1], "total", 1800))

    with scripted(correct=both):
        start_table_correction(
            scope, table.stack_id, table.id, "1700 and 1800", overwrite=overwrite
        )
        drain_jobs()

    assert cells(scope, table, papers[0])["total"]["value"] == value
    assert cells(scope, table, papers[1])["total"]["value"] == 6


def test_a_correction_adds_a_column_and_loses_none(scope: Scope) -> None:
    table, _ = make_table(scope, 1)
    added = ToolUse("define_columns", {"columns": [{"name": "Tax", "type": "money"}]})

    with scripted(correct=correcting(added)):
        start_table_correction(scope, table.stack_id, table.id, "Add the tax.")
        drain_jobs()

    columns = get_table(scope, table.stack_id, table.id).columns
    assert [column.key for column in columns] == ["vendor", "invoice_date", "total", "tax"]


def test_a_correction_that_fails_says_why_and_blocks_nothing(scope: Scope) -> None:
    from pramana.llm.errors import ModelUnavailable

    table, _ = make_table(scope, 1)

    with scripted(correct=ModelUnavailable("The model is away.")):
        start_table_correction(scope, table.stack_id, table.id, "Do something.")
        with pytest.raises(TableBusy):
            start_table_correction(scope, table.stack_id, table.id, "And this.")
        with pytest.raises(TableBusy):
            start_table_extraction(scope, table.stack_id, table.id)
        drain_jobs()

    [correction] = table_corrections(scope, table.id)
    assert (correction.status, correction.error) == ("failed", "The model is away.")
    assert extract(scope, table).done == 1


def test_a_correction_can_be_called_off(scope: Scope) -> None:
    table, papers = make_table(scope, 1)

    start_table_correction(scope, table.stack_id, table.id, "Do something.")
    stop_table_extraction(scope, table.stack_id, table.id)
    with scripted(correct=correcting(update(papers[0], "total", 3))):
        drain_jobs()

    assert table_corrections(scope, table.id)[0].status == "failed"
    assert cells(scope, table, papers[0])["total"]["value"] is None


def test_offline_a_correction_of_simple_shape_is_understood(scope: Scope, settings) -> None:
    change(settings, model="offline")
    table, papers = make_table(scope, 2)

    start_table_correction(
        scope,
        table.stack_id,
        table.id,
        "Set the total of invoice-2.txt to 2600; add a column for Tax (money); make it nicer",
    )
    drain_jobs()

    assert cells(scope, table, papers[1])["total"]["value"] == 2600
    assert "tax" in cells(scope, table, papers[0])
    assert "did not understand 'make it nicer'" in table_corrections(scope, table.id)[0].answer


def test_a_deleted_document_leaves_with_all_that_was_read_from_it(scope: Scope) -> None:
    from pramana.documents.services import delete_document
    from pramana.extraction.models import CellChange, StackCorrection, StackTableRow
    from pramana.tenancy.models import ToolCall

    table, papers = make_table(scope, 2)
    extract(scope, table)
    edit_cell(scope, table.stack_id, table.id, papers[0], "total", 7)
    with scripted(correct=correcting(update(papers[0], "vendor", "Somebody"))):
        start_table_correction(scope, table.stack_id, table.id, "Himal Traders 1 is Somebody.")
        drain_jobs()

    delete_document(scope, papers[0])

    kept = [
        str(list(model.objects.in_scope(scope).values()))
        for model in (StackTableRow, CellChange, StackCorrection, ToolCall)
    ]
    assert not any("Himal Traders 1" in text or "Somebody" in text for text in kept)
    assert cells(scope, table, papers[1])["total"]["value"] == 2500
