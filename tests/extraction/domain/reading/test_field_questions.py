"""A field's name says under which names it is looked for, in which form, and whose it is."""

import pytest

from pramana.extraction.contracts.fields import FieldSpec, FieldType, Json
from pramana.extraction.domain.reading.field_questions import FieldQuestion, Side
from pramana.extraction.domain.reading.field_reader import read_fields
from pramana.extraction.domain.reading.value_forms import ValueForm

INVOICE = """Larkfield Joinery Ltd
8 Canal Street, Bath BA1 5QH
VAT Reg. No. GB 412 7781 03

INVOICE
Invoice No.\tLJ-2207\tDate\t14 April 2026
Your order\tOR-881\tDue date\t14 May 2026
Bill to: Hollin Primary School, 3 Chapel Lane, Wells BA5 2PN
VAT No. GB 900 1122 33

Description\tQty\tUnit price\tAmount
Oak shelf\t4\t55.00\t220.00
Net total\t£220.00
VAT 20%\t£44.00
Total due\t£264.00
"""
GERMAN = """Brenner Metallbau GmbH
Ringstraße 9, 04109 Leipzig · Tel. 0341 55 10 20 · USt-IdNr. DE811122233
Rechnung Nr. 2026-118
Rechnungsdatum: 03.02.2026
Zwischensumme\t1.250,00
zzgl. 19 % MwSt.\t237,50
Gesamtbetrag\t1.487,50 €
Zahlbar bis 17.02.2026 ohne Abzug.
"""
CONTRACT = """AGREEMENT dated 9 June 2026 between:
(1) HARCOURT ORCHARDS LIMITED (company number 01234567) of Mill Lane ("the Client"); and
(2) PIPPIN PRESS LLP of 7 Dock Road ("the Contractor").
1. The agreement starts on 1 July 2026 and ends on 30 June 2028.
2. The Client pays a monthly fee of £1,150.
3. Either side may terminate on three months' notice.
"""


def one(text: str, name: str, kind: str = "string", instructions: str = "") -> Json:
    spec = FieldSpec(name=name, type=FieldType(kind), instructions=instructions)
    values = read_fields(text, [spec])
    assert all(text[each.start : each.end] == each.quote for each in values)
    return values[0].value if values else None


def test_a_name_in_one_language_is_looked_for_in_the_others() -> None:
    question = FieldQuestion(FieldSpec(name="Due date", type=FieldType.DATE))

    assert question.keys == {"due_date"}
    assert question.forms == (ValueForm.DATE,)
    assert ("zahlbar", "bi") in question.names or ("zahlbar", "bis") in question.names


@pytest.mark.parametrize(
    ("name", "side"),
    [("Supplier VAT number", Side.SELLER), ("GSTIN of the buyer", Side.BUYER), ("PAN", None)],
)
def test_a_name_says_whose_value_it_is(name: str, side: Side | None) -> None:
    assert FieldQuestion(FieldSpec(name=name)).side is side


def test_instructions_say_whose_value_it_is_too() -> None:
    spec = FieldSpec(name="Tax number", instructions="the number of the customer")

    assert FieldQuestion(spec).side is Side.BUYER


@pytest.mark.parametrize(
    ("name", "kind", "value"),
    [
        ("Invoice number", "string", "LJ-2207"),
        ("PO number", "string", "OR-881"),
        ("Invoice date", "date", "2026-04-14"),
        ("Payment due", "date", "2026-05-14"),
        ("Supplier", "string", "Larkfield Joinery Ltd"),
        ("Customer", "string", "Hollin Primary School"),
        ("Invoice total", "money", 264),
        ("VAT", "money", 44),
        ("Currency", "string", "GBP"),
        ("IBAN", "string", None),
        ("Discount", "money", None),
    ],
)
def test_an_invoice_gives_each_field_its_own_value(name: str, kind: str, value: Json) -> None:
    assert one(INVOICE, name, kind) == value


@pytest.mark.parametrize(
    ("name", "kind", "value"),
    [
        ("Invoice number", "string", "2026-118"),
        ("Invoice date", "date", "2026-02-03"),
        ("Due date", "date", "2026-02-17"),
        ("Total", "money", 1487.5),
        ("Tax", "money", 237.5),
        ("Currency", "string", "EUR"),
    ],
)
def test_a_german_invoice_answers_english_names(name: str, kind: str, value: Json) -> None:
    assert one(GERMAN, name, kind) == value


def test_an_order_number_is_not_the_invoice_number() -> None:
    text = "INVOICE\nAcme Tools Ltd\nInvoice number: 7781\nDate: 3 May 2026\nTotal: £20.00\n"

    assert one(text, "po_number") is None
    assert one(text, "due_date", "date") is None


def test_parties_are_found_by_the_roles_that_a_contract_gives_them() -> None:
    assert one(CONTRACT, "Client") == "HARCOURT ORCHARDS LIMITED"
    assert one(CONTRACT, "Contractor") == "PIPPIN PRESS LLP"
    other = one(CONTRACT, "Other party", instructions="the party that is not Pippin Press LLP")
    assert other == "HARCOURT ORCHARDS LIMITED"


def test_values_in_sentences_are_found_by_their_form() -> None:
    assert one(CONTRACT, "Start date", "date") == "2026-07-01"
    assert one(CONTRACT, "End date", "date") == "2028-06-30"
    assert one(CONTRACT, "Monthly fee", "money") == 1150
    assert one(CONTRACT, "Deposit", "money") is None


def test_a_role_in_brackets_names_who_has_it() -> None:
    text = (
        "MINUTES\nPresent: Ada Quill (chair), Ben Marsh, Cleo Odum (minutes)\nApologies: Dov Lang"
    )

    assert one(text, "Chair") == "Ada Quill"
    assert one(text, "Apologies") == "Dov Lang"


def test_the_month_comes_first_on_american_papers() -> None:
    text = "INVOICE\nBoise, ID 83702\nInvoice date: 03/04/2026\nDue date: 04/03/2026\n"

    assert one(text, "Due date", "date") == "2026-04-03"
