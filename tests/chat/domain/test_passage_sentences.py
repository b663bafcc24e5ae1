"""Where sentences and blocks of a passage begin and end."""

import pytest

from pramana.chat.contracts.passages import BlockShape
from pramana.chat.contracts.questions import MOST_SELECTION
from pramana.chat.domain.passage_sentences import passage_blocks, sentences
from pramana.chat.prompts.compose import NumberedPassage

CIRCULAR = """Harbour office, circular 4

1. Berths 3 to 9 are closed from 2 May because the pontoon is being painted. Boats lie at the quay.

2. Skippers who want a berth in the winter hand in at the office before September:
- the insurance certificate
- a photograph of the boat

3. The crane works on Mondays only. It is booked by telephone one week before at the latest.
"""


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


def test_a_german_day_ends_no_sentence() -> None:
    text = "Wir zahlen bis zum 15. Januar 2026 aus. Danach nicht."
    found = [text[each.start : each.end] for each in sentences(text)]
    assert found == ["Wir zahlen bis zum 15. Januar 2026 aus.", "Danach nicht."]


def test_numbered_paragraphs_are_no_list_but_a_list_in_one_is() -> None:
    passage = NumberedPassage(1, CIRCULAR, title="Harbour office, circular 4")
    lists = [each for each in passage_blocks(passage) if each.kind is BlockShape.LIST]
    assert [len(each.pieces) for each in lists] == [1, 1, 2, 1]
    steps = [each for each in passage_blocks(passage, steps=True) if each.ordered]
    assert [len(each.pieces) for each in steps] == [3]
