"""The shapes in which people state a fact in English, each read without a model."""

from datetime import UTC, datetime

import pytest

from pramana.memory.contracts.extraction import ExtractionRequest, MessageExtraction
from pramana.memory.domain.reading.reader import extract_offline

NORA = "Nora Quill"
AT = datetime(2026, 6, 15, 10, tzinfo=UTC)
Fact = tuple[str, str, str]


def read(words: str) -> MessageExtraction:
    return extract_offline(ExtractionRequest(f"{NORA}(user): {words}", NORA, AT, ()))


def facts(words: str, *, ended: bool = False) -> set[Fact]:
    return {
        (each.subject, each.relation, each.object)
        for each in read(words).facts
        if not each.claimed_by and bool(each.invalid_at and each.invalid_at <= AT) is ended
    }


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        ("Petro's a plumber.", ("Petro", "HAS_POSITION", "plumber")),
        ("Kim's allergic to nuts.", ("Kim", "ALLERGIC_TO", "nuts")),
        ("Marta's in Lund now.", ("Marta", "LIVES_IN", "Lund")),
        ("My dad's a locksmith.", (f"{NORA}'s dad", "HAS_POSITION", "locksmith")),
        ("Petro's sister is here.", ("Petro's sister", "SIBLING_OF", "Petro")),
    ],
)
def test_a_shortened_is_states_what_is_would(words: str, fact: Fact) -> None:
    assert fact in facts(words)


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        ("just started at Delmar Foods", (NORA, "WORKS_AT", "Delmar Foods")),
        ("Originally from Tampere.", (NORA, "COMES_FROM", "Tampere")),
        ("Running is my jam.", (NORA, "LIKES", "Running")),
    ],
)
def test_a_sentence_may_leave_out_its_subject(words: str, fact: Fact) -> None:
    assert fact in facts(words)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (
            "My parents, Otto and Lena, live in Lund.",
            {("Otto", "LIVES_IN", "Lund"), ("Lena", "PARENT_OF", NORA)},
        ),
        (
            "The plumbers, Rex and Tim, came at noon.",
            {("Rex", "HAS_POSITION", "plumber"), ("Tim", "HAS_POSITION", "plumber")},
        ),
        (
            "The committee: Ana Lund, Ben Roe and Carla Finn.",
            {("Ana Lund", "MEMBER_OF", "committee"), ("Carla Finn", "MEMBER_OF", "committee")},
        ),
        (
            "Ben and Carla were at the fair on Saturday.",
            {("Ben", "ATTENDED", "fair"), ("Carla", "ATTENDED", "fair")},
        ),
    ],
)
def test_each_of_a_list_of_people_is_meant(words: str, found: set[Fact]) -> None:
    assert found <= facts(words)


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        ("I am sixty-four.", (NORA, "HAS_AGE", "64 years")),
        ("Omar is our treasurer.", ("Omar", "HAS_POSITION", "treasurer")),
        ("Ilse Frank from the bank called.", ("Ilse Frank", "WORKS_AT", "bank")),
        ("Ivo is a guard at the museum.", ("Ivo", "WORKS_AT", "museum")),
        ("Ravi was diagnosed with asthma in May.", ("Ravi", "HAS_CONDITION", "asthma")),
        ("Ravi emigrated to Canada.", ("Ravi", "LIVES_IN", "Canada")),
        ("Hilda Moss is the cook. She lives in Lund.", ("Hilda Moss", "LIVES_IN", "Lund")),
        ("We lost Grandpa in March.", (f"{NORA}'s grandpa", "DIED", "2026-03-01")),
    ],
)
def test_work_home_health_and_age_are_read_in_many_wordings(words: str, fact: Fact) -> None:
    assert fact in facts(words)


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        ("Wendla replaced Corvin as branch manager.", ("Corvin", "HAS_POSITION", "branch manager")),
        ("Pia took over from Jana as secretary of the club.", ("Jana", "SECRETARY_OF", "club")),
        ("Got fired from the mill on Friday.", (NORA, "WORKS_AT", "mill")),
        ("sold the scooter!!!", (NORA, "OWNS", "scooter")),
        ("Opera is dead to me.", (NORA, "LIKES", "Opera")),
        ("Lena quit the brewery in April.", ("Lena", "WORKS_AT", "brewery")),
    ],
)
def test_what_is_given_up_has_ended(words: str, fact: Fact) -> None:
    assert fact in facts(words, ended=True)


@pytest.mark.parametrize(
    "words",
    [
        "If I get the grant I'm buying a tractor.",
        "Imagine I quit the bank and moved to Lund.",
        "According to the porter, Mr Bell is a singer.",
        "I'm told Otto Berg owns a boat.",
        "We lost the match.",
        "I've had enough of this.",
        "Bina Shah has joined us.",
    ],
)
def test_conditions_hearsay_and_figures_of_speech_state_nothing(words: str) -> None:
    assert not facts(words)
    assert not facts(words, ended=True)


def test_who_passed_a_test_has_not_died() -> None:
    found = facts("Bina Shah passed the driving test on Friday.")
    assert not any(relation == "DIED" for _, relation, _ in found)


def test_a_number_with_a_zero_before_it_is_no_age() -> None:
    assert not any(relation == "HAS_AGE" for _, relation, _ in facts("Nils is 079 555 12 09."))


def test_who_is_back_from_a_place_does_not_come_from_it() -> None:
    assert not any(relation == "COMES_FROM" for _, relation, _ in facts("Ivo is back from Oslo."))


def test_our_owner_is_not_owned() -> None:
    assert not any(relation == "OWNS" for _, relation, _ in facts("Our owner is Greta Holm."))
