"""Sentences of any script are found where they stand, and no word is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.chat.domain.sentences import sentences
from pramana.language.tokens import tokens

CASES = {
    "Dr. Rai of the U.S. team came at 5 p.m. on Jan. 3. He left.": [
        "Dr. Rai of the U.S. team came at 5 p.m. on Jan. 3.",
        "He left.",
    ],
    "It came from Himchuli Sewa Pvt. Ltd. The other came later.": [
        "It came from Himchuli Sewa Pvt. Ltd.",
        "The other came later.",
    ],
    "राम आए। प्रा. लि. ले रु. ५ कबोल गर्‍यो। वि.सं. २०८१ मा।": [
        "राम आए।",
        "प्रा. लि. ले रु. ५ कबोल गर्‍यो।",
        "वि.सं. २०८१ मा।",
    ],
    "# Backups\nWritten every night.\n\n- one item\n- another. With more\n": [
        "# Backups",
        "Written every night.",
        "- one item",
        "- another.",
        "With more",
    ],
    "Ward\tBudget\n5\t40 lakh\n6\t52 lakh": ["Ward\tBudget", "5\t40 lakh", "6\t52 lakh"],
    "Chair: Sita Rai\nRoom: 12": ["Chair: Sita Rai", "Room: 12"],
    "1. First thing\n2. Second thing": ["1. First thing", "2. Second thing"],
    "A line of prose that was wrapped by whoever wrote it down at this width\nand goes on here.": [
        "A line of prose that was wrapped by whoever wrote it down at this width\nand goes on here."
    ],
    "sales rose by 3.5 percent . costs fell . nothing else": [
        "sales rose by 3.5 percent .",
        "costs fell .",
        "nothing else",
    ],
    "Really?! “Yes.” She nodded…": ["Really?!", "“Yes.”", "She nodded…"],
    "": [],
    " \n—\n": [],
}


@pytest.mark.parametrize("text", CASES)
def test_sentences_end_where_they_end(text: str) -> None:
    assert [text[each.start : each.end] for each in sentences(text)] == CASES[text]


@given(st.text(alphabet="aB .।?\n\t|#-1क ा्", max_size=60))
def test_every_word_is_in_one_sentence_and_in_order(text: str) -> None:
    found = sentences(text)
    places = [place for each in found for place in (each.start, each.end)]
    assert places == sorted(places)
    for word in tokens(text):
        assert sum(each.start <= word.start and word.end <= each.end for each in found) == 1
