"""What a question asks for, in English, Nepali and romanised Nepali."""

import pytest

from pramana.chat.domain.question_shapes import (
    AnswerShape,
    alternatives,
    is_romanised_nepali,
    plan_question,
    spans_documents,
)
from pramana.chat.domain.romanised import in_devanagari, respell, search_text

SHAPES = {
    "How do I bleed the brakes?": AnswerShape.PROCEDURE,
    "Steps for replacing the fuse, please": AnswerShape.PROCEDURE,
    "How is the yoghurt strained?": AnswerShape.PROCEDURE,
    "How is the yard called?": AnswerShape.FACT,
    "How should the sail be made ready for the race?": AnswerShape.PROCEDURE,
    "How can the yard be called?": AnswerShape.FACT,
    "फाराम कसरी भर्ने?": AnswerShape.PROCEDURE,
    "faram kasari bharne": AnswerShape.PROCEDURE,
    "Who are the members of the board?": AnswerShape.LIST,
    "List the spare parts": AnswerShape.LIST,
    "Which alarms stop the motor?": AnswerShape.LIST,
    "समितिका सदस्य को को हुन्?": AnswerShape.LIST,
    "Which is longer, the north or the south pier?": AnswerShape.COMPARISON,
    "Which of the offers is the cheapest?": AnswerShape.COMPARISON,
    "May we keep a dog?": AnswerShape.YES_NO,
    "Is the fee paid back?": AnswerShape.YES_NO,
    "Summarise the annual report": AnswerShape.SUMMARY,
    "What is this letter about?": AnswerShape.SUMMARY,
    "यो सूचनाको सारांश देऊ": AnswerShape.SUMMARY,
    "What documents do you have?": AnswerShape.INVENTORY,
    "What is the deposit?": AnswerShape.FACT,
    "जमानत रकम कति हो?": AnswerShape.FACT,
    "What is the list price of the pump?": AnswerShape.FACT,
    "What does the VS-9 weigh?": AnswerShape.FACT,
    "vs-9 weight": AnswerShape.FACT,
    "How deep at most may the post stand?": AnswerShape.FACT,
    "How much leave is there after more than 5 years?": AnswerShape.FACT,
    "Which warden looks after the boats?": AnswerShape.FACT,
    "Oak vs ash": AnswerShape.COMPARISON,
    "What are guests to do when the alarm rings?": AnswerShape.PROCEDURE,
    "What may not be burnt in the stove?": AnswerShape.LIST,
    "Which costs the most?": AnswerShape.COMPARISON,
    "Which boats had more than 9 trips?": AnswerShape.COMPARISON,
    "The kiln went cold overnight. What do I do?": AnswerShape.PROCEDURE,
    "spilt glue on the lens what now": AnswerShape.PROCEDURE,
    "Was kostet das Boot?": AnswerShape.FACT,
    "Was the boat sold?": AnswerShape.YES_NO,
    "Was it sold?": AnswerShape.YES_NO,
    "Wie muss ich das Segel falten?": AnswerShape.PROCEDURE,
    "Wie lange dauert die Fahrt?": AnswerShape.FACT,
    "Welche Geräte sind verboten?": AnswerShape.LIST,
    "¿Qué herramientas lleva el kit?": AnswerShape.LIST,
    "¿Cómo se pliega la vela?": AnswerShape.PROCEDURE,
    "¿Qué precio tiene la vela?": AnswerShape.FACT,
    "नाव के लिए कौन से औज़ार चाहिए?": AnswerShape.LIST,
    "छपाइमा के-के समावेश छ?": AnswerShape.LIST,
}


@pytest.mark.parametrize("question", SHAPES)
def test_a_question_has_the_shape_of_its_answer(question: str) -> None:
    assert plan_question(question).shape is SHAPES[question]


def test_each_month_is_a_time_and_not_several_documents() -> None:
    assert not spans_documents(plan_question("When is the rent of the contract due each month?"))
    assert spans_documents(plan_question("What is the rent in each of the contracts?"))


def test_the_kind_of_document_that_is_asked_for_is_known() -> None:
    assert plan_question("Do you have a tenancy agreement?").document_kind == "tenancy agreement"
    assert plan_question("Is there a map among the papers?").document_kind == "map"
    assert plan_question("Is there a dog in the yard?").document_kind == ""


def test_what_is_compared_is_taken_from_the_end_of_the_question() -> None:
    assert alternatives("What lasts longer, the pump or the filter?") == ("the pump", "the filter")
    assert alternatives("Which is the oldest?") is None


def test_romanised_nepali_is_told_from_english() -> None:
    assert is_romanised_nepali("baithak kahile basyo")
    assert not is_romanised_nepali("When did the council meet?")
    assert not is_romanised_nepali("बैठक कहिले बस्यो?")


def test_a_romanised_question_is_spelled_as_the_documents_spell_it() -> None:
    assert in_devanagari("samiti ko sanyojak ko ho?") == "समितिको संयोजक को हो"
    assert "कुल" in search_text("kul jamma kati cha") and "kul" in search_text("kul jamma kati cha")
    assert respell("gravel ko dar kati cha", ["ग्राभेलको दर रु. ५०"]).startswith("ग्राभेल")
    assert respell("What is it?", ["ग्राभेल"]) == "What is it?"


def test_what_a_clause_says_is_no_summary() -> None:
    shape = plan_question("What does clause 3.4 of the boat hire contract say?").shape
    assert shape is not AnswerShape.SUMMARY


@pytest.mark.parametrize(
    ("question", "across"),
    [
        ("List all the landlord's tools", False),
        ("How many minutes does the oven take?", False),
        ("What notice must a member give after six years?", False),
        ("Which notice is the oldest?", True),
        ("What do our policies say about dogs?", False),
        ("List the payment terms in our contracts", True),
        ("Which of the offers is cheapest?", True),
    ],
)
def test_a_word_for_a_paper_does_not_always_ask_for_several(question: str, across: bool) -> None:
    assert spans_documents(plan_question(question)) is across
