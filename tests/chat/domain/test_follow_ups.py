"""Follow-ups are made complete from the questions before them, without a model."""

import pytest

from pramana.chat.domain.follow_ups import complete_follow_up
from pramana.chat.prompts.rewrite import RewriteInput, RewrittenQuestion, rewrite_prompt
from pramana.kit.scope import Scope
from pramana.llm.gateway import gateway

TENDER = "Why was the Kalika footbridge tender cancelled?"


@pytest.mark.parametrize(
    ("question", "earlier", "completed"),
    [
        ("And in 2023?", ["How many bids came in 2022?"], "How many bids came in 2023?"),
        ("What about ward 6?", ["What is the budget of ward 5?"], "What is the budget of ward 6?"),
        ("What about Bagar?", ["How far is it to Suryakot?"], "How far is it to Bagar?"),
        ("वडा ६ को नि?", ["वडा ५ को बजेट कति हो?"], "वडा ६ को बजेट कति हो?"),
        ("Who chaired it?", [TENDER], "Who chaired it? (Kalika footbridge tender cancelled)"),
        ("Why?", ["Was the tender cancelled?"], "Why? (tender cancelled)"),
        ("What did she find?", ["Who led the audit?"], "What did she find? (led audit)"),
        ("उहाँले के भन्नुभयो?", ["नगर प्रमुख को हुन्?"], "उहाँले के भन्नुभयो? (नगर प्रमुख)"),
        ("त्यसको मूल्य कति हो?", ["पुल कसले बनायो?"], "त्यसको मूल्य कति हो? (पुल बनायो)"),
        ("उनकी उम्र क्या थी?", ["राष्ट्रपति कौन थे?"], "उनकी उम्र क्या थी? (राष्ट्रपति)"),
        ("and the fern?", ["How much is the olive tree?"], "How much is the fern?"),
        ("Since when?", ["Who runs the mill?"], "Since when? (runs mill)"),
        (
            "And the red kite?",
            ["How much does the blue kite cost for an hour?"],
            "How much does the red kite cost for an hour?",
        ),
        (
            "And the winter one?",
            ["How long is the summer course?"],
            "How long is the winter course?",
        ),
        (
            "And the third one?",
            ["What does the second prize include?"],
            "What does the third prize include?",
        ),
        (
            "and the price?",
            ["What is the weight of the small boat?"],
            "What is the price of the small boat?",
        ),
        (
            "And the Plover one?",
            ["What is the total of the Dunlin offer?"],
            "What is the total of the Plover offer?",
        ),
        (
            "When is it due?",
            ["What is the total of the Teal invoice?"],
            "When is it due? (Teal invoice)",
        ),
        (
            "And the Plover one?",
            ["What is the total of the Dunlin offer?", "How long do they guarantee it?"],
            "How long do they guarantee it? (Plover offer)",
        ),
        (
            "and the night nurse?",
            ["How many days off does the ward clerk get per month?"],
            "How many days off does the night nurse get per month?",
        ),
        ("What is its power?", ["How heavy is the CX-20?"], "What is its power? (CX-20)"),
        (
            "And the one from Birch?",
            ["What is the total of the Alder offer?", "How long is their guarantee? (Alder offer)"],
            "How long is their guarantee? (Birch offer)",
        ),
        (
            "And on the canoe?",
            ["How much is the deposit on a rowing boat?"],
            "How much is the deposit on the canoe?",
        ),
        (
            "And on the oars?",
            ["How long is the guarantee on Teal boats under the contract?"],
            "How long is the guarantee on the oars under the contract?",
        ),
        ("By what date?", ["Who was to write to the choir?"], "By what date? (write choir)"),
        (
            "And what do I do about it?",
            ["What does code E-21 on the mixer say?"],
            "And what do I do about it? (code E-21 mixer say)",
        ),
        ("And the price?", ["Who built it?", "Where is the bridge?"], "And the price? (bridge)"),
    ],
)
def test_what_was_left_out_comes_from_the_question_before(
    question: str, earlier: list[str], completed: str
) -> None:
    assert complete_follow_up(question, earlier) == completed


