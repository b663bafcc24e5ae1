"""What a person said about a cell survives every way of reading the table again."""

from typing import Any
from uuid import UUID

import pytest

from pramana.extraction.contracts.stacks import CellState, ColumnSpec, TableView
from pramana.extraction.selectors.history import cell_changes, table_corrections
from pramana.extraction.services.corrections import start_table_correction
from pramana.extraction.services.stack_cells import edit_cell, judge_cell
from pramana.extraction.services.stacks import replace_columns
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from tests.extraction.stacks.samples import cells, extract, make_table
from tests.undoing import undone

SAYINGS: list[tuple[str, str, Any]] = [
    ("Set the total of invoice-1.txt to 1,750", "total", 1750),
    ("The first total is wrong, it is 1760", "total", 1760),
    ("row 1 total should be 1770", "total", 1770),
    ("in invoice-1.txt, the vendor is Kali Stores", "vendor", "Kali Stores"),
    ("invoice-1.txt को vendor काली स्टोर्स हो", "vendor", "काली स्टोर्स"),
    ("invoice-1.txt has no total", "total", None),
]


def say(scope: Scope, table: TableView, words: str, **asked: bool) -> None:
    start_table_correction(scope, table.stack_id, table.id, words, **asked)
    drain_jobs()


def change_instructions(scope: Scope, table: TableView) -> None:
    changed = [
        ColumnSpec(key=each.key, name=each.name, type=each.type, instructions="As printed.")
        for each in table.columns
    ]
    replace_columns(scope, table.stack_id, table.id, changed)
    extract(scope, table)


def hide_columns_and_return(scope: Scope, table: TableView) -> None:
    whole = [ColumnSpec(**each.model_dump(exclude={"key"})) for each in table.columns]
    replace_columns(scope, table.stack_id, table.id, [ColumnSpec(name="Something else")])
    extract(scope, table)
    replace_columns(scope, table.stack_id, table.id, whole)
    extract(scope, table, again=True)


@pytest.mark.parametrize(("saying", "column", "value"), SAYINGS)
def test_what_was_said_survives_each_reading(
    scope: Scope, saying: str, column: str, value: Any
) -> None:
    table, papers = make_table(scope, 2)
    extract(scope, table)
    say(scope, table, saying)
    assert shown(scope, table, papers[0], column) == (value, "reviewed")

    for rerun in (change_instructions, hide_columns_and_return):
        with undone():
            rerun(scope, table)
            assert shown(scope, table, papers[0], column) == (value, "reviewed"), rerun
    for times in (1, 2):
        extract(scope, table, again=True)
        assert shown(scope, table, papers[0], column) == (value, "reviewed"), times


def shown(scope: Scope, table: TableView, paper: UUID, column: str) -> tuple[Any, str]:
    cell = cells(scope, table, paper)[column]
    return cell["value"], cell["state"]


def test_the_change_names_its_author_and_is_undone_in_words(scope: Scope) -> None:
    table, papers = make_table(scope, 2)
    extract(scope, table)
    say(scope, table, "Set the total of invoice-1.txt to 1,750 and its vendor to Kali")

    changes = cell_changes(scope, table.id)
    assert {each.actor_id for each in changes} == {scope.actor_id}
    assert all(each.by_hand and each.run_id for each in changes)
    say(scope, table, "undo that")
    assert shown(scope, table, papers[0], "total") == (1500, "extracted")


def test_doubtful_changes_wait_for_confirmation(scope: Scope) -> None:
    table, papers = make_table(scope, 2)
    edit_cell(scope, table.stack_id, table.id, papers[0], "total", 5)
    say(scope, table, "Set the total of invoice-1.txt to 1,750")

    [correction] = table_corrections(scope, table.id)
    assert correction.results["proposed"][0]["doubt"] == "a person reviewed it"
    assert shown(scope, table, papers[0], "total")[0] == 5
    say(scope, table, "Set the total of invoice-1.txt to 1,750", confirm=True)
    assert shown(scope, table, papers[0], "total")[0] == 1750


def test_a_locked_cell_stays_and_the_answer_says_so(scope: Scope) -> None:
    table, papers = make_table(scope, 1)
    edit_cell(scope, table.stack_id, table.id, papers[0], "total", 5)
    judge_cell(scope, table.stack_id, table.id, papers[0], "total", CellState.LOCKED)
    say(scope, table, "Set the total of invoice-1.txt to 1,750", confirm=True)

    [correction] = table_corrections(scope, table.id)
    assert "locked" in correction.results["unclear"][0]["reason"]
    assert shown(scope, table, papers[0], "total")[0] == 5
