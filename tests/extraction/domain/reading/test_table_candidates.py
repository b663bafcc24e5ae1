"""Fields that a row and a column name together, and long tables of goods."""

import pytest

from pramana.documents.structure_builder import text_structure
from pramana.extraction.contracts.fields import FieldSpec, FieldType, Json
from pramana.extraction.domain.field_tree import build_tree
from pramana.extraction.domain.reading.document_reader import read_document
from pramana.extraction.domain.reading.field_reader import read_fields
from pramana.extraction.domain.trust import check_consistency

TARIFF = """Saltmarsh Ferry
Tariff from 1 May 2026

Crossing\tAdult fare\tChild fare\tDuration
Harbour island\t£6.40\t£3.20\t25 minutes
Seal point\t£9.80\t£4.90\t40 minutes
North light\t£12.00\t£6.00\t65 minutes

Dogs travel free.
"""


@pytest.mark.parametrize(
    ("name", "kind", "value"),
    [
        ("Child fare to Seal point", FieldType.MONEY, 4.9),
        ("Adult fare North light", FieldType.MONEY, 12),
        ("Duration of the Harbour island crossing", FieldType.STRING, "25 minutes"),
        ("Child fare to Gull rock", FieldType.MONEY, None),
    ],
)
def test_row_and_column_name_a_cell(name: str, kind: FieldType, value: Json) -> None:
    tables = text_structure(TARIFF).tables
    for given in (None, tables):
        found = read_fields(TARIFF, [FieldSpec(name=name, type=kind)], tables=given)

        assert [each.value for each in found] == ([] if value is None else [value])


def test_a_thousand_rows_over_many_pages_are_one_list() -> None:
    head = "Item\tQty\tPrice\tAmount"
    rows = [f"Bolt type {n}\t2\t{n}.50\t{2 * n + 1}.00" for n in range(1, 1001)]
    pages = ["\n".join((head, *rows[at : at + 40])) for at in range(0, 1000, 40)]
    text = "INVOICE\nCorvane Tools Ltd\n\n" + "\n\f\n".join(pages) + "\n"

    fields, _ = build_tree(read_document(text).values)

    assert len(fields["items"]) == 1000
    assert fields["items"][-1]["amount"] == 2001
    assert fields["items"][40]["description"] == "Bolt type 41"


@pytest.mark.parametrize(
    "totals",
    [
        {"subtotal": 680, "service_charge": 68, "tax": 97.24, "total": 845.24},
        {"subtotal": 1000, "discount": 50, "tax": 123.5, "total": 1073.5},
        {"subtotal": 1000, "cgst": 90, "sgst": 90, "total": 1180},
        {"subtotal": 99.97, "tax": 13, "rounding": 0.03, "total": 113},
        {"subtotal": 200, "discount": 20, "service_charge": 18, "tax": 25.74, "total": 223.74},
    ],
)
def test_sums_hold_with_charges_discounts_taxes_and_rounding(totals: dict[str, float]) -> None:
    verdicts = check_consistency({"totals": totals})
    wrong = check_consistency({"totals": totals | {"total": totals["total"] + 7}})

    assert verdicts[("totals", "total")] is True
    assert wrong[("totals", "total")] is False
