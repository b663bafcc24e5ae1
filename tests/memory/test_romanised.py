"""Nepali in Latin letters is read like Nepali, and keeps the letters of the message."""

from datetime import UTC, datetime

import pytest

from pramana.memory.contracts.extraction import ExtractionRequest, MessageExtraction
from pramana.memory.domain.reading.reader import extract_offline
from pramana.memory.domain.reading.romanised import is_romanised

AT = datetime(2026, 6, 15, 10, tzinfo=UTC)


def read(words: str) -> MessageExtraction:
    return extract_offline(ExtractionRequest(f"Sita Rai(user): {words}", "Sita Rai", AT))


@pytest.mark.parametrize(
    ("words", "subject", "relation", "other"),
    [
        ("Ma Hetauda ma baschu.", "Sita Rai", "LIVES_IN", "Hetauda"),
        ("ma aba Hetauda ma basxu", "Sita Rai", "LIVES_IN", "Hetauda"),
        ("Hamro ghar Lamjung ma ho", "Sita Rai", "COMES_FROM", "Lamjung"),
        (
            "Bikram Tamang Sunrise Bank ma kaam garnu hunchha",
            "Bikram Tamang",
            "WORKS_AT",
            "Sunrise Bank",
        ),
        ("Pema Sherpa garage ma kaam garnuhunchha", "Pema Sherpa", "WORKS_AT", "garage"),
        ("mero didi ko naam Sunita ho", "Sunita", "SIBLING_OF", "Sita Rai"),
        ("Hamro chori janmiyo, naam Nandini", "Nandini", "CHILD_OF", "Sita Rai"),
        ("Malai cricket man parcha", "Sita Rai", "LIKES", "cricket"),
    ],
)
def test_romanised_sentence_states_a_fact(
    words: str, subject: str, relation: str, other: str
) -> None:
    facts = read(words).facts
    assert (subject, relation, other) in [(f.subject, f.relation, f.object) for f in facts]
    assert all(f.quote in words for f in facts)


def test_what_was_left_has_ended() -> None:
    facts = read("Maile Everest Bank chhode").facts
    assert [(f.relation, f.object, f.invalid_at) for f in facts] == [
        ("WORKS_AT", "Everest Bank", AT)
    ]


def test_move_names_both_places() -> None:
    facts = read("Ma Dharan bata Itahari ma sareko hu").facts
    ended = {f.object: f.invalid_at is not None for f in facts if f.relation == "LIVES_IN"}
    assert ended == {"Itahari": False, "Dharan": True}


@pytest.mark.parametrize(
    "words",
    [
        "Dipesh Jhapa ma kaam garchha re",
        "Timi Dhangadhi ma baschau?",
        "Yadi ma Dubai ma basthe bhane ghar kinthe",
        'Hari dai le bhannu bhayo "ma Doha ma baschu"',
    ],
)
def test_hearsay_questions_and_conditions_state_nothing(words: str) -> None:
    assert not [f for f in read(words).facts if not f.claimed_by and f.relation != "SIBLING_OF"]


@pytest.mark.parametrize(
    "words",
    [
        "I live in Hetauda, ma",
        "The gate man said push the bar",
        "Ho ho ho, the saw is sharp",
        "म हेटौँडामा बस्छु",
        "Can you have a look?",
    ],
)
def test_other_languages_are_not_taken_for_romanised_nepali(words: str) -> None:
    assert not is_romanised(words)
