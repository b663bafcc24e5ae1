"""What chat says itself is in the language of the question."""

import pytest

from pramana.chat.domain import words
from pramana.chat.domain.tongues import Tongue, tongue_of


@pytest.mark.parametrize(
    ("question", "tongue"),
    [
        ("Who signed?", Tongue.ENGLISH),
        ("2081?", Tongue.ENGLISH),
        ("", Tongue.ENGLISH),
        ("बोलपत्र किन रद्द भयो?", Tongue.NEPALI),
        ("अध्यक्षले के भने?", Tongue.NEPALI),
        ("NEA को बजेट कति छ?", Tongue.NEPALI),
        ("पुल की लागत कितनी है?", Tongue.HINDI),
        ("DECnet क्या है", Tongue.HINDI),
        ("अनुबंध पर हस्ताक्षर किसने किए?", Tongue.HINDI),
    ],
)
def test_the_language_of_a_question_is_known_by_its_small_words(
    question: str, tongue: Tongue
) -> None:
    assert tongue_of(question) is tongue


def test_every_sentence_of_ours_is_there_in_every_language() -> None:
    for name, said in vars(words).items():
        if isinstance(said, tuple) and name.isupper() and name != "TONGUES":
            assert len(set(said)) == len(Tongue), name


def test_what_is_said_follows_the_question() -> None:
    assert words.say(words.NOTHING, "पुल की लागत कितनी है?") != words.say(
        words.NOTHING, "पुलको लागत कति छ?"
    )
