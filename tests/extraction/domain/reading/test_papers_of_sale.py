"""Fields of bills and offers whose layout says what no label does."""

import pytest

from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.domain.reading.field_reader import read_fields

OFFER = """BRAMBLE & FINCH JOINERY     4 Tanyard Lane, Ripon     tel 01765 555 010

Offer BF-26/114                              3 March 2026
For: Larkfield Parish Council, new shelves in the library

  Shelves, oak ................. 4,200.00
  VAT 20 % .....................   840.00
  TOTAL ........................ 5,040.00

We can begin on 7 April 2026 and need 9 working days. Guarantee 5 years.
"""
RECHNUNG = """Tischlerei Ahrens e.K.
Mühlweg 3, 29221 Celle · Tel. 05141 55 00 11
Larkfield Parish Council
12 Church Row
Ripon HG4 1QT
Großbritannien

RECHNUNG T-2210

Kunden-Nr.\t881
Ihre Bestellung\tLPC-17 vom 02.02.2026
Rechnungsdatum\t20.02.2026

Summe netto\t400,00
19 % MwSt.\t76,00
Rechnungsbetrag\t476,00 EUR
"""
GST = """KAVERI CLAY WORKS PRIVATE LIMITED
8 Kiln Road, Mysuru 570001
GSTIN 29AAKCK1122Q1Z5

TAX INVOICE
Invoice No: KCW/77
Invoice date: 11-Mar-2026
Payable on or before: 10-Apr-2026
Consignee and buyer: Nila Pottery Trust, 2 Beach Road, Kochi 682001. GSTIN
32AAATN9081B1ZX

Taxable amount 10,000.00
IGST 18% 1,800.00
Grand Total Rs. 11,800.00
For the company: R. Gowda (Accounts)
"""


def read(text: str, name: str, kind: FieldType = FieldType.STRING, about: str = "") -> object:
    values = read_fields(text, [FieldSpec(name=name, type=kind, instructions=about)])
    return values[0].value if values else None


@pytest.mark.parametrize(
    ("name", "kind", "value"),
    [
        ("Offer number", FieldType.STRING, "BF-26/114"),
        ("Reference", FieldType.STRING, "BF-26/114"),
        ("Date", FieldType.DATE, "2026-03-03"),
        ("Total with VAT", FieldType.MONEY, 5040),
        ("Price including tax", FieldType.MONEY, 5040),
        ("Working days", FieldType.NUMBER, 9),
        ("Bidder", FieldType.STRING, "BRAMBLE & FINCH JOINERY"),
    ],
)
def test_an_offer_in_plain_text(name: str, kind: FieldType, value: object) -> None:
    assert read(OFFER, name, kind) == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Rechnungsnummer", "T-2210"),
        ("Lieferant", "Tischlerei Ahrens e.K."),
        ("Customer", "Larkfield Parish Council"),
        ("Lieferscheinnummer", None),
    ],
)
def test_the_address_before_the_title_is_the_buyers(name: str, value: str | None) -> None:
    assert read(RECHNUNG, name) == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Supplier", "KAVERI CLAY WORKS PRIVATE LIMITED"),
        ("Customer", "Nila Pottery Trust"),
        ("Seller GSTIN", "29AAKCK1122Q1Z5"),
        ("Buyer GSTIN", "32AAATN9081B1ZX"),
        ("IGST", "1,800.00"),
        ("CGST", None),
        ("Due date", "10-Apr-2026"),
    ],
)
def test_each_side_and_each_tax_of_an_indian_invoice(name: str, value: str | None) -> None:
    assert read(GST, name) == value
