"""The cell that a question means: by its row, its column, its range and its unit."""

from collections.abc import Sequence

import pytest

from pramana.chat.contracts.passages import PassageReading
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.fact_answers import fact_candidates
from pramana.chat.prompts.compose import NumberedPassage

FEES = """| Period | Mooring fee |
|---|---|
| 1 April 2026 – 31 March 2027 | GBP 640 |
| 1 April 2027 – 31 March 2028 | GBP 672 |
"""
NOTICE = """| Time at the yard | Notice | Holiday |
|---|---|---|
| Up to 2 years | 4 weeks | 24 days |
| 2 to 6 years | 9 weeks | 27 days |
"""
HIRE = """| Boat | 1 hour | 1 day | 7 days |
|---|---|---|---|
| Punt | 9.00 | 30.00 | 140.00 |
| Raft | 7.00 | 22.00 | 95.00 |
"""
ALLOWANCES = """| Allowance | Rate |
|---|---|
| Meals, away more than 4 hours | 12.50 |
| Meals, away more than 9 hours | 26.00 |
| Mileage, more than 80 km | 0.30 |
"""
PROGRAMS = """| S1 delicate | 30 °C for 25 minutes |
| S2 cotton | 60 °C for 55 minutes |
"""
STORAGE = """| Unit | 1–3 months | 4–8 months | Key |
|---|---|---|---|
| Small | 51 | 47 | 10 |
| Large | 84 | 79 | 15 |
"""
SHELVES = """| Shelf | Width | Height | Depth |
|---|---|---|---|
| Oak | 820 mm | 1,910 mm | 300 mm |
| Birch | 640 mm | 1,450 mm | 280 mm |
"""


@pytest.mark.parametrize(
    ("text", "question", "cell"),
    [
        (FEES, "What is the mooring fee on 2 May 2027?", "GBP 672"),
        (NOTICE, "How many days of holiday are there after 5 years at the yard?", "27 days"),
        (HIRE, "What does a raft cost for seven days?", "95.00"),
        (ALLOWANCES, "How much is paid for meals if I am away for eleven hours?", "26.00"),
        (ALLOWANCES, "How much is paid for meals if I am away for five hours?", "12.50"),
        (PROGRAMS, "At what temperature does S2 wash?", "60 °C"),
        (STORAGE, "What does the large unit cost for five months?", "79"),
        (STORAGE, "What does the large unit cost for four months?", "79"),
        (STORAGE, "What does the small unit cost for one month?", "51"),
        (SHELVES, "How tall is the birch shelf?", "1,450 mm"),
        (SHELVES, "How deep is the oak shelf?", "300 mm"),
    ],
)
def test_the_cell_of_the_row_that_is_meant(text: str, question: str, cell: str) -> None:
    passage = NumberedPassage(1, text, title="Yard rules", document="yard")
    best = fact_candidates(QuestionEvidence(question, [passage]))[0]
    assert cell in best.answer().text


def test_a_reading_in_a_row_with_an_alike_name_is_moved_to_the_one_that_is_named() -> None:
    text = "| Cloth | Price |\n|---|---|\n| Calico | EUR 4 |\n| Corduroy | EUR 9 |\n"

    def read(question: str, texts: Sequence[str]) -> list[PassageReading]:
        return [PassageReading(at := t.index("EUR 4"), at + 5, 0.9, 9) for t in texts]

    evidence = QuestionEvidence("How long is the Corduroy?", [NumberedPassage(1, text)], read)
    best = fact_candidates(evidence)[0]
    assert best.cell is not None and best.cell.cell.text == "EUR 9"


def test_a_quantity_that_is_asked_for_is_said_before_the_mark_of_its_row() -> None:
    text = """| Code | Cause | Switches heating off |
|---|---|---|
| E11 | chamber hotter than 315 °C | yes |
| E12 | steam below 0.4 bar | no |
"""
    question = "At what chamber temperature is the heating switched off?"
    best = fact_candidates(QuestionEvidence(question, [NumberedPassage(1, text)]))[0]
    assert best.cell is not None and "315 °C" in best.cell.cell.text


def test_a_code_is_said_with_the_name_that_the_question_says() -> None:
    text = """| Article | Description | Ordered | Delivered |
|---|---|---|---|
| RT-1044 | Rope clamp | 12 | 9 |
| RT-2051 | Deck brush | 4 | 4 |
"""
    question = "How many rope clamps were delivered?"
    best = fact_candidates(QuestionEvidence(question, [NumberedPassage(1, text)]))[0]
    assert best.answer().text == "RT-1044, Rope clamp, delivered: 9."


def test_what_one_piece_costs_may_stand_without_its_unit() -> None:
    bill = (
        "| Item | Quantity | Rate | Amount (Rs) |\n|---|---|---|---|\n"
        "| Lime | 40 sacks | 7.50 | 300.00 |\n| Sand | 12 sacks | 4.00 | 48.00 |\n"
    )
    passage = NumberedPassage(1, bill, "Bill of Tern Yard", document="bill")
    question = "What is the rate of lime per sack, in rupees?"
    candidates = fact_candidates(QuestionEvidence(question, [passage]))
    assert candidates[0].cell is not None
    assert candidates[0].cell.cell.text == "7.50"
