"""Paths as models and people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.extraction.domain.field_tree import format_path, parse_path, paths_overlap
from pramana.extraction.errors import BadPath

KEYS = st.text(min_size=1, max_size=12).filter(lambda key: key.isprintable())
PATHS = st.tuples(KEYS, st.lists(KEYS | st.integers(0, 9999), max_size=6)).map(
    lambda parts: (parts[0], *parts[1])
)


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("title", ("title",)),
        ("document.title", ("document", "title")),
        ("items[2].price", ("items", 2, "price")),
        ("rows[0][1]", ("rows", 0, 1)),
        ('a["b.c"]', ("a", "b.c")),
        ('["total (NPR)"].net', ("total (NPR)", "net")),
        ('a["say \\"hi\\""]', ("a", 'say "hi"')),
        ("जम्मा.रकम", ("जम्मा", "रकम")),
        ("unit price", ("unit price",)),
    ],
)
def test_a_path_is_read_and_written_back(written: str, path: tuple[str | int, ...]) -> None:
    assert parse_path(written) == path
    assert parse_path(format_path(path)) == path


@pytest.mark.parametrize(
    "written",
    ["", ".", "a.", ".a", "a..b", "a[", "a[]", "a[x]", "a[-1]", "a[1", "[0].a", 'a["b', "a]b"],
)
def test_what_is_no_path_is_refused_with_a_reason(written: str) -> None:
    with pytest.raises(BadPath) as refused:
        parse_path(written)

    assert "cannot be used" in refused.value.message


@given(PATHS)
def test_every_path_survives_being_written(path: tuple[str | int, ...]) -> None:
    assert parse_path(format_path(path)) == path


def test_paths_touch_when_one_leads_to_the_other() -> None:
    assert paths_overlap(("a", "b"), ("a",))
    assert paths_overlap(("a",), ("a", "b"))
    assert not paths_overlap(("a", "b"), ("a", "c"))
    assert not paths_overlap(("a", 1), ("a", 10))
