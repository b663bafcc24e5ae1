"""A fact is kept when the message says it, not when a model repeats or misplaces it."""

from datetime import UTC, datetime

import pytest

from pramana.memory.contracts.extraction import FactFound, Spoken
from pramana.memory.domain.founding import founded

BODY = "Ravi(user): Sita moved to Dharan in May. She likes it."
EARLIER = [Spoken("Maya(user): I work at Himal Bank.", datetime(2024, 3, 1, tzinfo=UTC))]


def fact(subject: str, object_: str, sentence: str, quote: str) -> FactFound:
    return FactFound(
        subject=subject, relation="R", object=object_, fact=sentence, quote=quote, confidence=0.9
    )


KEPT = {
    "word for word": fact("Sita", "Dharan", "Sita lives in Dharan.", "Sita moved to Dharan"),
    "pronoun": fact("Sita", "Dharan", "Sita likes Dharan.", "She likes it"),
    "quote put otherwise": fact("Sita", "Dharan", "Sita lives in Dharan.", "Sita went to Dharan!"),
    "no quote": fact("Sita", "Dharan", "Sita lives in Dharan.", ""),
    "another script": fact("सीता", "Dharan", "Sita lives in Dharan.", "Sita moved to Dharan"),
    "the speaker": fact("Ravi", "Sita", "Ravi knows Sita.", "Sita moved to Dharan"),
}
LOST = {
    "said earlier": fact("Maya", "Himal Bank", "Maya works at Himal Bank.", "I work at Himal Bank"),
    "said nowhere": fact("Ravi", "Everest Foods", "Ravi is at Everest Foods.", "joined Everest"),
    "another's sentence": fact("Maya", "Dharan", "Sita lives in Dharan.", "Sita moved to Dharan"),
    "without its object": fact("Sita", "May", "Sita moved to Dharan.", "Sita moved to Dharan"),
}


@pytest.mark.parametrize("found", KEPT.values(), ids=KEPT.keys())
def test_what_the_message_says_is_kept(found: FactFound) -> None:
    assert founded([found], BODY, EARLIER) == [found]


@pytest.mark.parametrize("found", LOST.values(), ids=LOST.keys())
def test_what_it_does_not_say_is_lost(found: FactFound) -> None:
    assert founded([found], BODY, EARLIER) == []


def test_a_nepali_name_is_the_same_name_with_its_case_ending() -> None:
    said = "राम थापा काठमाडौंमा बस्छन्।"
    lives = fact("राम थापा", "काठमाडौं", said, said)
    helped = fact("सीता", "हरि", "सीताले हरिलाई सघाइन्।", "")

    assert founded([lives], f"Asha(user): {said}") == [lives]
    assert founded([helped], "Asha(user): सीताले हरिलाई सघाइन्।") == [helped]
    assert founded([fact("गीता", "काठमाडौं", said, said)], f"Asha(user): {said}") == []
