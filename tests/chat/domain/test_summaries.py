"""Summaries: each topic has its say, and what belongs to the form of a paper has none."""

from pramana.chat.domain.composed_answer import compose_answer
from pramana.chat.domain.question_shapes import AnswerShape, plan_question
from pramana.chat.prompts.compose import NumberedPassage

MINUTES = """Harbour committee
Minutes of the 12th meeting, 9 March 2026

Present: Ada Holm, Per Lund, Siv Dahl, Ola Berg, Tor Vik, Eli Moe and two guests from the town

1. The minutes of the 11th meeting of 2 December 2025 were approved.

2. Crane. The old crane lifts only 2 tonnes. It was agreed to buy a new one for 84,000 kroner.

3. Winter berths. Twelve berths are free. The price stays at 900 kroner a month.

4. Lights. The lamp on the north pier fails in storms. Siv Dahl asks three firms for offers.
"""
MAIL = """Dear Per,
> the crane cannot come on 4 May, the road is closed and the lorry
> waits in Bergen until 11 May.
> Please tell the divers."""


def _summary(question: str, title: str, text: str) -> str:
    passage = NumberedPassage(1, text, title, document="d")
    return " ".join(each.text for each in compose_answer(question, [passage], None))


def test_each_topic_of_a_meeting_is_told_with_its_title() -> None:
    said = _summary("What happened at the meeting? Short please", "Harbour", MINUTES)
    assert "2. Crane. The old crane lifts only 2 tonnes." in said
    assert "3. Winter berths. Twelve berths are free." in said
    assert "4. Lights." in said
    assert "Present:" not in said and "11th meeting" not in said


def test_summary_begins_with_the_name_of_its_document() -> None:
    assert _summary("What is the mail about?", "New crane", MAIL).startswith("New crane: ")


def test_lines_of_a_quoted_mail_are_one_sentence() -> None:
    said = _summary("Sum up the mail", "New crane", MAIL)
    assert "the lorry waits in Bergen until 11 May." in said


def test_loose_words_ask_for_a_summary() -> None:
    for question in (
        "Sum up the news for the media in three lines",
        "What happened at the assembly of 9 March? Short please",
        "Tell me briefly what the letters about the pier say",
        "What does addendum no. 2 alter in the mooring agreement?",
        "What is different since the second amendment?",
        "What was discussed at the harbour meeting?",
        "Give me a quick recap of the report",
        "What does the circular say?",
    ):
        assert plan_question(question).shape is AnswerShape.SUMMARY, question


def test_facts_are_no_summaries() -> None:
    for question in (
        "What does clause 4 say?",
        "What does clause 7.3 of the mooring agreement say?",
        "What does the handbook say about holidays?",
        "When was the amendment signed?",
        "Who took part in the meeting?",
    ):
        assert plan_question(question).shape is not AnswerShape.SUMMARY, question
