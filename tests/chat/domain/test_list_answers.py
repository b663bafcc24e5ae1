"""Procedures: all steps of the one list that is meant, however the question is worded."""

from collections.abc import Sequence

import pytest

from pramana.chat.contracts.passages import BlockShape, PassageReading
from pramana.chat.domain.composed_answer import compose_answer
from pramana.chat.domain.evidence import QuestionEvidence
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


BLEEDING = """## 7.1 Care plan
| Work | When |
|---|---|
| Bleed the heating circuit | every October |

## 7.4 Bleeding
1. Switch the boiler off.
2. Open the valve with the key.
3. Close it when water comes.
"""


def _from_boiler(question: str) -> list[str]:
    passage = NumberedPassage(1, BLEEDING, "Boiler book", "7 Care", document="b")
    return [each.text for each in compose_answer(question, [passage], None)]


@pytest.mark.parametrize(
    "question",
    [
        "Explain how to bleed the heating circuit.",
        "Tell me the order of work when I bleed the heating circuit.",
        "Which way does the bleeding of the heating circuit go?",
    ],
)
def test_steps_are_found_below_a_heading_that_the_question_says(question: str) -> None:
    assert _from_boiler(question)[-1] == "3. Close it when water comes."


def test_steps_are_no_answer_about_a_thing_that_the_paper_does_not_name() -> None:
    said = _from_boiler("How do I bleed the brake hose of the lorry?")
    assert not any("key" in each for each in said)


def test_bullets_below_a_heading_that_asks_the_same_are_all_given() -> None:
    text = (
        "## How should I post them?\n- Dry the seeds\n- Fold a paper bag\n- Write the sort on it\n"
    )
    passage = NumberedPassage(
        1, text, "Sharing your seeds", "How should I post them?", document="s"
    )
    said = compose_answer("How should I post seeds that I give away?", [passage], None)
    assert [each.text for each in said] == [
        "- Dry the seeds",
        "- Fold a paper bag",
        "- Write the sort on it",
    ]


def test_rows_that_meet_a_condition_are_those_of_the_table_that_is_named() -> None:
    text = (
        "## 5.1 Fault codes\n| Code | Meaning | What the kiln does |\n|---|---|---|\n"
        "| F1 | Door open | Kiln does not start |\n| F2 | Too hot | Kiln stops; batch lost |\n"
        "| F3 | Sensor broken | Kiln stops; batch lost |\n"
    )
    passage = NumberedPassage(1, text, "Kiln book", "5.1 Fault codes", document="k")
    said = compose_answer("After which fault codes is the batch lost?", [passage], None)
    assert [each.text[:2] for each in said] == ["F2", "F3"]


AGREEMENT = """1. Meanings
1.1 "Plant" means one lawn roller with the spare parts in Schedule 2.
1.2 "Rent Days" means 2 February, 2 May, 2 August and 2 November.
1.3 "Yard" means the yard in Mill Lane.

Schedule 2 – Spare parts
Two bolts; one belt; a tin of grease.
"""


def _from_agreement(question: str) -> str:
    passage = NumberedPassage(1, AGREEMENT, "Hire of a roller", document="h")
    return " ".join(each.text for each in compose_answer(question, [passage], None))


def test_what_a_clause_says_to_stand_in_a_schedule_is_given_from_there() -> None:
    assert "one belt" in _from_agreement("List all spare parts that came with the roller")


def test_definitions_are_no_list_of_things() -> None:
    passage = NumberedPassage(1, AGREEMENT, "Hire of a roller", document="h")
    question = "List all letters about the lawn roller and the yard"
    assert compose_answer(question, [passage], _unsure) == []


def test_a_term_of_the_paper_is_answered_by_its_definition() -> None:
    passage = NumberedPassage(1, AGREEMENT, "Hire of a roller", document="h")
    said = compose_answer("What are the rent days of the roller?", [passage], _unsure)
    assert "2 August" in said[0].text and len(said) == 1


def test_a_party_is_known_by_its_role() -> None:
    text = (
        "Boathouse, Quay Lane\nTHIS LEASE is made on 3 May 2024 between:\n\n"
        "(1) HARLE ESTATES LLP (number SO1177), of 4 Mill Street (“the Landlord”); and\n\n"
        "(2) PUNT AND OAR LTD, of Quay Lane (“the Tenant”).\n"
    )
    passage = NumberedPassage(1, text, "Lease", document="l", head=text[:40])
    said = compose_answer("Who is our landlord at the Boathouse?", [passage], _unsure)
    assert "HARLE ESTATES" in said[0].text and "PUNT" not in said[0].text
    assert compose_answer("Who is the agent at the Boathouse?", [passage], _unsure) == []


def _unsure(question: str, texts: Sequence[str]) -> list[PassageReading]:
    """A reading model that finds nothing."""
    return [PassageReading(0, 1, 0.01, -12.0) for _ in texts]


