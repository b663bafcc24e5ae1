"""Rows that meet a condition which the question states in its own words."""

import pytest

from pramana.chat.domain.composed_answer import compose_answer
from pramana.chat.prompts.compose import NumberedPassage

TEXT = (
    "| Garden | Members | Budget | Spent | Left |\n|---|---|---|---|---|\n"
    "| Elm | 12 | 900 | 870 | 30 |\n| Oak | 8 | 700 | 745 | -45 |\n| Ash | 20 | 950 | 950 | 0 |\n"
)


@pytest.mark.parametrize(
    ("question", "more"),
    [
        ("Which garden overspent last year and how much was it?", ["Difference: 45."]),
        ("Which garden went over its budget, and by how much?", ["Difference: 45."]),
        ("Which garden spent more than was planned?", []),
        ("Which garden exceeded its budget?", []),
        (
            "In which garden did the work cost more than planned, and how much more?",
            ["Difference: 45."],
        ),
        ("Which garden was over budget?", []),
    ],
)
def test_overspent_compares_spending_with_the_budget(question: str, more: list[str]) -> None:
    said = compose_answer(question, [NumberedPassage(1, TEXT, "Gardens", document="g")], None)
    row = "Oak: members: 8; budget: 700; spent: 745; left: -45."
    assert [each.text for each in said] == [row, *more]


def test_spending_below_the_plan_is_compared_with_the_budget_too() -> None:
    passages = [NumberedPassage(1, TEXT, "Gardens", document="g")]
    said = compose_answer("Which garden spent less than planned?", passages, None)
    assert [each.text[:3] for each in said] == ["Elm"]
