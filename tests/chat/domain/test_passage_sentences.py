"""Texts that are no sentences at all take no longer than texts that are."""

import pytest

from pramana.chat.contracts.questions import MOST_SELECTION
from pramana.chat.domain.passage_sentences import sentences


@pytest.mark.parametrize(
    "text",
    ["." * MOST_SELECTION, "a" * MOST_SELECTION + "( x. y", '."' * (MOST_SELECTION // 2)],
    ids=["dots", "one long word", "stops and quotes"],
)
def test_the_longest_selection_is_read_in_one_go(text: str) -> None:
    """At a cost of its square this would be a minute, in which the process answers nobody."""
    assert len(sentences(text)) <= 2


def test_stops_in_a_row_end_one_sentence() -> None:
    text = "It was opened... Then? The end!!! राम आए।।"

    assert [text[each.start : each.end] for each in sentences(text)] == [
        "It was opened...",
        "Then?",
        "The end!!!",
        "राम आए।।",
    ]


def test_the_stroke_after_an_amount_ends_no_sentence() -> None:
    text = "बाटोका लागि रु. ३,२०,०००।– दिने। पुलका लागि रु. ९,०००। सकियो।"
    found = [text[each.start : each.end] for each in sentences(text)]
    assert found == ["बाटोका लागि रु. ३,२०,०००।– दिने।", "पुलका लागि रु. ९,०००।", "सकियो।"]
