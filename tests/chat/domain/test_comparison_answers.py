"""Comparisons in tables: the rows that are meant, without the sums under them."""

import pytest

from pramana.chat.domain.composed_answer import compose_answer
from pramana.chat.prompts.compose import NumberedPassage

MACHINES = (
    "| Number | Kind | Place | Hours | Diesel cost (NPR) |\n|---|---|---|---|---|\n"
    "| M-11 | Tractor | Ilam | 410 | 88200 |\n| M-12 | Digger | Ilam | 905 | 310400 |\n"
    "| M-13 | Tractor | Jhapa | 388 | 91750 |\n| M-14 | Digger | Morang | 640 | 228100 |\n"
    "| Total | | | 2343 | 718450 |\n"
)
BILL = (
    "| Work | Amount (NPR) |\n|---|---|\n| Fence | 40,000 |\n| Gate | 15,500 |\n| Total | 55,500 |"
)


def answers(question: str) -> list[str]:
    passages = [
        NumberedPassage(1, BILL, "Bill of the fence", document="b"),
        NumberedPassage(2, MACHINES, "Machines 2025", document="m"),
    ]
    return [each.text for each in compose_answer(question, passages, None)]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Which tractor used more money for diesel?", "M-13: more."),
        ("Which digger cost less in diesel?", "M-14: less."),
        ("Which tractor has the higher diesel cost?", "M-13: higher."),
        ("Which digger ran the most hours?", "M-12: most."),
    ],
)
def test_only_rows_of_the_kind_that_is_asked_for_are_compared(question: str, verdict: str) -> None:
    *values, last = answers(question)
    assert last == verdict and len(values) == 2


def test_a_sum_is_not_compared_with_its_parts() -> None:
    found = answers("Which machine has the highest diesel cost?")
    assert found[-1] == "M-12: highest." and not any("Total" in each for each in found)
