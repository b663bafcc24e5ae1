"""The words of a question: which of them count, and by what they are known in a text."""

import pytest

from pramana.chat.domain.question_analysis import (
    AnswerKind,
    analyse_question,
    contains_kind,
    expected_kind,
)
from pramana.language.stems import stem, stems


def share(question: str, *sentences: str) -> float:
    """The share of the question in the first of these sentences."""
    held = [frozenset(stems(each)) for each in sentences]
    return analyse_question(question, held).matched_share((1.0, held[0]))


@pytest.mark.parametrize(
    "question",
    [
        "How much money is the mooring?",
        "What amount is the mooring at most?",
        "On what day is the mooring?",
        "What is the name of the mooring?",
        "घाटमा कति रकमको चाहिन्छ?",
    ],
)
def test_words_that_only_say_what_kind_of_answer_is_wanted_do_not_count(question: str) -> None:
    assert share(question, "The mooring. घाट", "Something else.") == 1


def test_a_long_name_weighs_as_two_words() -> None:
    question = "How high was the deposit for Bell Mill Yard?"
    weights = analyse_question(question, [frozenset(["other"])]).weights
    name = [weights[stem(each)] for each in ("bell", "mill", "yard")]
    assert sum(name) == pytest.approx(2 * weights[stem("deposit")])


def test_the_letters_of_an_abbreviation_weigh_as_one_word() -> None:
    weights = analyse_question("आ.ए.बी. को शुल्क", [frozenset(["अर्क"])]).weights
    letters = [weights[stem(each)] for each in ("आ", "ए", "बी")]
    assert sum(letters) == pytest.approx(weights[stem("शुल्क")])


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("काम हप्ताभित्र?", "एक हप्ता लाग्छ"),
        ("निवेदनसाथ?", "निवेदन दिने"),
        ("रङ्गाउनुपर्नेछ?", "भित्ता रङ्गाउने"),
        ("Is the bill there?", "Invoice 12"),
        ("बिल कहाँ छ?", "बीजक १२"),
    ],
)
def test_words_are_known_with_what_is_written_onto_them_and_by_other_names(
    question: str, sentence: str
) -> None:
    assert share(question, sentence, "अर्कै कुरा") > 0.25


def test_words_that_nepali_took_from_english_are_known_by_their_sound() -> None:
    assert share("Who is the medical coordinator?", "मेडिकल कोअर्डिनेटर", "अर्कै") > 0.8
    assert share("Where is the ICU?", "आई.सी.यू. कक्ष", "अर्कै") > 0.8
    assert share("Where is the ICU?", "आई कक्ष", "अर्कै") == 0


def test_days_times_and_codes_count_nothing() -> None:
    assert not contains_kind(AnswerKind.NUMBER, "म्याद 2081/04/12 गते 11:00 बजे, क/घर/2081", ())
    assert not contains_kind(AnswerKind.NUMBER, "निर्णय नं. 2 : म्याद थप्ने", ())
    assert contains_kind(AnswerKind.NUMBER, "It takes 10-15 days.", ())
    assert contains_kind(AnswerKind.NUMBER, "12.50 a night", ())


def test_which_day_asks_for_a_time() -> None:
    assert expected_kind("By which day is the bill to be settled?") is AnswerKind.TIME
