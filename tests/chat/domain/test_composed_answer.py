"""Whole lists, rows and several papers that say different things."""

from collections.abc import Sequence

from pramana.chat.contracts.passages import PassageReading, ReadPassages
from pramana.chat.domain.composed_answer import compose_answer
from pramana.chat.prompts.compose import NumberedPassage

CAMP = """Summer camp

What to pack

- a sleeping bag
- rain clothes with a hood
- a cup and a plate
- sun cream

Bedtime is at 21:30.
"""
CODES = """| Code | Meaning |
|---|---|
| F1 | Lid open |
| F2 | Water low |
"""


def pointing_at(*words: str) -> ReadPassages:
    """A reader that is sure of the first of these words in each passage, and else of nothing."""

    def read(question: str, texts: Sequence[str]) -> list[PassageReading]:
        readings = []
        for text in texts:
            found = [(text.index(each), len(each)) for each in words if each in text]
            start, length = found[0] if found else (0, 1)
            sure = bool(found)
            readings.append(
                PassageReading(start, start + length, 0.95 if sure else 0.01, 12 if sure else -30)
            )
        return readings

    return read


def answers(question: str, papers: list[NumberedPassage], *words: str) -> list[str]:
    return [each.text for each in compose_answer(question, papers, pointing_at(*words))]


def test_an_item_stands_for_its_list_unless_the_question_means_it_alone() -> None:
    paper = [NumberedPassage(1, CAMP, title="Summer camp", document="camp")]
    assert len(answers("What do we need for the summer camp?", paper, "rain clothes")) == 4
    alone = answers("What belongs to the rain clothes?", paper, "with a hood")
    assert alone == ["- rain clothes with a hood"]


def test_papers_that_disagree_are_shown_with_their_dates_the_latest_first() -> None:
    papers = [
        NumberedPassage(
            1, "A swim costs EUR 4.", title="Pool prices", document="a", dated="May 2023"
        ),
        NumberedPassage(
            2, "A swim costs EUR 6.", title="Pool notice", document="b", dated="2 May 2025"
        ),
    ]
    assert answers("How much does a swim cost?", papers, "EUR 4", "EUR 6") == [
        "Pool notice (2 May 2025): A swim costs EUR 6.",
        "Pool prices (May 2023): A swim costs EUR 4.",
    ]


def test_a_table_that_is_called_so_is_listed_whole() -> None:
    paper = [NumberedPassage(1, f"# Codes of the kettle\n\n{CODES}", title="Kettle", document="k")]
    assert answers("Which codes can the kettle show?", paper, "Lid") == [
        "F1: meaning: Lid open.",
        "F2: meaning: Water low.",
    ]


def test_two_rows_stand_beside_each_other() -> None:
    paper = [NumberedPassage(1, CODES, title="Kettle", document="k")]
    assert len(answers("What is the difference between F1 and F2?", paper)) == 2
