"""Cutting a text at its evidence."""

from hypothesis import given
from hypothesis import strategies as st

from pramana.web.highlight import Mark, excerpt, paragraph_bounds, paragraphs

NEPALI = "कोशी पुल खुल्यो।\n\nपुल ४१२ मिटर लामो छ। 🙂 पुल"


def test_marks_are_placed_by_code_points_in_any_script() -> None:
    at = NEPALI.index("🙂 पुल")
    pieces = [piece for part in paragraphs(NEPALI, [Mark(at + 2, at + 5)]) for piece in part]

    assert [piece.text for piece in pieces if piece.mark] == ["पुल"]


def test_a_mark_across_a_paragraph_break_is_shown_on_both_sides() -> None:
    parts = list(paragraphs("one two\n\nthree", [Mark(4, 12)]))

    assert [[piece.text for piece in part if piece.mark] for part in parts] == [["two"], ["thr"]]


def test_a_paragraph_knows_where_it_begins() -> None:
    text = "🙂 one\n\n  two"

    assert [start for start, _end in paragraph_bounds(text, 0, len(text))] == [0, 9]


@given(
    st.text(alphabet="ab \n🙂ि", max_size=60),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 9))),
)
def test_no_visible_character_is_lost_or_printed_twice(
    text: str, places: list[tuple[int, int]]
) -> None:
    marks = [Mark(start, start + size) for start, size in places]

    shown = "".join(piece.text for part in paragraphs(text, marks) for piece in part)

    assert "".join(shown.split()) == "".join(text.split())


def test_an_excerpt_begins_at_a_word_near_its_evidence() -> None:
    text = "word " * 100 + "evidence here"
    pieces = excerpt(text, 1000, [(1500, 1508)], length=100)

    assert pieces[0].text == "… "
    assert [piece.text for piece in pieces if piece.mark] == ["evidence"]
    assert pieces[1].text.startswith("word")
