"""Cells of one row: the row at a place, of a day or with a name, and the columns that are asked."""

from collections.abc import Sequence

import pytest

from pramana.chat.contracts.passages import PassageReading
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.fact_answers import fact_candidates
from pramana.chat.prompts.compose import NumberedPassage
from tests.chat.domain.test_composed_answer import answers

LOANS = """## Visitors of the library 2025

| Period | Visitors | Loans | Income (EUR) |
|---|---|---|---|
| January-March | 8,140 | 20,310 | 2,115 |
| April-June | 9,905 | 22,480 | 2,460 |
| July-September | 5,270 | 13,950 | 1,330 |
| October-December | 11,615 | 27,205 | 3,080 |
| Year | 34,930 | 83,945 | 8,985 |
"""
INSTALMENTS = """## Instalments for the tractor

| Due | Amount |
|---|---|
| 15 March 2026 | CHF 4,000 |
| 15 June 2026 | CHF 4,500 |
| 15 September 2026 | CHF 5,200 |
"""
COURSES = """## Evening courses of the sailing school

| Date | Place | Subject | Teacher |
|---|---|---|---|
| 3 February 2026 | Harbour house | Knots and ropes | Ida Moen |
| 17 February 2026 | Town hall | Charts and tides | Per Lund |
"""
STOCK = """## Stock of the bicycle shop

| sku | description | shelf | qty | reorder_qty |
|---|---|---|---|---|
| TU-260 | inner tube 26 inch | C1 | 48 | 20 |
| TU-280 | inner tube 28 inch | C1 | 7 | 20 |
| SA-004 | saddle, gel | D4 | 5 | 4 |
"""
BOWLS = """## Price list of the pottery

| Item | Size | Price |
|---|---|---|
| Wine jug | 1.2 l | EUR 39 |
| Salad bowl | 30 cm | EUR 46 |
"""
PAPERS = [
    NumberedPassage(number, text, title=f"Paper {number}", document=f"paper-{number}")
    for number, text in enumerate((LOANS, INSTALMENTS, COURSES, STOCK, BOWLS), start=1)
]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "How many visitors came in the third quarter of 2025?",
            "July-September: visitors: 5,270.",
        ),
        ("What was the income of the second quarter?", "April-June: income (EUR): 2,460."),
        ("How many loans were there in the last quarter?", "October-December: loans: 27,205."),
        ("How much is the second instalment of the tractor?", "15 June 2026: amount: CHF 4,500."),
        ("What was the first evening course about?", "3 February 2026: subject: Knots and ropes."),
        (
            "Where is the course on 17 February 2026 held and what is it about?",
            "17 February 2026: place: Town hall; subject: Charts and tides.",
        ),
        ("How many 28 inch inner tubes do we have in stock?", "TU-280: qty: 7."),
        ("Where are the gel saddles kept?", "SA-004: shelf: D4."),
        ("Size and price of the salad bowl?", "Salad bowl: size: 30 cm; price: EUR 46."),
    ],
)
def test_the_cells_that_are_asked_of_one_row(question: str, said: str) -> None:
    assert answers(question, PAPERS) == [said]


@pytest.mark.parametrize(
    "question",
    [
        "How much is the sixth instalment of the tractor?",
        "How many visitors came in the fifth quarter?",
        "How many helmets do we have in stock?",
        "What is the weight of the salad bowl?",
    ],
)
def test_a_row_or_column_that_is_not_there_is_not_answered(question: str) -> None:
    assert answers(question, PAPERS) == []


def test_rows_that_the_question_does_not_tell_apart_are_all_shown() -> None:
    said = answers("How many inner tubes do we have in stock?", PAPERS)
    assert said == ["TU-260: qty: 48.", "TU-280: qty: 7."]


def test_a_row_of_another_day_does_not_answer() -> None:
    assert answers("Who teaches on 24 February 2026?", PAPERS, "Per Lund") == []


SPARES = """## Store of the workshop

| part_no | description | price |
|---|---|---|
| P-118 | Gasket RX-9 | 14.20 |
| P-204 | Hose for RX-9 | 31.00 |
| P-300 | Belt QT-5 | 8.00 |
"""


