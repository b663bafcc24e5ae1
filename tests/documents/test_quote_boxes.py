"""From words of a text to their places on the picture."""

from pramana.documents.domain import boxes_of_range, place_words
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


def words(text: str, found: list[WordBox]) -> list[tuple[str, float, float]]:
    return [
        (text[word.start : word.end], word.box.x0, word.box.y0) for word in place_words(text, found)
    ]


def test_every_word_of_the_text_has_its_own_box() -> None:
    found = boxes(*LINES)

    assert [word.box for word in place_words(TEXT, found)] == found


def test_columns_that_the_file_writes_across_are_followed_down() -> None:
    left = ["the mayor signed a contract", "with the builder of roads"]
    right = ["the council fixed the price", "of the work in March"]
    across = boxes(f"{left[0]} {right[0]}", f"{left[1]} {right[1]}")
    text = "\n".join([*left, *right])

    placed = words(text, across)

    assert len(placed) == len(text.split())
    assert [y for word, _x, y in placed if word == "the"] == [0, 0.1, 0, 0, 0.1]
    assert [x for word, x, _y in placed if word == "council"] == [0.6]


def test_a_word_divided_at_the_end_of_a_line_has_both_boxes() -> None:
    found = boxes("the repre-", "sentative spoke")
    text = "the representative spoke"

    assert words(text, found) == [
        ("the", 0, 0),
        ("repre", 0.1, 0),
        ("sentative", 0, 0.1),
        ("spoke", 0.1, 0.1),
    ]
