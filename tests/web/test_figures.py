"""Numbers and moments as people read them."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation

from pramana.web.errors import error_sentence
from pramana.web.formatting import format_file_size, format_number, time_ago

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("distance", "words"),
    [
        (timedelta(seconds=4), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(minutes=59), "59 minutes ago"),
        (timedelta(hours=5), "5 hours ago"),
        (timedelta(days=1), "1 day ago"),
        (-timedelta(minutes=5), "just now"),
    ],
)
def test_a_moment_is_told_as_its_distance(distance: timedelta, words: str) -> None:
    assert time_ago(NOW - distance, now=NOW) == words


def test_figures_are_in_the_readers_digits() -> None:
    with translation.override("ne"):
        assert format_number(1234) == "१,२३४"
        assert time_ago(NOW - timedelta(minutes=12), now=NOW) == "१२ मिनेटअघि"


def test_a_size_has_three_figures_at_most() -> None:
    assert [format_file_size(n) for n in (0, 999, 2048, 5 * 1024**2, 200 * 1024**2)] == [
        "0 B",
        "999 B",
        "2.0 kB",
        "5.0 MB",
        "200 MB",
    ]


def test_an_error_is_told_without_its_type_and_in_the_readers_language() -> None:
    with translation.override("ne"):
        assert error_sentence("Unreadable: The file is empty.") == "फाइल खाली छ।"
    assert error_sentence("Strange: Never heard of.") == "Never heard of."