def test_tasks_are_those_of_the_meeting_that_is_named() -> None:
    minutes = [
        NumberedPassage(
            number,
            f"ACTIONS\nB1  Buy {thing} - Ann Lee\nB2  Call the {thing} shop - Jo Roe\n",
            f"Minutes of the {number}th meeting",
            "ACTIONS",
            document=str(number),
        )
        for number, thing in ((7, "paint"), (8, "rope"))
    ]
    said = compose_answer("Give me the action list of the 8th meeting", minutes, None)
    assert len(said) == 2 and "rope" in said[0].text


BERTHS = """Rules of the harbour

1. Boats longer than nine metres lie at the outer pontoon and use two lines on each side.
2. Nobody fishes from the inner pontoon between seven in the evening and seven in the morning.
"""


def test_numbered_sentences_are_listed_where_the_paper_is_called_so() -> None:
    paper = [NumberedPassage(1, BERTHS, title="Rules of the harbour", document="b")]
    evidence = QuestionEvidence("Which rules apply in the harbour?", paper, None)
    lists = [each for each in evidence.blocks if each.block.kind is BlockShape.LIST]
    assert [len(each.block.pieces) for each in lists] == [2]
    other = QuestionEvidence("What is not allowed at the inner pontoon?", paper, None)
    lists = [each for each in other.blocks if each.block.kind is BlockShape.LIST]
    assert [len(each.block.pieces) for each in lists] == [1, 1]


COMPLAINTS = """# Rules of the allotments

## Complaints

Step 1: speak with your neighbour. Step 2: if that does not help, write to the warden. Step 3: the
warden answers within nine days. You may bring a friend.

## Keys

Step 1: ask the warden for a key. Step 2: sign for it. Step 3: pay EUR 5.
"""


def test_steps_that_a_paragraph_numbers_in_words_are_all_given() -> None:
    passage = NumberedPassage(1, COMPLAINTS, title="Rules of the allotments", document="rules")
    question = "What happens step by step when I make a complaint?"
    said = [each.text for each in compose_answer(question, [passage], _read_nothing)]
    assert [each.split(":")[0] for each in said] == ["Step 1", "Step 2", "Step 3"]
    assert "neighbour" in said[0]


def test_a_question_for_steps_may_stand_after_what_it_is_about() -> None:
    asked = "The blade of the saw is blunt, how is it changed?"
    assert plan_question(asked).shape is AnswerShape.PROCEDURE
    assert plan_question("How is it called?").shape is AnswerShape.FACT


CASES = """# Loan of the clocks

## Terms

"Showing" means the showing "Cases of Time" in the hall, 9 Mill Lane, Ede.

## Care

The show cases have a lock, a lamp and a mat of felt.
"""


def test_a_sentence_that_names_several_things_comes_before_what_a_term_means() -> None:
    def read(question: str, texts: Sequence[str]) -> list[PassageReading]:
        return [PassageReading(0, 5, 0.3, -4.0) for _ in texts]

    passage = NumberedPassage(1, CASES, title="Loan of the clocks", document="loan")
    said = [each.text for each in compose_answer("What must the show cases have?", [passage], read)]
    assert said == ["The show cases have a lock, a lamp and a mat of felt."]


def _read_nothing(question: str, texts: Sequence[str]) -> list[PassageReading]:
    return [PassageReading(0, 1, 0.01, -20.0) for _ in texts]


BERTH = """LEASE OF A BERTH

THIS LEASE is made on 2 March 2025 between the harbour and the Tern Club.

"Time" means four years from 1 April 2025, ending on 31 March 2029.

"Fee Days" means 1 April and 1 October.
"""


@pytest.mark.parametrize(
    "question",
    [
        "On what day does our lease of the berth run out?",
        "Until when does the lease of the Tern Club last?",
        "Tern Club को सम्झौता कुन मितिमा सकिन्छ?",
    ],
)
def test_an_agreement_ends_on_the_last_of_its_two_days(question: str) -> None:
    def read(question: str, texts: Sequence[str]) -> list[PassageReading]:
        at = [max(0, each.find("2 March 2025")) for each in texts]
        return [PassageReading(n, n + 12, 0.7, 2.0) for n in at]

    title = "LEASE OF A BERTH"
    passage = NumberedPassage(1, BERTH, title=title, document="lease", head=BERTH[:90])
    said = [each.text for each in compose_answer(question, [passage], read)]
    assert len(said) == 1 and "31 March 2029" in said[0]


KEYS = """# Keys of the boat house

Take a key with you when you leave, and give it back on Sunday.
"""


def test_one_sentence_tells_no_steps_if_it_says_little_of_the_task() -> None:
    def read(question: str, texts: Sequence[str]) -> list[PassageReading]:
        at = [max(0, each.find("Take a key")) for each in texts]
        return [PassageReading(n, n + 10, 0.6, 1.0) for n in at]

    passage = NumberedPassage(1, KEYS, title="Keys of the boat house", document="keys")
    assert compose_answer("How do I weld and plate a key?", [passage], read, certainty=0.3) == []
    said = compose_answer("How do I give back a key on Sunday?", [passage], read, certainty=0.3)
    assert [each.text for each in said] == [KEYS.split("\n\n")[1].strip()]
