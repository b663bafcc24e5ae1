"""What chat says itself is in the language of the question."""

import pytest

from pramana.chat.domain import messages
from pramana.chat.domain.messages import QuestionLanguage, question_language


@pytest.mark.parametrize(
    ("question", "tongue"),
    [
        ("Who signed?", QuestionLanguage.ENGLISH),
        ("2081?", QuestionLanguage.ENGLISH),
        ("", QuestionLanguage.ENGLISH),
        ("बोलपत्र किन रद्द भयो?", QuestionLanguage.NEPALI),
        ("अध्यक्षले के भने?", QuestionLanguage.NEPALI),
        ("NEA को बजेट कति छ?", QuestionLanguage.NEPALI),
        ("पुल की लागत कितनी है?", QuestionLanguage.HINDI),
        ("DECnet क्या है", QuestionLanguage.HINDI),
        ("अनुबंध पर हस्ताक्षर किसने किए?", QuestionLanguage.HINDI),
    ],
)
def test_the_language_of_a_question_is_known_by_its_small_words(
    question: str, tongue: QuestionLanguage
) -> None:
    assert question_language(question) is tongue


def test_every_sentence_of_ours_is_there_in_every_language() -> None:
    for name, said in vars(messages).items():
        if isinstance(said, tuple) and name.isupper() and name != "TONGUES":
            assert len(set(said)) == len(QuestionLanguage), name


def test_what_is_said_follows_the_question() -> None:
    assert messages.localise(messages.NOTHING, "पुल की लागत कितनी है?") != messages.localise(
        messages.NOTHING, "पुलको लागत कति छ?"
    )