def best(question: str, text: str = SPARES) -> tuple[str, float]:
    """The cell that answers best, and its chance."""
    passage = NumberedPassage(1, text, title="Paper", document="p")
    found = fact_candidates(QuestionEvidence(question, [passage]))
    first = found[0] if found else None
    return (first.cell.cell.text, first.certainty) if first and first.cell else ("", 0.0)


def test_a_row_about_a_part_says_nothing_about_the_whole() -> None:
    assert best("What is the price of a new RX-9 mower?")[1] < 0.1
    assert best("What is the price of the RX-9?")[1] < 0.1
    assert best("What is the price of a new QT-5 mower?")[1] < 0.1
    assert best("What is the price of the gasket of the RX-9?") == (
        "14.20",
        pytest.approx(0.95, abs=0.3),
    )
    assert best("What is the price of the QT-5?")[0] == "8.00"


def test_a_row_of_a_name_and_one_value_needs_no_name_of_its_column() -> None:
    rows = "| Oars | 4 | 9.00 | 36.00 |\n| Discount | | | 5.00 |\n"
    text = f"| Item | Number | Rate | Sum |\n|---|---|---|---|\n{rows}"
    assert best("How large is the discount?", text)[0] == "5.00"


def test_the_column_that_is_named_is_taken_in_the_row_that_is_read() -> None:
    text = "| | KL-1 | KL-2 |\n|---|---|---|\n| Bowls | 3 | 7 |\n| Weight | 9 kg | 12 kg |\n"
    passage = NumberedPassage(1, text, title="Paper", document="p")

    def read(question: str, passages: Sequence[str]) -> list[PassageReading]:
        return [
            PassageReading(each.index("3 |"), each.index("3 |") + 1, 0.9, 12) for each in passages
        ]

    found = fact_candidates(QuestionEvidence("KL-2 मा कतिवटा कचौरा अट्छ?", [passage], read))
    assert found[0].cell is not None
    assert found[0].cell.cell.text == "7"


def test_what_a_line_of_a_bill_costs_is_its_sum_and_not_its_rate() -> None:
    rows = "| Sawing, hours | 3 | 20.00 | 60.00 |\n| Oak board | 4 | 9.00 | 36.00 |\n"
    text = f"| Item | Number | Rate | Amount |\n|---|---|---|---|\n{rows}"
    assert best("sawing cost", text)[0] == "60.00"
    assert best("What does a single oak board cost?", text)[0] == "9.00"


SCHEDULE = """## Rent of the boat shed

| Period | Rent a year | Each quarter |
|---|---|---|
| 1 May 2025 – 30 April 2027 | €4,400 | €1,100 |
| 1 May 2027 – 30 April 2029 | €4,800 | €1,200 |
"""
EDITIONS = """## Editions of the chart book

| Edition | Printed | Changes |
|---|---|---|
| C | 2 May 2021 | lights of 14 harbours added |
| D | 9 June 2024 | depth of the channel corrected from 12 to 15 m |
"""
BILL = """## बिल ३१२

| क्र.सं. | विवरण | परिमाण | दर | रकम (रु.) |
|---|---|---|---|---|
| १ | काठको फल्याक | २० वटा | ३५०.०० | ७,०००.०० |
| २ | कीला | ५ पोका | १२०.०० | ६००.०० |
"""
TABLES = [
    NumberedPassage(number, text, title=f"Table {number}", document=f"table-{number}")
    for number, text in enumerate((SCHEDULE, EDITIONS, BILL, STOCK), start=1)
]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How much is the rent of the boat shed each quarter from July 2027 on?", "€1,200"),
        ("When was edition D of the chart book printed?", "9 June 2024"),
        ("From when is edition C of the chart book?", "2 May 2021"),
        ("काठको फल्याक प्रति वटा कति रुपैयाँ?", "३५०.००"),
        ("काठको फल्याकको जम्मा रकम कति?", "७,०००.००"),
    ],
)
def test_a_cell_is_found_by_its_month_its_kind_or_for_one_piece(question: str, said: str) -> None:
    [answer] = answers(question, TABLES)
    assert said in answer


def test_a_column_is_called_by_the_sign_for_number() -> None:
    spares = [NumberedPassage(1, SPARES, title="Store of the workshop", document="store")]
    [answer] = answers("Which part number is the hose for the RX-9?", spares)
    assert "P-204" in answer
