from hypothesis import given
from hypothesis import strategies as st

from pramana.agni.adapters import split_text


@given(st.text(alphabet="ab क।.\n", max_size=300), st.integers(2, 40))
def test_parts_cover_the_text_without_gap_or_overlap(text, size):
    parts = split_text(text, size)

    assert "".join(part for _, part in parts) == text
    assert all(text[start : start + len(part)] == part for start, part in parts)
    assert all(len(part) <= size for _, part in parts)
