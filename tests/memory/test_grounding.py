"""What a message supports of a fact: its ends, its claimant, its dates, what it corrects."""

from datetime import UTC, datetime, timedelta

import pytest

from pramana.memory.contracts.extraction import EarlierMessage, FactStatement
from pramana.memory.contracts.graph import Grain
from pramana.memory.domain.grounding import (
    grounded_facts,
    is_worded,
    with_supported_claimants,
    with_supported_dates,
)

AT = datetime(2026, 6, 15, 10, tzinfo=UTC)
BEFORE, AFTER = AT - timedelta(days=400), AT + timedelta(days=40)


def statement(**more: object) -> FactStatement:
    ends = {"subject": "Ram", "relation": "LIVES_IN", "object": "Lund"}
    return FactStatement.model_validate({**ends, "fact": "Ram lives in Lund.", **more})


def dated(words: str, **dates: object) -> list[FactStatement]:
    return with_supported_dates([statement(**dates)], f"Asha(user): {words}", AT)


@pytest.mark.parametrize("name", ["तिलोत्तमा", "सीता"])
def test_a_name_that_ends_like_a_case_is_recognised_in_its_sentence(name: str) -> None:
    words = f"मिलन {name}मा बस्छन्।"
    fact = statement(subject="मिलन", object=name, fact=words, quote=words)

    assert grounded_facts([fact], f"Asha(user): {words}") == [fact]


def test_another_name_with_the_same_beginning_is_not_recognised() -> None:
    words = "रामेश्वर काठमाडौंमा बस्छन्।"
    fact = statement(subject="राम", object="काठमाडौं", fact=words, quote=words)

    assert grounded_facts([fact], f"Asha(user): {words}") == []


@pytest.mark.parametrize(
    ("words", "claimant", "expected"),
    [
        ("Otto says Ram lives in Lund.", "Otto Berg", "Otto Berg"),
        ("I heard Ram lives in Lund.", "Asha", "Asha"),
        ("I heard Ram lives in Lund.", "Otto Berg", "Asha"),
        ("He says Ram lives in Lund.", "Otto Berg", "Otto Berg"),
        ("He says Ram lives in Lund.", "Ines Wolf", "Asha"),
        ("My husband says Ram lives in Lund.", "Otto Berg", "Otto Berg"),
        ("Ott says Ram lives in Lund.", "Ottokar Berg", "Ottokar Berg"),
        ("ओटोले भन्यो राम लुन्डमा बस्छ रे।", "Otto Berg", "Otto Berg"),
    ],
)
def test_a_claimant_is_named_or_the_sender(words: str, claimant: str, expected: str) -> None:
    earlier = [EarlierMessage("Asha(user): Otto Berg came by.", BEFORE)]
    body = f"Asha(user): {words}"
    [claim] = with_supported_claimants([statement(claimed_by=claimant)], body, "Asha", earlier)

    assert claim.claimed_by == expected


@pytest.mark.parametrize(
    "words",
    [
        "Ram has lived in Lund since last spring.",
        "Ram moved to Lund 13 months ago.",
        "Ram moved to Lund on 11/5/25.",
        "राम पोहोर लुन्ड सरे।",
        "Ram pohor saal Lund saryo.",
        "राम २०८२ मा लुन्ड सरे।",
    ],
)
def test_a_date_that_the_words_support_is_kept(words: str) -> None:
    [fact] = dated(words, valid_at=BEFORE)

    assert fact.valid_at == BEFORE


def test_the_day_of_the_message_needs_no_words() -> None:
    [fact] = dated("Ram lives in Lund.", valid_at=AT.replace(hour=0, tzinfo=None))

    assert fact.valid_at is not None


@pytest.mark.parametrize("words", ["Ram lives in Lund.", "Ram lives in Lund with 3 cats."])
def test_a_guessed_beginning_is_unknown(words: str) -> None:
    [fact] = dated(words, valid_at=BEFORE)

    assert (fact.valid_at, fact.valid_grain) == (None, Grain.UNKNOWN)


def test_a_guessed_end_lies_before_the_message_and_a_guessed_end_to_come_is_none() -> None:
    [over], [open_] = (dated("Ram left Lund.", invalid_at=each) for each in (BEFORE, AFTER))

    assert (over.invalid_at, over.invalid_grain) == (AT, Grain.UNKNOWN)
    assert open_.invalid_at is None


def test_what_begins_on_a_guessed_day_to_come_is_no_fact() -> None:
    assert dated("Ram wants Lund.", valid_at=AFTER) == []
    assert dated("Ram moves to Lund next month.", valid_at=AFTER) != []


def test_a_correction_may_repeat_the_date_of_what_it_corrects() -> None:
    earlier = [EarlierMessage("Asha(user): Ram moved to Oslo in May 2025.", BEFORE)]
    fact = statement(valid_at=BEFORE, corrects="Oslo")
    [kept] = with_supported_dates([fact], "Asha(user): Sorry, Lund.", AT, earlier)

    assert kept.valid_at == BEFORE


@pytest.mark.parametrize(
    ("before", "is_known"),
    [
        ("Asha(user): On the 25th I start in Lund.", True),
        ("Otto(user): When do you start, on the 25th?", True),
        ("Otto(user): On the 25th I start in Oslo.", False),
    ],
)
def test_a_second_message_may_repeat_the_date_of_the_first(before: str, is_known: bool) -> None:
    earlier = [EarlierMessage(before, AT)]
    earlier += [] if before.endswith("?") else [EarlierMessage("Ines(user): Well done!", AT)]
    facts = with_supported_dates([statement(valid_at=AFTER)], "Asha(user): In Lund.", AT, earlier)

    assert AFTER.day == 25
    assert bool(facts) is is_known


@pytest.mark.parametrize(
    ("wrong", "is_said"),
    [("flat 12", True), ("that", True), ("Oslo", False), ("काठमाडौं", True)],
)
def test_wrong_words_are_in_the_message_or_pointed_at(wrong: str, is_said: bool) -> None:
    assert is_worded(wrong, "Asha(user): I wrote flat 12, I meant flat 7.") is is_said
