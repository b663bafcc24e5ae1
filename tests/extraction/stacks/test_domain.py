"""Decisions about columns, values and words, without a database."""

import pytest
from pydantic import ValidationError

from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.stacks import ColumnSpec, TableColumn
from pramana.extraction.domain.coercion import parse_value
from pramana.extraction.domain.stack_tables import extended_columns, replacement_columns
from pramana.extraction.errors import ColumnsClash
from pramana.extraction.prompts.stacks import document_part, parse_document_part
from pramana.extraction.services.exports import csv_value

VENDOR = TableColumn(key="vendor", name="Vendor")
TOTAL = TableColumn(key="total", name="Total", type=FieldType.MONEY)


def test_a_column_keeps_its_key_whatever_it_is_called() -> None:
    defined = replacement_columns([VENDOR, TOTAL], [ColumnSpec(key="vendor", name="Supplier")])

    assert [(column.key, column.name) for column in defined.columns] == [("vendor", "Supplier")]
    assert defined.changed == ("vendor",)


def test_the_same_name_is_the_same_column_and_unchanged_is_not_stale() -> None:
    defined = replacement_columns([VENDOR, TOTAL], [ColumnSpec(name="total", type="money")])

    assert defined.columns[0].key == "total"
    assert replacement_columns([TOTAL], [ColumnSpec(name="Total", type="money")]).changed == ()


def test_extending_leaves_out_only_what_is_named() -> None:
    defined = extended_columns([VENDOR, TOTAL], [ColumnSpec(name="बिल नं.")], removed=["Vendor"])

    assert [column.key for column in defined.columns] == ["total", "बिल_नं"]


@pytest.mark.parametrize(
    "asked",
    [
        [],
        [{"name": "A"}, {"name": "a"}],
        [{"name": "Rows", "type": "table"}],
        [{"name": "X", "key": "unknown"}],
    ],
)
def test_columns_that_make_no_sense_are_refused(asked: list[dict[str, str]]) -> None:
    with pytest.raises((ColumnsClash, ValidationError)):
        replacement_columns([], [ColumnSpec(**spec) for spec in asked])


@pytest.mark.parametrize(
    ("kind", "written", "value"),
    [
        ("money", "रु. १,२५,०००", 125000),
        ("money", {"amount": 12.5, "currency": "NPR"}, 12.5),
        ("integer", "42", 42),
        ("date", "२०८१/०१/१५", "2024-04-27"),
        ("boolean", "होइन", False),
        ("list", "one", ["one"]),
        ("string", "  spaced ", "spaced"),
        ("number", "", None),
    ],
)
def test_values_are_read_as_their_columns_want_them(kind: str, written, value) -> None:
    assert parse_value(FieldType(kind), written) == value


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        ("number", "between 3 and 5"),
        ("number", float("nan")),
        ("number", 10**400),
        ("integer", 1.5),
        ("date", "2024-02-31"),
        ("boolean", "perhaps"),
        ("list", [{"a": 1}]),
        ("string", {"a": 1}),
    ],
)
def test_values_that_do_not_fit_say_so(kind: str, written) -> None:
    with pytest.raises(ValueError, match="it"):
        parse_value(FieldType(kind), written)


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\tx", "\r=1", "  =1", "＝1"])
def test_text_that_a_spreadsheet_would_calculate_is_quoted(text: str) -> None:
    assert csv_value(text) == f"'{text}"


def test_what_a_tool_told_can_be_read_back_with_its_offsets() -> None:
    text = "a </document> b <document> " * 3000

    parts, start = [], 0
    while start is not None:
        part, start = parse_document_part(document_part(text, start)[0])
        parts.append(part)

    assert "".join(parts).replace("‹", "<") == text
