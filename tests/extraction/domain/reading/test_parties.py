"""A bank is one that is named: a guarantee, an account or charges are none, and no party either."""

import pytest

from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.domain.reading.document_reader import read_document
from pramana.extraction.domain.reading.field_reader import read_fields

TENDER = """Tender Notice
Bank guarantee of NPR 50,000 valid for 90 days must be enclosed
Sealed bids are invited for the construction of the Kalika footbridge.
Suryakot Municipality, Office of the Mayor
Deadline: 2024-06-30
"""
CONTRACT = """Contract Agreement
This agreement is made between Suryakot Municipality and Himal Builders Pvt. Ltd.
Client - Bank guarantee required
Performance security: Bank guarantee of NPR 100,000
Contract sum: NPR 2,500,000
"""
LETTER = """Dear Sir,
Bank charges were deducted twice.
Yours sincerely,
Ram Thapa
"""


def bank_of(text: str) -> object:
    found = read_fields(text, [FieldSpec(name="Bank")])
    return found[0].value if found else None


@pytest.mark.parametrize(
    ("text", "bank"),
    [
        ("Bid\nBank: Rapti Development Bank, Bagar", "Rapti Development Bank"),
        ("बोलपत्र\nबैंक: कर्णाली वाणिज्य बैंक", "कर्णाली वाणिज्य बैंक"),
        ("Bank guarantee: BG-22\nIssued by Rapti Growth Bank Ltd.", "Rapti Growth Bank Ltd."),
        ("The security was paid to Karnali Bank in May.", "Karnali Bank"),
        ("Bank guarantee of NPR 5,000\nBank charges: NPR 20", None),
        ("Letter of Annapurna Setu\nTo the Chief Officer, Suryakot Municipality", None),
        ("बैंक ग्यारेन्टी रु. ५,०००", None),
    ],
    ids=["label", "nepali", "name below", "in a sentence", "papers", "no bank", "nepali paper"],
)  # fmt: skip
def test_a_bank_is_found_by_its_label_or_its_name(text: str, bank: str | None) -> None:
    assert bank_of(text) == bank


def test_a_notice_is_issued_by_an_office_and_not_by_a_guarantee() -> None:
    found = {each.path: each.value for each in read_document(TENDER).values}

    assert found["issuer.name"] == "Suryakot Municipality, Office of the Mayor"
    assert "guarantee" not in found["document.title"]


def test_parties_are_those_who_agree() -> None:
    read = read_document(CONTRACT).values

    assert [each.value for each in read if each.path.endswith("].name")] == [
        "Suryakot Municipality",
        "Himal Builders Pvt. Ltd.",
    ]


def test_a_sentence_about_a_bank_is_nobodys_name() -> None:
    assert "issuer.name" not in {each.path for each in read_document(LETTER).values}


def test_the_stop_of_a_name_that_is_cut_short_belongs_to_it() -> None:
    [found] = read_fields("Bidder: Himal Builders Pvt. Ltd.", [FieldSpec(name="Bidder")])

    assert found.value == "Himal Builders Pvt. Ltd."


@pytest.mark.parametrize(
    ("opening", "other"),
    [
        (
            'SUPPLY CONTRACT\nBetween  Tarn Dairy Ltd, Kendal ("Tarn")\n'
            'and      Oakfield School, Ripon ("Oakfield")\n',
            "Tarn Dairy Ltd",
        ),
        (
            "Contract\nMade on 3 May 2025 by Tarn Dairy Ltd, Kendal (the Dairy) and Oakfield School"
            ", Ripon (the School).\n",
            "Tarn Dairy Ltd",
        ),
        (
            'AGREEMENT\nDated 3 May 2025\nOakfield School, no. 118842 ("the School")\nand\n'
            'Tarn Dairy Ltd, 4 Mill Lane, Kendal ("the Dairy")\nhave agreed:\n',
            "Tarn Dairy Ltd",
        ),
        (
            "CONTRACT\nProvider: Tarn Dairy Ltd, Kendal\nCustomer: Oakfield School\n",
            "Tarn Dairy Ltd",
        ),
    ],
)
def test_the_other_party_is_the_one_that_is_not_named(opening: str, other: str) -> None:
    text = f"{opening}1. Milk. Daily.\nSigned for the School: Ada Birch\n"
    spec = FieldSpec(name="Other side", instructions="the party that is not Oakfield")
    values = read_fields(text, [spec])
    assert [each.value for each in values] == [other]


@pytest.mark.parametrize(
    ("name", "party"), [("Vermieter", "Lindental GmbH"), ("Mieter", "Frau Jutta Ems")]
)
def test_a_role_may_stand_alone_in_brackets(name: str, party: str) -> None:
    text = (
        "Mietvertrag\nzwischen der Lindental GmbH, Am Markt 1, 28195 Bremen (Vermieterin)\n"
        "und Frau Jutta Ems, Lange Gasse 2, 28203 Bremen (Mieterin)\n§ 1 Werkstatt\n"
    )
    values = read_fields(text, [FieldSpec(name=name)])
    assert [each.value for each in values] == [party]


HIRE = (
    "HIRE OF A CRANE\nSigned in Leeds on 2 June 2025.\nHirer: Pell Joinery Ltd, Leeds\n"
    "Customer: Marsh Lane Theatre plc, York\n1. The Hirer brings one crane to the theatre.\n"
    "2. The Customer pays GBP 900 a day.\n3. English law applies; disputes go to the court.\n"
    "Ruth Abel (Hirer)     Tom Carr, Manager (Customer)\n"
)


@pytest.mark.parametrize(
    ("name", "about", "party"),
    [
        ("Customer", "", "Marsh Lane Theatre plc"),
        ("Other party", "not Marsh Lane Theatre", "Pell Joinery Ltd"),
        ("Other party", "not Pell Joinery", "Marsh Lane Theatre plc"),
    ],
)
def test_a_role_in_brackets_at_the_foot_tells_who_signs(name: str, about: str, party: str) -> None:
    values = read_fields(HIRE, [FieldSpec(name=name, instructions=about)])
    assert [each.value for each in values] == [party]
