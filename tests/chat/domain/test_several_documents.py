"""What each of several papers says to one question, and whom all of them name."""

import pytest

from pramana.chat.domain.composed_answer import compose_answer
from pramana.chat.domain.question_shapes import plan_question, spans_documents
from pramana.chat.prompts.compose import NumberedPassage
from tests.chat.domain.test_composed_answer import pointing_at

FENLAND = """FENLAND BOATYARD LTD
Quotation
2 March 2026
New keel for the sloop
Delivery: within 9 weeks of the order
Guarantee: 4 years on the hull
Your contact is Odile Brandt.
"""
TOLLY = """Tolly & Sons Ltd
Offer
5 March 2026
Keel of the sloop
Lead time 6 weeks
Warranty two years on all work
Contact: Piers Anand
"""
APRIL = """Minutes of the trustees, 4 April 2026

Present: Ada Quill, Ben Roth, Cleo Marsh
"""
JUNE = """Minutes of the trustees, 6 June 2026

Present: Ada Quill, Cleo Marsh, Dov Lind
"""


def papers(*texts: str) -> list[NumberedPassage]:
    return [
        NumberedPassage(
            number, text, title=text.split("\n")[0], document=f"d{number}", head=text[:300]
        )
        for number, text in enumerate(texts, start=1)
    ]


def test_both_offers_are_asked_the_same() -> None:
    read = pointing_at("Odile Brandt", "Piers Anand")
    said = compose_answer("Who is our contact at both suppliers?", papers(FENLAND, TOLLY), read)
    assert [each.text for each in said] == [
        "FENLAND BOATYARD LTD: Your contact is Odile Brandt.",
        "Tolly & Sons Ltd: Contact: Piers Anand",
    ]


def test_two_firms_that_are_named_are_compared_by_their_own_papers() -> None:
    read = pointing_at("4 years on the hull", "two years on all work")
    question = "Who gives the longer guarantee, Fenland or Tolly?"
    *values, verdict = compose_answer(question, papers(FENLAND, TOLLY), read)
    assert [len(each.quotes) for each in values] == [1, 1]
    assert verdict.text == "Fenland: longer."


def test_who_was_at_both_meetings_are_those_whom_both_minutes_name() -> None:
    read = pointing_at("Ada Quill, Ben Roth, Cleo Marsh", "Ada Quill, Cleo Marsh, Dov Lind")
    said = compose_answer("Who was present at both meetings?", papers(APRIL, JUNE), read)
    assert [each.text for each in said] == ["Ada Quill, Cleo Marsh."]


@pytest.mark.parametrize(
    ("question", "spans"),
    [
        ("How long are both quotations valid?", True),
        ("When did the two suppliers promise to deliver?", True),
        ("Which two documents must be brought?", False),
        ("What do the two pumps weigh?", False),
    ],
)
def test_a_question_about_both_papers_looks_at_each(question: str, spans: bool) -> None:
    assert spans_documents(plan_question(question)) is spans


def test_a_doubt_whether_papers_agree_is_answered_by_each_of_them() -> None:
    read = pointing_at("4 years on the hull", "two years on all work")
    question = "How long is the guarantee on the keel? I have read two different numbers."
    said = compose_answer(question, papers(FENLAND, TOLLY), read)
    assert [each.text.split(":")[0] for each in said] == [
        "FENLAND BOATYARD LTD",
        "Tolly & Sons Ltd",
    ]


def test_the_firm_that_delivers_faster_takes_less_time() -> None:
    read = pointing_at("within 9 weeks of the order", "6 weeks")
    question = "Which supplier delivers faster, Fenland or Tolly?"
    *_, verdict = compose_answer(question, papers(FENLAND, TOLLY), read)
    assert verdict.text == "Tolly: faster."


def test_a_later_paper_that_names_the_old_value_is_shown_beside_it() -> None:
    rules = "Rules of the boat club, 2 May 2023\n\nEach sailor gets four keys to the shed.\n"
    change = (
        "Decision of the board, 9 May 2025\n\n"
        "Keys to the shed: each sailor gets seven in place of four.\n"
    )
    read = pointing_at("four", "seven")
    said = compose_answer(
        "How many keys to the shed does each sailor get?", papers(rules, change), read
    )
    assert len(said) == 2
    assert any("seven in place of four" in each.text for each in said)


def test_a_change_of_an_equal_value_of_something_else_is_not_shown() -> None:
    rules = "Rules of the boat club, 2 May 2023\n\nEach sailor gets four keys to the shed.\n"
    change = "Menu of the canteen, 9 May 2025\n\nSoup comes with two rolls in place of four.\n"
    read = pointing_at("four", "two rolls")
    said = compose_answer(
        "How many keys to the shed does each sailor get?", papers(rules, change), read
    )
    assert [each.text for each in said] == ["Each sailor gets four keys to the shed."]
