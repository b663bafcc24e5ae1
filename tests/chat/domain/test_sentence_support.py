"""A sentence must follow from its quote: a true quote does not carry a false sentence."""

from collections.abc import Sequence

import pytest

from pramana.chat.contracts.passages import PassageReading
from pramana.chat.domain.grounding import GroundedSentence, LocatedQuote, Objection, SupportChecker
from pramana.chat.prompts.compose import NumberedPassage


def read_nothing(question: str, passages: Sequence[str]) -> list[PassageReading]:
    return [PassageReading(0, 0, 0.0, -40.0) for _ in passages]


def objection(sentence: str, quote: str, question: str = "?") -> Objection | None:
    passage = NumberedPassage(1, quote, "Paper of Unit 7")
    checker = SupportChecker(question, [passage], read_nothing)
    return checker.objection(GroundedSentence(sentence, (LocatedQuote(1, 0, len(quote), quote),)))


def test_a_cell_of_a_row_that_says_none_denies_only_itself() -> None:
    assert objection("Oil tank, B-20: 7 L.", "Oil tank\tnone (dry)\t4 L\t7 L\tB-20") is None


@pytest.mark.parametrize(
    ("sentence", "quote", "why"),
    [
        ("The warranty is 36 months.", "a warranty of 24 months", "number"),
        ("The warranty is 24 days.", "a warranty of 24 months", "unit"),
        ("It ends on 30 May 2031.", "it ends on 31 May 2031", "date"),
        ("Overtime is paid.", "Overtime is not paid.", "negation"),
        ("Overtime is never paid.", "Overtime is paid.", "negation"),
        ("Press V8 to stop it.", "Press V7 to stop it.", "identifier"),
        ("The contract was signed by Mallory.", "Sita Rai signed the contract", "name"),
        ("All taxes are abolished.", "The council met on 12 May.", "words"),
        ("कर ७०० रुपैयाँ हो।", "कर ५०० रुपैयाँ तोकियो", "number"),
    ],
)
def test_a_sentence_that_says_something_else_is_objected_to(
    sentence: str, quote: str, why: Objection | None
) -> None:
    assert objection(sentence, quote) == why


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("The warranty runs for 24 months.", "a warranty of 24 months"),
        ("It ends on 2031-05-31.", "it ends on 31 May 2031"),
        ("Notice is six weeks.", "notice of 6 weeks"),
        ("Recordings are kept 21 days.", "Recordings are kept 21 days and are not shared"),
        ("The tenant must not sublet it.", "The tenant must not sublet the premises"),
        ("1. Press STOP.", "Press STOP."),
        ("Unit 7 has a deposit of £6,200.", "a deposit of £6,200"),
    ],
)
def test_other_words_for_the_same_are_let_through(sentence: str, quote: str) -> None:
    assert objection(sentence, quote, "What is the deposit of Unit 7?") is None


def test_a_sentence_in_another_script_is_read_once_more() -> None:
    passage = NumberedPassage(1, "सदस्यता शुल्क रु. ५०० हो।")
    quote = LocatedQuote(1, 0, 21, passage.text[:21])
    sentence = GroundedSentence("The fee is Rs. 500.", (quote,))

    def reads_it(question: str, passages: Sequence[str]) -> list[PassageReading]:
        return [PassageReading(14, 20, 0.9, 9.0) for _ in passages]

    assert SupportChecker("?", [passage], reads_it).objection(sentence) is None
    assert SupportChecker("?", [passage], read_nothing).objection(sentence) == "words"
