import pytest

from pramana.chat.domain.grounding import GroundingChecker, LocatedQuote
from pramana.chat.prompts.compose import NumberedPassage, Quote, Sentence

TEXT = "Mayor Sita Rai signed the contract for 42 million rupees.\nनेपालको संविधान जारी भयो।"
OTHER = "The council met in the concatenated hall."
CHECKER = GroundingChecker([NumberedPassage(1, TEXT), NumberedPassage(2, OTHER)])


def checked(*quotes: tuple[int, str], text: str = "She signed."):
    return CHECKER.check(
        Sentence(text=text, quotes=[Quote(source=n, words=words) for n, words in quotes])
    )


def test_words_that_stand_in_their_source_are_found_there():
    found = checked((1, "Sita Rai signed"))
    assert found is not None
    assert found.quotes == (LocatedQuote(1, 6, 21, "Sita Rai signed"),)


@pytest.mark.parametrize(
    "words",
    ["sita  rai\nsigned", "SITA RAI SIGNED", "नेपालको संविधान", "42 million"],
)
def test_white_space_and_case_do_not_count(words):
    found = checked((1, words))
    assert found is not None
    assert TEXT[found.quotes[0].start : found.quotes[0].end] == found.quotes[0].words


@pytest.mark.parametrize(
    "quote",
    [
        (1, "Sita Rai signed a contract"),
        (1, "43 million"),
        (1, "The council met"),
        (2, "Sita Rai signed"),
        (3, "Sita Rai signed"),
        (2, "cat"),
        (1, "नेपाल"),
        (1, "the"),
        (1, "..."),
        (1, " "),
    ],
    ids=["nearly", "number", "elsewhere", "wrong", "no source", "part of a word", "without suffix",
         "says nothing", "signs", "blank"],
)  # fmt: skip
def test_words_that_do_not_stand_there_are_no_citation(quote):
    assert checked(quote) is None


def test_one_found_quote_carries_the_sentence_and_the_others_are_left_out():
    found = checked((1, "invented words"), (2, "The council met"))
    assert found is not None
    assert found.sources == [2]


def test_a_sentence_without_quotes_is_dropped():
    assert checked() is None


def test_numbers_in_brackets_are_ours_alone():
    found = checked((1, "Sita Rai signed"), text="She signed [7] it [1, 2].")
    assert found is not None
    assert found.text == "She signed it."


def test_a_quote_given_twice_is_one():
    found = checked((1, "Sita Rai"), (1, "sita rai"))
    assert found is not None
    assert len(found.quotes) == 1


def test_the_mail_of_an_attachment_is_cited_beside_it():
    mail = "Dear Bir,\nthe list is attached.\nAttachment: list.txt"
    attached = {"attached_as": "list.txt", "mail": "m"}
    checker = GroundingChecker(
        [
            NumberedPassage(1, "Gross weight: 79 kg", document="a", **attached),
            NumberedPassage(2, mail, document="m"),
            NumberedPassage(3, mail, document="other"),
        ]
    )
    said = Sentence(text="79 kg.", quotes=[Quote(source=1, words="79 kg")])
    found = checker.check(said)

    assert found is not None and found.sources == [1, 2]
    assert found.quotes[1].words == mail[found.quotes[1].start :] == "Attachment: list.txt"
    alone = GroundingChecker([NumberedPassage(1, "Gross weight: 79 kg", **attached)]).check(said)
    assert alone is not None and alone.sources == [1]
