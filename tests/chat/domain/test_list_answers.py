"""Procedures: all steps of the one list that is meant, however the question is worded."""

import pytest

from pramana.chat.domain.composed_answer import compose_answer
from pramana.chat.domain.question_shapes import AnswerShape, plan_question
from pramana.chat.prompts.compose import NumberedPassage

BLADE = """## 4.2 Changing the blade
1. Switch the saw off.
2. Loosen the clamp.
3. Slide the new blade in.

Bandsaw manual Page 9
4. Tighten the clamp.
5. Run the saw for a minute.
"""
OIL = """## 4.3 Topping up the oil
1. Open the cap.
2. Pour oil up to the mark.
3. Close the cap.
"""


def _steps(question: str) -> list[str]:
    passages = [
        NumberedPassage(1, OIL, "Bandsaw manual", "4.3 Topping up the oil", document="m"),
        NumberedPassage(2, BLADE, "Bandsaw manual", "4.2 Changing the blade", document="m"),
    ]
    return [each.text for each in compose_answer(question, passages, None)]


@pytest.mark.parametrize(
    "question",
    [
        "Steps for a new blade, in the right order please",
        "fitting a new blade, how?",
        "Explain how to replace the blade of the saw",
        "Walk me through changing the blade",
        "What is the correct procedure for renewing the blade?",
    ],
)
def test_all_steps_are_given_and_those_after_the_page_too(question: str) -> None:
    assert plan_question(question).shape is AnswerShape.PROCEDURE
    said = _steps(question)
    assert len(said) == 5
    assert said[0].endswith("Switch the saw off.")
    assert said[4].endswith("Run the saw for a minute.")


def test_steps_of_another_task_are_not_given() -> None:
    assert not any("Open the cap" in each for each in _steps("How do I change the blade?"))


def test_title_line_without_a_heading_names_a_list() -> None:
    text = "3. FILLING THE LAMP\n1) Let it cool.\n2) Unscrew the top.\n3) Pour oil in.\n"
    passage = NumberedPassage(1, text, "Lamp card", document="l")
    said = compose_answer("How do I fill the lamp?", [passage], None)
    assert [each.text.split(". ", 1)[-1] for each in said][-1] == "Pour oil in."
