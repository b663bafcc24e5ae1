"""Times as people write them in chat."""

from datetime import datetime

import pytest

from pramana.memory.contracts.extraction import ExtractionRequest
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.messages import as_meant, parse_message

AT = datetime.fromisoformat("2025-05-10T10:00+05:45")


@pytest.mark.parametrize(
    ("words", "ahead", "day"),
    [
        ("starting june 10", True, "2025-06-10"),
        ("leaving at the end of the month", False, "2025-05-31"),
        ("मेरो अन्तिम दिन जेठ ३१", True, "2025-06-14"),
        ("पुस मसान्त", False, "2025-01-13"),
        ("धरान छोडेको २ महिना भयो", False, "2025-03-10"),
        ("अस्ति शनिबार", False, "2025-05-03"),
        ("since the 6th", True, "2025-05-06"),
        ("वैशाख १ गतेदेखि", True, "2025-04-14"),
        ("असार १ गतेदेखि", True, "2025-06-15"),
    ],
)
def test_a_time_in_chat_is_the_day_that_its_writer_means(words: str, ahead: bool, day: str) -> None:
    assert [each.begins.date().isoformat() for each in find_chat_times(words, AT, ahead=ahead)] == [
        day
    ]


def test_may_and_march_stay_words_without_a_day_beside_them() -> None:
    assert find_chat_times("we may march on", AT) == []


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("She flies for Blue Air. Red Air I mean, sorry.", "She flies for Red Air."),
        ("I live in Lund, I mean Malmo.", "I live in Malmo."),
        ("Ana here, cook 🙌 I live in Lund", "Ana here, cook . I live in Lund"),
        ("Piet said so, I mean it.", "Piet said so, I mean it."),
    ],
)
def test_a_slip_is_put_right_and_every_other_letter_keeps_its_place(
    written: str, meant: str
) -> None:
    content = as_meant(parse_message(ExtractionRequest(f"Ana(user): {written}", "Ana", AT))).content
    assert len(content) == len(written)
    assert content.split() == meant.split() or content.rstrip(" .,") == meant.rstrip(" .")
