from uuid import UUID, uuid4

import pytest

from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.stacks import TableColumn
from pramana.extraction.domain.corrections.plan import NamedRow, plan_table_correction

COLUMNS = [
    TableColumn(key="vendor", name="Vendor"),
    TableColumn(key="total", name="Total", type=FieldType.MONEY),
    TableColumn(key="due", name="Due date", type=FieldType.DATE),
]
FIRST, SECOND, THIRD = uuid4(), uuid4(), uuid4()
ROWS = [
    NamedRow(FIRST, ("BILL", "bill-2.pdf"), {"vendor": "Himal", "total": 5, "due": "2025-01-02"}),
    NamedRow(SECOND, ("BILL", "bill-3.pdf"), {"vendor": "Sagar Stores", "total": 7}),
    NamedRow(THIRD, ("Lease", "lease.docx"), {"vendor": "Himchuli", "due": "2025-03-02"}),
]
"""Two documents are called the same, and their files are not."""


@pytest.mark.parametrize(
    ("instruction", "cells"),
    [
        ("Set the total of bill-2 to 500", [(FIRST, "total", 500)]),
        ("total of bill-2 should be 500", [(FIRST, "total", 500)]),
        ("bill-2 को total 500 राख्नुहोस्", [(FIRST, "total", 500)]),
        ("lease.docxको Total १२ हुनुपर्छ", [(THIRD, "total", 12)]),
        ("The first total is 1700.", [(FIRST, "total", 1700)]),
        (
            "row 2 total is 12, vendor is Sagar Ltd",
            [(SECOND, "total", 12), (SECOND, "vendor", "Sagar Ltd")],
        ),
        ("in lease.docx the due date should be 6 July", [(THIRD, "due", "2025-07-06")]),
        ("for lease.docx, the due date should be 6 July", [(THIRD, "due", "2025-07-06")]),
        ("the last document's vendor is Himchuli Ltd", [(THIRD, "vendor", "Himchuli Ltd")]),
        ("the Sagar Stores total should be 8", [(SECOND, "total", 8)]),
        ("lease.docx has no due date", [(THIRD, "due", None)]),
        ("clear the vendor of lease", [(THIRD, "vendor", None)]),
        (
            "set Vendor of Lease to Himal Stores and its total to 11",
            [(THIRD, "vendor", "Himal Stores"), (THIRD, "total", 11)],
        ),
        ("Himchuli should be Himchuli Pvt. Ltd.", [(THIRD, "vendor", "Himchuli Pvt. Ltd.")]),
        ("The total of row 3 is wrong, it is 99", [(THIRD, "total", 99)]),
    ],
)
def test_cells_are_named_by_document_and_column(
    instruction: str, cells: list[tuple[UUID, str, object]]
) -> None:
    plan = plan_table_correction(instruction, COLUMNS, ROWS)

    assert [(each.document_id, each.column, each.value) for each in plan.changes] == cells
    assert all(each.is_clear for each in plan.changes)
    assert plan.unclear == ()


@pytest.mark.parametrize(
    ("instruction", "action", "column", "value"),
    [
        ("rename column Vendor to Supplier", "rename", "vendor", "Supplier"),
        ("remove the column Vendor", "remove", "vendor", None),
        ("please delete the Total column", "remove", "total", None),
        ("add a column for Tax (money)", "add", "Tax", "money"),
        ("Total महल हटाउनुहोस्", "remove", "total", None),
        ("undo that", "undo", "", None),
    ],
)
def test_columns_are_added_renamed_and_removed(
    instruction: str, action: str, column: str, value: object
) -> None:
    [change] = plan_table_correction(instruction, COLUMNS, ROWS).changes

    assert (change.action.value, change.column, change.value) == (action, column, value)


@pytest.mark.parametrize(
    "instruction",
    [
        "set total of bill to 5",
        "set total of bill- to 5",
        "the total is 5",
        "make it nicer",
        "Set the total of invoice-9 to 5",
        "total of bill-2 should be a lot",
        "what is the total of bill-2?",
    ],
)
def test_what_may_mean_two_cells_or_none_is_not_guessed(instruction: str) -> None:
    plan = plan_table_correction(instruction, COLUMNS, ROWS)

    assert plan.changes == ()
    assert [each.wording.rstrip("?") for each in plan.unclear] == [instruction.rstrip("?")]


def test_a_table_of_one_document_needs_no_name_for_it() -> None:
    [change] = plan_table_correction("the total is 5.50", COLUMNS, ROWS[:1]).changes

    assert (change.document_id, change.column, change.value) == (FIRST, "total", 5.5)
