"""From words of a text to their places on the picture."""

from pramana.documents.domain import boxes_of_range
from pramana.documents.reading.contracts import WordBox

LINES = ("the council met in March", "and the council decided", "to repair the bridge")
TEXT = "\n".join(LINES)


def boxes(*lines: str) -> list[WordBox]:
    """Words in a grid: a line is a row, a word is a tenth of its width."""
    return [
        WordBox(word, place / 10, row / 10, (place + 1) / 10, (row + 1) / 10)
        for row, line in enumerate(lines)
        for place, word in enumerate(line.split())
    ]


def placed(quote: str, found: list[WordBox], *, text: str = TEXT) -> list[str]:
    start = text.rindex(quote)
    return [box.word for box in boxes_of_range(text, start, start + len(quote), found)]


def test_a_quote_is_one_box_for_each_line_it_stands_on() -> None:
    assert placed("council decided\nto repair", boxes(*LINES)) == ["council decided", "to repair"]


def test_words_that_come_twice_are_marked_where_they_are_meant() -> None:
    second = boxes_of_range(TEXT, TEXT.rindex("the council"), TEXT.rindex("decided"), boxes(*LINES))

    assert [(box.word, box.y0) for box in second] == [("the council", 0.1)]


def test_a_part_of_a_word_marks_the_word() -> None:
    assert placed("ounci", boxes(*LINES)) == ["council"]


def test_boxes_in_another_order_than_the_text_are_still_found() -> None:
    assert placed("repair the bridge", boxes(*reversed(LINES))) == ["repair the bridge"]


def test_punctuation_and_case_do_not_matter() -> None:
    found = boxes("“The Council,” decided.")

    assert placed("the council decided", found, text="the council decided") == [
        "“The Council,” decided."
    ]


def test_a_word_that_ocr_lost_does_not_lose_the_others() -> None:
    assert placed("council met in March", boxes("the council met March")) == ["council met March"]


def test_words_that_are_not_there_have_no_box() -> None:
    assert placed("bridge", boxes("something", "else")) == []
    assert boxes_of_range("", 0, 5, []) == []
