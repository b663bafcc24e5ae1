"""Questions for yes or no: which sentence decides, and when "yes" or "no" is said."""

from collections.abc import Sequence

import pytest

from pramana.chat.contracts.passages import PassageReading
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.yes_no_answers import answer_with_decision
from pramana.chat.prompts.compose import NumberedPassage

POOL = """The ticket includes a towel and a locker. The sauna is not included. Drinks cost extra.

Diving is prohibited. Children may use the small pool with an adult. Dogs are not allowed.

The club asked for a second lane on Mondays. The request was refused.

Only lifeguards may open the gate. Lessons normally take place outdoors.

Opening hours: 7:00 to 21:00"""


def answer(question: str) -> str:
    passage = NumberedPassage(1, POOL, title="House rules of the Alder Pool", document="pool")
    sentences = answer_with_decision(QuestionEvidence(question, [passage]), 0.4)
    return " ".join(each.text for each in sentences)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Is the sauna included?", "No: The sauna is not included."),
        ("Does the ticket include a towel?", "Yes: The ticket includes a towel and a locker."),
        ("Are drinks included?", "No: Drinks cost extra."),
        ("Is diving allowed?", "No: Diving is prohibited."),
        ("Are dogs allowed in the Alder Pool?", "No: Dogs are not allowed."),
        ("Can children use the small pool?", "Yes: Children may use the small pool"),
    ],
)
def test_the_sentence_that_decides_is_said_with_its_verdict(question: str, said: str) -> None:
    assert answer(question).startswith(said)


@pytest.mark.parametrize(
    "question", ["May guests open the gate?", "Do lessons take place outdoors?"]
)
def test_a_restricted_sentence_is_shown_without_a_verdict(question: str) -> None:
    said = answer(question)
    assert said
    assert not said.startswith(("Yes", "No"))


def test_the_matter_is_shown_where_the_deciding_sentence_leaves_it_out() -> None:
    said = answer("Was the request for a second lane accepted?")
    assert "refused" in said
    assert "second lane" in said
    assert not said.startswith("Yes")


def test_a_line_of_name_and_value_decides_nothing() -> None:
    assert answer("Are the opening hours longer in summer?") == ""


def test_a_question_that_denies_gets_no_verdict() -> None:
    assert not answer("Isn't the sauna included?").startswith(("Yes", "No"))


MINUTES = """4. Boats. TK asked for a second rowing boat for up to 3,900. LM feared for the
moorings. RESOLVED with 5 votes for and 1 against, provided that a mooring is free.

5. Jetty. TK asked for a longer jetty. Nothing was said of it further.

6. Fees. The fees were approved."""


def test_minutes_give_the_decision_after_what_was_asked_for() -> None:
    passage = NumberedPassage(1, MINUTES, title="Minutes of the rowing club", document="minutes")

    def said(question: str) -> str:
        found = answer_with_decision(QuestionEvidence(question, [passage]), 0.3)
        return " ".join(each.text for each in found)

    assert "RESOLVED with 5 votes" in said("Did the club agree to a second rowing boat?")
    assert "approved" not in said("Did the club agree to a longer jetty?")


def test_a_task_may_be_called_by_another_verb() -> None:
    text = "Members may clean the filters. A mechanic may in addition change the drain hose."
    passage = NumberedPassage(1, text, title="Duties", document="duties")
    question = "May a member put in a new drain hose?"
    said = answer_with_decision(QuestionEvidence(question, [passage]), 0.4)
    assert said[0].text.startswith("A mechanic may in addition change the drain hose")


CLUB_MINUTES = (
    "Rowing club, 4 May 2026\n\nThe captain proposed to replace the old boat by a Tern 20. "
    "Discussion: Ida asked whether the rack is wide enough. RESOLVED: agreed by six votes.\n\n"
    "The warden proposed a fence of steel."
)


def test_a_proposal_is_answered_with_the_decision_below_it() -> None:
    passage = NumberedPassage(1, CLUB_MINUTES, title="Minutes", document="minutes")
    evidence = QuestionEvidence("Did the club agree to buy a Tern 20?", [passage])
    said = [each.text for each in answer_with_decision(evidence, 0.4)]
    assert "Tern 20" in said[0]
    assert said[-1].endswith("agreed by six votes.")
    other = QuestionEvidence("Did the club agree to buy a Heron 7?", [passage])
    assert answer_with_decision(other, 0.4) == []


BERTHS = """Rules of the berths

Holders keep the planks of their berth clean. The berths lie at the east quay.

Not to lend out the whole or a part of it."""


def test_what_the_reading_model_is_sure_of_decides_without_the_words_of_the_question() -> None:
    def read(question: str, texts: Sequence[str]) -> list[PassageReading]:
        at = [each.find("Not to lend") for each in texts]
        return [PassageReading(max(0, n), max(0, n) + 10, 0.95, 14.0) for n in at]

    passage = NumberedPassage(1, BERTHS, title="Rules of the berths", document="berths")
    evidence = QuestionEvidence("May holders hand their berth on to friends?", [passage], read)
    said = [each.text for each in answer_with_decision(evidence, 0.4)]
    assert said[0].endswith("Not to lend out the whole or a part of it.")
