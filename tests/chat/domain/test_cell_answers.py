"""Cells of one row: the row at a place, of a day or with a name, and the columns that are asked."""

import pytest

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
