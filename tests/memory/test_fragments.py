"""Introductions, short answers, set phrases, withdrawals and Nepali lists, read without a model."""

from datetime import UTC, datetime, timedelta

import pytest

from pramana.memory.contracts.extraction import (
    EarlierMessage,
    ExtractionRequest,
    MessageExtraction,
)
from pramana.memory.domain.reading.reader import extract_offline

AT = datetime(2025, 6, 16, 10, tzinfo=UTC)
Said = tuple[str, str]


def read(*said: Said) -> MessageExtraction:
    """What the last message says, after the others."""
    bodies = [f"{who}(user): {words}" for who, words in said]
    times = [AT + timedelta(days=day) for day in range(len(said))]
    earlier = tuple(map(EarlierMessage, bodies[:-1], times[:-1]))
    return extract_offline(
        ExtractionRequest(body=bodies[-1], speaker=said[-1][0], at=times[-1], previous=earlier)
    )


def facts(*said: Said) -> set[tuple[str, str, str]]:
    found = read(*said).facts
    return {(each.subject, each.relation, each.object) for each in found if not each.is_false}


TESS, JON = "Tess Marlow", "Jonah Pike"


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        ("Tess Marlow, night nurse at the Hotel Adler.", ("WORKS_AT", "Hotel Adler")),
        ("I'm Tess Marlow, warden of Larch House.", ("WARDEN_OF", "Larch House")),
        ("I rent a flat in Dockside.", ("LIVES_IN", "Dockside")),
        ("I'm mad about chess these days.", ("LIKES", "chess")),
        ("I'm a Vale Rovers fan.", ("LIKES", "Vale Rovers")),
        ("I keep the cash box.", ("KEEPS", "cash box")),
    ],
)
def test_people_say_what_they_are_in_many_ways(words: str, fact: tuple[str, str]) -> None:
    assert (TESS, *fact) in facts((TESS, words))


@pytest.mark.parametrize(
    ("question", "answer", "fact"),
    [
        ("Where do you work?", "At Nabil Bank.", ("WORKS_AT", "Nabil Bank")),
        ("And where do you live?", "In Thornby.", ("LIVES_IN", "Thornby")),
        ("Doing what?", "Claims manager.", ("HAS_POSITION", "Claims manager")),
    ],
)
def test_a_short_answer_is_read_with_its_question(
    question: str, answer: str, fact: tuple[str, str]
) -> None:
    assert (JON, *fact) in facts((TESS, question), (JON, answer))
    assert not facts((TESS, "Nice weather."), (JON, answer))


def test_which_of_two_is_answered_by_a_surname() -> None:
    said = (
        (TESS, "Moira Finn lives here. Moira Best too."),
        (TESS, "Moira won the quiz on Saturday."),
        (JON, "Which Moira?"),
        (TESS, "Finn."),
    )
    assert ("Moira Finn", "WINS", "quiz") in facts(*said)


@pytest.mark.parametrize(
    "words", ["I take that back about Gus.", "Only joking.", "I withdraw that."]
)
def test_a_speaker_takes_back_what_they_said_last(words: str) -> None:
    [fact] = read((TESS, "Gus works for Fjord Cruises."), (JON, "Really?"), (TESS, words)).facts

    assert fact.is_false and (fact.subject, fact.object) == ("Gus", "Fjord Cruises")


def test_what_one_person_denies_is_said_of_another() -> None:
    found = facts((TESS, "I never worked at Acme Mills, that was my brother."))

    assert ("Tess Marlow's brother", "WORKS_AT", "Acme Mills") in found
    assert (TESS, "WORKS_AT", "Acme Mills") not in found


@pytest.mark.parametrize(
    "words",
    [
        "Word at the pub is that Ivo works at Corvus.",
        "A neighbour swears that Ivo works at Corvus.",
        "They say at the bus stop that Ivo works at Corvus.",
    ],
)
def test_what_others_say_is_only_a_claim(words: str) -> None:
    assert [each.claimed_by for each in read((TESS, words)).facts] == [TESS]


@pytest.mark.parametrize(
    ("words", "nickname"),
    [
        ("Nobody says Magdalena. She's Lena to us.", ("Lena", "Magdalena")),
        ("Kobus only answers to Skip.", ("Skip", "Kobus")),
        ("Aarav is Aru to everyone.", ("Aru", "Aarav")),
    ],
)
def test_nicknames_are_given_in_passing(words: str, nickname: tuple[str, str]) -> None:
    assert nickname in {(each.name, each.other) for each in read((TESS, words)).identities}


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        ("मेरो घर चरिकोट हो।", ("कमला रिजाल", "COMES_FROM", "चरिकोट")),
        ("राम बस्नेत मादल बजाउनुहुन्छ।", ("राम बस्नेत", "PLAYS", "मादल")),
        ("गीता केसी बजारमा बुनाइ सिकाउनुहुन्छ।", ("गीता केसी", "TEACHES", "बुनाइ")),
        ("हिमाली संघको कार्यालय पुतली चोकमा छ।", ("हिमाली संघ", "HEADQUARTERED_IN", "पुतली चोक")),
        ("म कमला रिजाल, हिमाली संघको निर्देशक।", ("कमला रिजाल", "HEAD_OF", "हिमाली संघ")),
        ("सभाले सीता कार्कीलाई समितिको अध्यक्षमा चुन्यो।", ("सीता कार्की", "CHAIR_OF", "समिति")),
        ("लेखापाल अब विनोद बस्नेत हुनुहुन्छ।", ("विनोद बस्नेत", "HAS_POSITION", "लेखापाल")),
        (
            "बालबालिका कार्यक्रमकी प्रमुख अब सीता कार्की हुन्।",
            ("सीता कार्की", "HEAD_OF", "बालबालिका कार्यक्रम"),
        ),
        ("विकास थापा र मैले बिहे गर्‍यौं।", ("विकास थापा", "MARRIED_TO", "कमला रिजाल")),
    ],
)
def test_nepali_says_the_same_in_its_own_ways(words: str, fact: tuple[str, str, str]) -> None:
    assert fact in facts(("कमला रिजाल", words))


def test_a_nepali_list_has_every_member() -> None:
    words = "समितिका नयाँ सदस्य राम बस्नेत, गीता केसी र माया लामा हुन्।"
    members = {subject for subject, _, _ in facts(("कमला रिजाल", words))}

    assert members == {"राम बस्नेत", "गीता केसी", "माया लामा"}
