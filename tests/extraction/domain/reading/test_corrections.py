import time
from typing import Any

import pytest

from pramana.extraction.domain.reading.corrections import EditAction, read_correction

FIELDS: dict[str, Any] = {
    "vendor": {"name": "ACME", "address": "Old Road"},
    "totals": {"total": 33.92, "tax": 1},
    "document": {"date": "2019-01-12", "number": "A1"},
    "items": [{"description": "pen", "amount": 5}, {"description": "ink", "amount": 6}],
    "paid": True,
}


@pytest.mark.parametrize(
    ("instruction", "path", "value"),
    [
        ("set total to 33.90", "totals.total", 33.9),
        ('Please set vendor.name to "ACME Ltd."', "vendor.name", "ACME Ltd."),
        ("total should be RM 45, not 33.92", "totals.total", 45),
        ("the total is wrong, it should be 12.50", "totals.total", 12.5),
        ("change date to 5 March 2020", "document.date", "2020-03-05"),
        ("change the date from 2019-01-12 to 13/01/2019", "document.date", "2019-01-13"),
        ("item 2 amount should be 7", "items[1].amount", 7),
        ("second item's amount is 9", "items[1].amount", 9),
        ("replace ACME with Beta", "vendor.name", "Beta"),
        ("change 33.92 to 33.90", "totals.total", 33.9),
        ("company is Foo Sdn Bhd", "vendor.name", "Foo Sdn Bhd"),
        ("totl should be 4", "totals.total", 4),
        ("paid: no", "paid", False),
        ("add delivery date: 2020-02-02", "delivery_date", "2020-02-02"),
        ("make the vendor address 12 Main Street, Kathmandu", "vendor.address",
         "12 Main Street, Kathmandu"),
        ("जम्मा रकम ५००० हुनुपर्छ", "totals.total", 5000),
        ("कुल जम्मा लाई ५०० बनाउनुहोस्", "totals.total", 500),
    ],
)  # fmt: skip
def test_a_value_is_set_in_many_words(instruction: str, path: str, value: object) -> None:
    [edit] = read_correction(instruction, FIELDS)

    assert (edit.action, edit.path, edit.value) == (EditAction.SET, path, value)


@pytest.mark.parametrize(
    ("instruction", "path"),
    [
        ("remove the tax", "totals.tax"),
        ("Delete item 2", "items[1]"),
        ("drop vendor.address", "vendor.address"),
        ("tax हटाउनुहोस्", "totals.tax"),
    ],
)
def test_a_field_is_removed(instruction: str, path: str) -> None:
    [edit] = read_correction(instruction, FIELDS)

    assert (edit.action, edit.path) == (EditAction.REMOVE, path)


@pytest.mark.parametrize(
    ("instruction", "to"),
    [
        ("rename vendor name to supplier", "vendor.supplier"),
        ("rename vendor.name to seller.title", "seller.title"),
        ("vendor name को नाम supplier राख्नुहोस्", "vendor.supplier"),
    ],
)
def test_a_field_is_renamed_where_it_stands(instruction: str, to: str) -> None:
    [edit] = read_correction(instruction, FIELDS)

    assert (edit.action, edit.path, edit.to) == (EditAction.RENAME, "vendor.name", to)


def test_several_edits_keep_their_order() -> None:
    edits = read_correction("set total to 5 and remove tax; rename number to invoice_no", FIELDS)

    assert [(edit.action.value, edit.path) for edit in edits] == [
        ("set", "totals.total"),
        ("remove", "totals.tax"),
        ("rename", "document.number"),
    ]


@pytest.mark.parametrize(
    "instruction", ["", "do something nice", "remove the unicorn", "delete item 9", "hello there"]
)
def test_what_has_no_known_shape_changes_nothing(instruction: str) -> None:
    assert read_correction(instruction, FIELDS) == []


@pytest.mark.parametrize(
    "piece", ["set from ", "to ", "a b ", "add : ", "लाई ", "    ", "rename x "]
)
def test_a_long_instruction_is_read_in_bounded_time(piece: str) -> None:
    began = time.process_time()

    read_correction(piece * 1_000, FIELDS)

    assert time.process_time() - began < 5
