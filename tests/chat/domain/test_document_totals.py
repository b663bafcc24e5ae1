"""What papers come to: the line that sums up a list of measures."""

import pytest

from pramana.chat.domain.composed_answer import compose_answer
from pramana.chat.domain.document_totals import (
    TotalKind,
    answer_with_measured_total,
    asks_for_total,
    total_amount,
)
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.fact_answers import fact_candidates
from pramana.chat.prompts.compose import NumberedPassage

LIST = (
    "Packing list PL-77\nPallet 1: seed drill SD-40, gross 212 kg\n"
    "Pallet 2: seed drill SD-40, gross 215 kg\nPallet 3: spare tines, gross 48 kg\n"
    "Total gross weight: 475 kg   Volume: 2.9 m3\n"
)
SUM = "Total gross weight: 475 kg Volume: 2.9 m3"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the total gross weight of the two SD-40?", SUM),
        ("What is the gross weight of the whole SD-40 shipment?", SUM),
        ("What is the gross weight of the SD-40 with the tines altogether?", SUM),
    ],
)
def test_a_total_is_taken_from_the_line_that_states_it(question: str, answer: str) -> None:
    said = compose_answer(question, [NumberedPassage(1, LIST, "PL-77", document="p")], None)
    found = [each.text for each in said]
    assert found == [answer]


@pytest.mark.parametrize(
    "question",
    [
        "What is the total gross weight of the two QX-9?",
        "What is the gross weight of pallet 3?",
        "What is the total price of the two SD-40?",
    ],
)
def test_a_total_of_something_else_is_no_answer(question: str) -> None:
    passages = [NumberedPassage(1, LIST, "PL-77", document="p")]
    assert answer_with_measured_total(QuestionEvidence(question, passages)) == []


BILL = (
    "Heron Printers\nInvoice no.: HP-512\nPosters 60.00\nInvoice total £90.00\n"
    "Deposit paid £30.00\nBalance to pay £60.00\n"
)


@pytest.mark.parametrize(
    ("question", "total"),
    [
        ("What does invoice HP-512 come to?", "Invoice total £90.00"),
        ("What is left to pay of invoice HP-512 in total?", "Balance to pay £60.00"),
    ],
)
def test_what_is_left_to_pay_is_no_total(question: str, total: str) -> None:
    passage = NumberedPassage(1, BILL, "Heron Printers", document="bill")
    candidates = fact_candidates(QuestionEvidence(question, [passage]))
    assert candidates[0].sentence.text == total


PAID_IN = (
    "Tern Overalls\nInvoice no.: TO-77\nNet total £300.00\nInvoice total £360.00\n"
    "Less credit note £40.00\nAmount now due £320.00\n"
    "Please pay by BACS: sort code 11-22-33, account 10223344.\n"
)


@pytest.mark.parametrize(
    ("question", "total"),
    [
        ("What is the total of invoice TO-77?", "Invoice total £360.00"),
        ("How much is still to be paid of invoice TO-77 in total?", "Amount now due £320.00"),
    ],
)
def test_a_total_is_neither_what_is_left_nor_an_account(question: str, total: str) -> None:
    passage = NumberedPassage(1, PAID_IN, "Tern Overalls", document="bill")
    candidates = fact_candidates(QuestionEvidence(question, [passage]))
    assert candidates[0].sentence.text == total


def test_the_total_of_a_paper_about_something_else_is_no_answer() -> None:
    passage = NumberedPassage(1, BILL + "Delivered to Ropley.", "Heron Printers", document="bill")
    question = "What is the estimated price of the new harbour bridge near Ropley before tax?"
    assert not fact_candidates(QuestionEvidence(question, [passage]))


def test_the_year_of_a_day_to_pay_is_no_total() -> None:
    assert total_amount("Please pay by 9 March 2026", TotalKind.GROSS) is None


@pytest.mark.parametrize(
    ("question", "total"),
    [
        ("What does the farm have to pay, VAT included?", True),
        ("What is the price of a lamp without VAT?", False),
        ("What does the offer come to before tax?", True),
    ],
)
def test_the_price_of_a_thing_without_tax_is_no_total(question: str, total: bool) -> None:
    assert asks_for_total(question) is total
