"""Devanagari stored in the order of writing is read in the order of the sounds."""

import re

import pytest

from pramana.documents.reading.contracts import ReadOptions
from pramana.documents.reading.matra_order import has_written_order, to_spoken_order
from pramana.documents.reading.preeti import CLUSTER
from pramana.documents.reading.reader import read_pages
from tests.documents.reading.papers import saved

SOUND = (
    "समितिको बैठकमा सचिवले किताब किन्ने निर्णय सुनाए। दिनभरि छलफल भयो र अन्तिम मिति तोकियो। "
    "स्थितिको विवरण विद्यालयको निरीक्षकले लेखे।"
)


def as_written(text: str) -> str:
    """The text as some programs store it: the sign before its letters."""
    return re.sub(rf"({CLUSTER})ि", r"ि\1", text)


def test_signs_before_their_letters_are_moved_behind_them():
    assert has_written_order(as_written(SOUND)) and not has_written_order(SOUND)
    assert to_spoken_order(as_written(SOUND)) == SOUND


@pytest.mark.parametrize(
    "text", ["", "A plain sentence.", "दिन र रात", "ि is a sign of Devanagari."]
)
def test_other_texts_are_left_alone(text):
    assert not has_written_order(text)


def test_a_text_file_is_read_in_the_order_of_the_sounds(tmp_path):
    where = saved(tmp_path, "a.txt", as_written(SOUND).encode())
    [page] = read_pages(*where, options=ReadOptions(ocr=False))
    assert page.text.strip() == SOUND