def test_a_follow_up_of_a_follow_up_leads_back_to_the_first() -> None:
    earlier = ["Who built the Kalika bridge?", "What did it cost?"]

    assert complete_follow_up("When?", earlier) == "When? (cost built Kalika bridge)"


@pytest.mark.parametrize(
    "question",
    [
        "How many people live in Kathmandu?",
        "Who is the mayor?",
        "Is it possible to publish a new tender within 35 days?",
        "नगर प्रमुख को हुन्?",
        "What was decided about the health post in ward 6?",
    ],
)
def test_a_question_that_stands_alone_is_left_alone(question: str) -> None:
    assert complete_follow_up(question, [TENDER]) == question


def test_without_earlier_questions_nothing_is_added() -> None:
    assert complete_follow_up("Why?", []) == "Why?"


def test_the_offline_engine_completes_questions(scope: Scope) -> None:
    asked = RewriteInput("Who chaired it?", ((TENDER, "Two bids had one telephone number."),))

    rewritten = gateway(scope).complete(rewrite_prompt(asked))

    assert rewritten == RewrittenQuestion(
        question="Who chaired it? (Kalika footbridge tender cancelled)"
    )


@pytest.mark.parametrize(
    ("before", "answer", "question", "complete"),
    [
        ("What does a day in the canoe cost?", "", "And per week?",
         "What does a week in the canoe cost?"),
        ("मेला कहिले लाग्छ?", "", "कहाँ?", "मेला कहाँ लाग्छ?"),
        ("What is the retail price of the lamp?", "", "and wholesale?",
         "What is the wholesale price of the lamp?"),
        ("Who tunes the organ?", "The organ is tuned by Ben Holt. [1]", "What is his number?",
         "What is his number? (tunes organ Ben Holt)"),
        ("How many seats does the W-40 have?", "", "And how heavy is it?",
         "And how heavy is it? (W-40)"),
        ("What does K2 mean?", "", "What should I do then?", "What should I do then? (K2)"),
    ],
)  # fmt: skip
def test_what_a_follow_up_leaves_out_is_put_back(
    before: str, answer: str, question: str, complete: str
) -> None:
    assert complete_follow_up(question, [before], answer) == complete


def test_a_refusal_names_nobody(scope: Scope) -> None:
    nothing = "Nothing in these documents answers “Who tunes it?”. You could ask about “Old Mill”."
    asked = RewriteInput("What is their number?", (("Who tunes the organ?", nothing),))
    completed = gateway(scope).complete(rewrite_prompt(asked))
    assert completed.question == "What is their number? (tunes organ)"


def test_a_question_that_says_what_it_is_about_needs_no_other() -> None:
    asked = "And who waters the lemon trees?"
    assert complete_follow_up(asked, ["Who writes to the Ministry of Sport?"]) == asked
    assert "Ministry" in complete_follow_up("And who answers?", ["Who writes to the Ministry?"])


def test_a_code_takes_the_place_of_the_one_before_it() -> None:
    before = ["What should I do then? (K2 washer)"]
    assert complete_follow_up("and with K5?", before) == "What should I do then? (K5 washer)"


def test_it_is_a_firm_and_no_person_that_the_answer_names() -> None:
    depot = ["Who runs the Hull depot?"]
    sold = complete_follow_up("How much did it sell?", depot, "Hull: head: Ina Ro.")
    assert sold == "How much did it sell? (runs Hull depot)"
    owner = "DEED (3 May 2026): (1) TERN HOMES LTD (the Landlord)"
    number = complete_follow_up("And its number?", ["Who is the landlord of the mill?"], owner)
    assert number == "And its number? (mill TERN HOMES LTD)"
