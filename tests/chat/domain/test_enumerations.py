"""Places that name several things, and the annexes to which a clause refers."""

from collections.abc import Sequence

import pytest

from pramana.chat.contracts.passages import PassageReading
from pramana.chat.domain.composed_answer import compose_answer
from pramana.chat.domain.enumerations import ListedKind, count_of_kind, item_kind
from pramana.chat.domain.named_things import find_named_things
from pramana.chat.domain.question_shapes import AnswerShape, plan_question
from pramana.chat.prompts.compose import NumberedPassage

RULES = """# Boat house rules

## Helpers

Ada Finch, Leo Marsh and Ivy Stone look after the boats.

## Duties

Members have three duties. First, they rinse the oars. Second, they lock the gate. Third, they
sign the book.

## Days

The house opens on 1 April. It closes on 31 October. The regatta is on 12 July.
"""


def _point_at(words: str) -> "Reader":
    return Reader(words)


class Reader:
    """A reading model that is sure of every text that has these words."""

    def __init__(self, words: str) -> None:
        self._words = words

    def __call__(self, question: str, texts: Sequence[str]) -> list[PassageReading]:
        return [self._read(each) for each in texts]

    def _read(self, text: str) -> PassageReading:
        at = text.find(self._words)
        if at < 0:
            return PassageReading(0, 1, 0.01, -9.0)
        return PassageReading(at, at + len(self._words), 0.9, 6.0)


def _answer(question: str, text: str, words: str) -> list[str]:
    passage = NumberedPassage(1, text, "Boat house rules", document="r")
    return [each.text for each in compose_answer(question, [passage], _point_at(words))]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Who looks after the boats?", ListedKind.PERSON),
        ("समितिमा को को छन्?", ListedKind.PERSON),
        ("What are the dates of the season?", ListedKind.DAY),
        ("When may a member be excluded?", ListedKind.ANY),
        ("What fees are there?", ListedKind.AMOUNT),
    ],
)
def test_a_question_says_what_its_items_are(question: str, kind: ListedKind) -> None:
    assert item_kind(question) is kind


def test_items_are_counted_by_their_kind() -> None:
    assert count_of_kind(ListedKind.PERSON, "Ada Finch, Leo Marsh and Dr Ivy Stone") == 3
    assert count_of_kind(ListedKind.DAY, "on Mondays, 3 May and 1 June 2026") == 3
    assert count_of_kind(ListedKind.AMOUNT, "£20 a month and £3 a day for 5 days") == 2


def test_sentences_that_count_are_all_given_after_what_introduces_them() -> None:
    said = _answer("Which duties do members have?", RULES, "rinse the oars")
    assert said[0] == "Members have three duties."
    assert [each.split(",")[0] for each in said[1:]] == ["- First", "- Second", "- Third"]


def test_every_date_is_given_where_dates_are_asked_for() -> None:
    said = " ".join(_answer("What are the dates of the boat house?", RULES, "1 April"))
    assert all(day in said for day in ("1 April", "31 October", "12 July"))


LEASE = """# Lease

1.1 The tools named in Schedule 2 belong to the Owner.

## Schedule 2

- lathe
- anvil
- two vices
"""


def test_a_clause_leads_to_the_schedule_it_names() -> None:
    said = _answer("Which tools belong to the owner?", LEASE, "tools named in Schedule 2")
    assert said == ["- lathe", "- anvil", "- two vices"]


def test_a_schedule_is_a_thing_that_must_be_there() -> None:
    question = "List what Schedule 3 contains"
    assert [each.text for each in find_named_things(question)] == ["Schedule 3"]
    assert _answer(question, LEASE, "nothing") == []
    assert _answer("What does Schedule 2 contain?", LEASE, "nothing")[0] == "- lathe"


def test_an_incomplete_list_is_said_to_be_one() -> None:
    text = "# Tools\n\nThe shed holds, among others:\n\n- saws\n- drills\n- planes\n"
    said = _answer("Which tools does the shed hold?", text, "saws")
    assert said[0] == "The shed holds, among others:"


def test_what_does_not_fit_is_counted() -> None:
    items = "".join(f"- a tool of kind {n} with its case and both keys\n" for n in range(1, 31))
    said = _answer("List all tools of the shed", f"# Tools of the shed\n\n{items}", "kind 1")
    assert said[-1] == f"More of them in the document: {30 - (len(said) - 1)}."
    assert sum(len(each.split()) for each in said) <= 250


@pytest.mark.parametrize(
    "question",
    [
        "Which pupils help at the fair?",
        "What is excluded from the cover?",
        "When may the owner end the lease?",
        "Which equipment belongs to the owner?",
        "Who sits on the jury?",
        "What data do you keep about visitors?",
        "कुन कुन शुल्क लाग्छ?",
    ],
)
def test_questions_for_all_of_something_are_known(question: str) -> None:
    assert plan_question(question).shape is AnswerShape.LIST


LICENCE = """# Licence of the kiln

## 1. Terms

1.1 "Kiln" means the gas kiln in the yard, 90 cm wide.
1.2 "Gala Days" means 5 January, 5 May and 5 September.
1.3 "Licence Years" means three years from 1 June 2026 to 31 May 2029.
1.4 "Permitted Firings" means firings of stoneware and of porcelain, not of glass.

## 2. Fees

2.1 The guild pays the fee of EUR 60 for the kiln on the Gala Days.
2.2 The guild pays for gas at the end of the Licence Years.

## Schedule 2: The owner's tools

Two pairs of tongs, four stilts, a pyrometer.

## Schedule 3: The guild's duties

Members sweep the yard. They close the tap. They write the log.
"""


def test_the_sentence_below_a_heading_that_the_question_says_is_the_list() -> None:
    said = _answer("List all the owner's tools at the kiln", LICENCE, "EUR 60")
    assert said == ["Two pairs of tongs, four stilts, a pyrometer."]


def test_days_that_a_clause_calls_by_a_term_are_those_of_its_definition() -> None:
    said = _answer("On which days does the guild pay for the kiln?", LICENCE, "EUR 60")
    assert [each[:3] for each in said] == ["2.1", "1.2"]


def test_what_is_permitted_is_what_the_paper_says_the_term_means() -> None:
    said = _answer("Which firings are we allowed to do?", LICENCE, "EUR 60")
    assert said == [
        '1.4 "Permitted Firings" means firings of stoneware and of porcelain, not of glass.'
    ]


def test_a_thing_that_a_paper_only_names_is_not_what_is_asked_for() -> None:
    said = _answer("How much does the guild pay for the Kiln?", LICENCE, "EUR 60")
    assert said[0].startswith("2.1")
