"""Questions in Nepali that are typed in Latin letters."""

import pytest

from pramana.chat.domain.question_shapes import is_romanised_nepali
from pramana.chat.domain.romanised import in_devanagari, respell

LEASE = ["घर भाडा सम्झौता। मासिक भाडा रु. १८,५०० हुनेछ। धरौटी बुझाइएको छ।"]


@pytest.mark.parametrize(
    ("typed", "spelled"),
    [
        ("gharbhada samjhauta kati barsa ko ho?", "घर भाडा सम्झौता कति वर्षको हो"),
        ("bolpatra kahile kholincha?", "बोलपत्र कहिले खोलिन्छ"),
        ("dharauti firta huncha ki hudaina?", "धरौटी फिर्ता हुन्छ कि हुँदैन"),
        ("gharbeti ko ho?", "घरबेटी को हो"),
    ],
)
def test_words_are_spelled_as_the_papers_spell_them(typed: str, spelled: str) -> None:
    assert respell(typed, LEASE) == spelled


def test_a_question_stays_as_it_is_where_no_paper_is_in_devanagari() -> None:
    assert respell("masik bhada kati ho", ["The rent is GBP 640."]) == "masik bhada kati ho"


@pytest.mark.parametrize(
    "question",
    ["What is the bank account number on the bill?", "Who owns the farm?", "Is the phone new?"],
)
def test_english_is_not_taken_for_nepali(question: str) -> None:
    assert not is_romanised_nepali(question)
    assert in_devanagari(question) == question


def test_an_abbreviation_is_spelled_by_the_names_of_its_letters() -> None:
    texts = ["आ.ए.सी. कक्षको शुल्क", "आइसी"]
    assert respell("iac kaksha ko shulka kati cha", ["आई.ए.सी. कक्षको शुल्क"]).startswith("आई.ए.सी.")
    assert not respell("iac ko shulka kati cha", texts).startswith("आई.ए.सी.")


def test_of_words_that_sound_alike_the_likest_is_taken() -> None:
    texts = ["आह्वान गरिएको भवन"]
    assert "भवन" in respell("bhawan ko lagat kati cha", texts)
