"""Counts, sums and differences: reckoned from quoted numbers, and supported as such."""

import pytest

from pramana.chat.domain.composed_answer import compose_answer
from pramana.chat.domain.document_totals import TotalKind, document_totals, kind_of_total
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.grounding import GroundingChecker, SupportChecker
from pramana.chat.prompts.compose import NumberedPassage, Quote, Sentence
from tests.chat.domain.test_composed_answer import pointing_at

BILLS = [
    NumberedPassage(
        1,
        "INVOICE 31\nTwo kites\nNet: GBP 100.00\nVAT 20 %: GBP 20.00\nTotal due: GBP 120.00\n",
        title="Kite House",
        document="kites",
    ),
    NumberedPassage(
        2,
        "INVOICE S-4\nRope\nSubtotal: GBP 50.00\nVAT 20 %: GBP 10.00\nAmount payable: GBP 60.00\n",
        title="Sail Loft",
        document="sails",
    ),
]
HARVEST = """# Orchards

| Orchard | Trees | Target kg | Picked kg |
|---|---|---|---|
| Larkhill | 40 | 900 | 1130 |
| Underwood | 25 | 600 | 540 |
"""
ORCHARDS = [NumberedPassage(1, HARVEST, title="Harvest 2025", document="harvest")]
SIGNALS = """# Horn signals

| Signal | Meaning |
|---|---|
| one short | turning right |
| two short | turning left |
| five short | danger |
"""


def said(question: str, papers: list[NumberedPassage], *words: str) -> list[str]:
    """The sentences of an answer that their quotes support."""
    read = pointing_at(*words)
    checker, support = GroundingChecker(papers), SupportChecker(question, papers, read)
    grounded = [checker.check(each) for each in compose_answer(question, papers, read)]
    return [each.text for each in grounded if each and support.objection(each) is None]


def test_the_total_of_a_paper_is_the_one_with_tax_unless_the_net_one_is_asked_for() -> None:
    gross = document_totals(QuestionEvidence("What do the invoices come to?", BILLS))
    assert {each.value for each in gross.values()} == {120.0, 60.0}
    net = document_totals(QuestionEvidence("What is the net total of the invoices?", BILLS))
    assert {each.value for each in net.values()} == {100.0, 50.0}


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Total including VAT", TotalKind.GROSS),
        ("Total without VAT", TotalKind.NET),
        ("Rechnungsbetrag", TotalKind.GROSS),
        ("Total HT", TotalKind.NET),
        ("कुल जम्मा", TotalKind.GROSS),
        ("VAT total", None),
        ("Delivery", None),
    ],
)
def test_totals_are_known_by_what_they_are_called(label: str, kind: TotalKind | None) -> None:
    assert kind_of_total(label) is kind


def test_papers_are_added_up() -> None:
    answer = said("What is the total of all invoices together?", BILLS)
    assert answer[-1] == "Together: GBP 180."
    assert len(answer) == 3


def test_the_total_of_a_named_paper_is_found_by_its_number() -> None:
    assert said("What is the total of invoice S-4?", BILLS) == ["Amount payable: GBP 60.00."]


def test_the_dearer_paper_is_told_by_totals_of_one_kind() -> None:
    answer = said("Which invoice is the highest?", BILLS)
    assert answer == [
        "Kite House: Total due: GBP 120.00.",
        "Sail Loft: Amount payable: GBP 60.00.",
        "Kite House: highest.",
    ]


def test_two_columns_of_a_row_are_subtracted() -> None:
    answer = said("By how many kilos did Larkhill exceed its target?", ORCHARDS)
    assert answer[-1] == "Difference: 230."


def test_rows_are_counted() -> None:
    papers = [NumberedPassage(1, SIGNALS, title="Harbour rules", document="rules")]
    answer = said("How many horn signals are there?", papers)
    assert answer[0].startswith("3:") and len(answer) == 4


def test_those_who_were_present_are_counted() -> None:
    text = "Minutes\n\nPresent: Ada Quill, Ben Holt, Cy Marsh.\n"
    papers = [NumberedPassage(1, text, title="Minutes of the choir", document="choir")]
    [answer] = said("How many members were present?", papers)
    assert answer.startswith("3: ")


@pytest.mark.parametrize(
    ("text", "objection"),
    [("Together: GBP 180.", None), ("Together: GBP 190.", "number"), ("It is GBP 180.", "number")],
)
def test_a_number_that_is_not_quoted_must_follow_from_the_quotes(
    text: str, objection: str | None
) -> None:
    quotes = [
        Quote(source=1, words="Total due: GBP 120.00"),
        Quote(source=2, words="Amount payable: GBP 60.00"),
    ]
    grounded = GroundingChecker(BILLS).check(Sentence(text=text, quotes=quotes))
    assert grounded
    assert SupportChecker("How much?", BILLS, None).objection(grounded) == objection
