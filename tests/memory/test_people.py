"""Whom quotes, pronouns, lists and names refer to, in English and Nepali of both scripts."""

from datetime import UTC, datetime, timedelta

import pytest

from pramana.memory.contracts.extraction import (
    EarlierMessage,
    ExtractionRequest,
    FactStatement,
    MessageExtraction,
    OpenPair,
    ResolutionRequest,
)
from pramana.memory.domain.reading.reader import extract_offline
from pramana.memory.domain.short_names import judge_by_conversation

AT = datetime(2026, 6, 15, 10, tzinfo=UTC)


def read_last(*messages: str) -> MessageExtraction:
    """What the last of some messages, each with its speaker, is read as."""
    *before, last = [each.split(": ", 1) for each in messages]
    previous = tuple(
        EarlierMessage(f"{who}(user): {words}", AT - timedelta(hours=len(before) - place))
        for place, (who, words) in enumerate(before)
    )
    request = ExtractionRequest(f"{last[0]}(user): {last[1]}", last[0], AT, previous)
    return extract_offline(request)


def triples(facts: list[FactStatement]) -> list[tuple[str, str, str]]:
    return [(each.subject, each.relation, each.object) for each in facts]


@pytest.mark.parametrize(
    ("words", "who", "relation", "other"),
    [
        ('Mara: Olaf told the board, "I was born in Tromsø".', "Olaf", "BORN_IN", "Tromsø"),
        ('Mara: On the ferry Pirkko rang and said "I live in Lund".', "Pirkko", "LIVES_IN", "Lund"),
        ('Mara: "I moved to Bodø," Olaf Brun told us.', "Olaf Brun", "LIVES_IN", "Bodø"),
        ("Mara: 'I work at Fjord Line,' said Pirkko.", "Pirkko", "WORKS_AT", "Fjord Line"),
        ('Mara: My aunt said: "I work at Nord Bank".', "Mara's aunt", "WORKS_AT", "Nord Bank"),
        (
            'सीता राई: काकाले फोनमा भन्नुभयो, "म इलाममा बस्छु।" काका भनेको धनराज राई हो।',
            "धनराज राई",
            "LIVES_IN",
            "इलाम",
        ),
        ('Sita Rai: Dhurba le bhanyo, "ma Itahari ma baschu".', "Dhurba", "LIVES_IN", "Itahari"),
    ],
)
def test_a_quote_belongs_to_whoever_is_quoted(
    words: str, who: str, relation: str, other: str
) -> None:
    facts = read_last(words).facts
    quoted = [each for each in facts if each.relation == relation]
    assert [(each.subject, each.object, each.claimed_by) for each in quoted] == [(who, other, who)]


def test_a_quote_of_nobody_known_states_nothing() -> None:
    assert read_last('Mara: The sign reads "I live in Lund".').facts == []


@pytest.mark.parametrize(
    ("messages", "fact"),
    [
        (
            (
                "Nora: Ring Torvald Renk.",
                "Mara: Torvald isn't there. He left Elm Apiaries in March.",
            ),
            ("Torvald", "WORKS_AT", "Elm Apiaries"),
        ),
        (
            (
                "Nora: I married Jonas Weil.",
                "Mara: Oh Nora! Is he in coffee?",
                "Nora: He is a cook.",
            ),
            ("Jonas Weil", "HAS_POSITION", "cook"),
        ),
        (
            ("Nora: Grandma is here.", "Mara: Does Grandma like it?", "Nora: She loves chess."),
            ("Nora's grandma", "LIKES", "chess"),
        ),
        (
            ("Nora: Ida Brandt is here. She is 19 and quick.",),
            ("Ida Brandt", "HAS_AGE", "19 years"),
        ),
        (
            ("राजन शेर्पा: ढुण्डी खवास आए।", "गीता राई: ढुण्डी खवास इनरुवामा बस्छ, कोशी मिलमा काम गर्छ।"),
            ("ढुण्डी खवास", "WORKS_AT", "कोशी मिल"),
        ),
    ],
)
def test_a_pronoun_means_the_person_spoken_of(
    messages: tuple[str, ...], fact: tuple[str, str, str]
) -> None:
    assert fact in triples(read_last(*messages).facts)


@pytest.mark.parametrize(
    ("words", "people", "relation", "other"),
    [
        (
            "Nora: Ken, Lia and Amir work at Hart Seeds.",
            {"Ken", "Lia", "Amir"},
            "WORKS_AT",
            "Hart Seeds",
        ),
        (
            "Nora: Yesterday Otto, Ida Brandt and I met in Kelso.",
            {"Otto", "Ida Brandt", "Nora"},
            "VISITED",
            "Kelso",
        ),
        (
            "राजन: हिजो म, गीता दिदी र ढुण्डी हलेसी घुम्न गयौं।",
            {"राजन", "गीता", "ढुण्डी"},
            "VISITED",
            "हलेसी",
        ),
        (
            "Rupesh: Hijo ma, Sunil ra Binita Chatara ghumna gayau.",
            {"Rupesh", "Sunil", "Binita"},
            "VISITED",
            "Chatara",
        ),
    ],
)
def test_a_list_of_people_states_the_fact_of_each(
    words: str, people: set[str], relation: str, other: str
) -> None:
    facts = [each for each in read_last(words).facts if each.relation == relation]
    assert {each.subject for each in facts} == people
    assert {each.object for each in facts} == {other}


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        ("मेरी दिदी वसुधा धरान अस्पतालमा नर्स हुन्।", ("वसुधा", "WORKS_AT", "धरान अस्पताल")),
        ("मेरी बहिनी कमला राईकी छोरी आयुषा हिजो जन्मिई।", ("आयुषा", "CHILD_OF", "कमला राई")),
        ("मेरो जन्म धरानमा भएको हो, केक कसले ल्याउने?", ("सीता राई", "BORN_IN", "धरान")),
        ("आयुषाको तौल पाँच किलो छ।", ("आयुषा", "HAS_WEIGHT", "पाँच किलो")),
        ("म नाच सिकाउँछु र धरानमा बस्छु।", ("सीता राई", "LIVES_IN", "धरान")),
        ("म सीता राई, हिमाल नाट्यघरको रूपसज्जाकार।", ("सीता राई", "HAS_POSITION", "रूपसज्जाकार")),
        ("Manorama Chitwan ma baschin.", ("Manorama", "LIVES_IN", "Chitwan")),
        ("Maile Koshi Cement chodein.", ("सीता राई", "WORKS_AT", "Koshi Cement")),
        ("Aaja dekhi Mohan kabaddi club ko president ho.", ("Mohan", "CHAIR_OF", "kabaddi club")),
        ("Mero number 9812345678 ho.", ("सीता राई", "HAS_PHONE", "9812345678")),
    ],
)
def test_nepali_names_end_where_places_begin(words: str, fact: tuple[str, str, str]) -> None:
    assert fact in triples(read_last(f"सीता राई: {words}").facts)


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        ("Ida Orr got married on Saturday! To Jon Weil.", ("Ida Orr", "MARRIED_TO", "Jon Weil")),
        ("Jon Weil is here. He is from Palpa, did you know?", ("Jon Weil", "COMES_FROM", "Palpa")),
        ("Otto Lenk is night manager of Pine Press.", ("Otto Lenk", "WORKS_AT", "Pine Press")),
        ("I've moved. Home is Tralee now.", ("Nora", "LIVES_IN", "Tralee")),
        ("Mail to n@quill.example in future.", ("Nora", "HAS_EMAIL", "n@quill.example")),
        ("I studied at Leuven.", ("Nora", "STUDIED_AT", "Leuven")),
        ("Torvald Renk will be 70 on 2 November.", ("Torvald Renk", "HAS_AGE", "70 years")),
    ],
)  # fmt: skip
def test_english_turns_state_their_fact(words: str, fact: tuple[str, str, str]) -> None:
    facts = read_last(f"Nora: {words}").facts
    assert fact in triples(facts)
    assert all(each.invalid_at is None for each in facts)


def test_two_people_with_one_first_name_stay_two() -> None:
    pairs = [
        OpenPair("Ana", "Person", ("Ana Ruiz",), ("Person",)),
        OpenPair("Ana Berg", "Person", ("Ana", "Ana Ruiz"), ("Person", "Person")),
    ]
    request = ResolutionRequest(tuple(pairs), body="Bo(user): An Ana wrote. That is Ana Berg.")
    assert judge_by_conversation(request).same == [1, 0]


def test_the_first_of_two_full_names_is_the_known_short_one() -> None:
    pairs = [OpenPair(name, "Person", ("Ana",), ("Person",)) for name in ("Ana Ruiz", "Ana Berg")]
    request = ResolutionRequest(tuple(pairs), body="Bo(user): Ana Ruiz, not Ana Berg.")
    assert judge_by_conversation(request).same == [1, 0]


@pytest.mark.parametrize(
    ("words", "name", "other"),
    [
        ("Gabriel Sosa: Gabo checking in. Bass.", "Gabo", "Gabriel Sosa"),
        ("Ingrid Dahl: Hello Dad! Inga here.", "Inga", "Ingrid Dahl"),
        ("Olaf Brun: Olaf Brun. Nobody calls me that though, it's Oli.", "Oli", "Olaf Brun"),
        ("Mara Vik: Fredrik (everyone says Fred) makes the tea.", "Fred", "Fredrik"),
        ("Mara Vik: Since Sunday it's Mara Brun now!", "Mara Brun", "Mara Vik"),
        ("Sita Rai: Gopal dai lai sabai le Gope bhanchhan.", "Gope", "Gopal"),
        ("Mara Vik: Nonna Pip turns 80. Real name Filippa Dahl.", "Filippa Dahl", "Nonna Pip"),
    ],
)
def test_a_message_says_by_what_other_name_somebody_goes(words: str, name: str, other: str) -> None:
    found = [(each.name, each.other) for each in read_last(words).identities]
    assert (name, other) in found


def test_the_answer_to_a_name_asked_for_is_the_same_person() -> None:
    read = read_last("Mara Vik: Pelle's full name, anyone?", "Olaf Brun: Per Arne Moen. Why?")
    assert [(each.name, each.other) for each in read.identities] == [("Per Arne Moen", "Pelle")]


def test_small_words_after_a_name_are_no_part_of_it() -> None:
    names = [each.name for each in read_last("Sita Rai: Asha Karki ra ma hijo gayau.").entities]
    assert "Asha Karki" in names
    assert not any(each.startswith("Asha Karki ") for each in names)


def test_a_speakers_own_first_name_is_a_person() -> None:
    read = read_last("Aisha Noor: Aisha, lab assistant. I keep the keys.")
    assert {each.name: each.type for each in read.entities}["Aisha"] == "Person"


def test_the_name_of_somebody_who_writes_keeps_its_ending() -> None:
    read = read_last("पेमा लामा: नमस्ते।", "सीता राई: पेमा दिदी र म हिजो भेडेटार गयौं।")
    assert ("पेमा", "VISITED", "भेडेटार") in triples(read.facts)


@pytest.mark.parametrize(
    ("name", "known", "kind", "expected"),
    [
        ("Mei Lin", "Tan Mei Lin", "Person", 1),
        ("Sosa", "Gabriel Sosa", "Person", 1),
        ("Nadia", "Nadia Rahman", "Person", 1),
        ("Ramiro Sosa", "Don Ramiro", "Person", 1),
        ("Ana Ruiz", "Ana Ruiz's two sons", "Person", 0),
        ("Yard", "Yard foreman", "Entity", 0),
        ("Jiban", "jiban@dairy.example", "Entity", 0),
    ],
)
def test_a_part_of_a_name_means_its_bearer_and_nothing_made_of_the_name(
    name: str, known: str, kind: str, expected: int
) -> None:
    pair = OpenPair(name, kind, (known,), (kind,))
    request = ResolutionRequest((pair,), body=f"Mara Vik(user): {name} called.")
    assert judge_by_conversation(request).same == [expected]


@pytest.mark.parametrize(
    "words",
    [
        "Mara: Scratch what I said about Olaf working at Nord Bank.",
        "Mara: Please disregard my earlier remark that Olaf works at Nord Bank.",
        "Mara: Forget what I wrote on the board about Olaf working at Nord Bank, wrong Olaf.",
    ],
)
def test_what_a_speaker_takes_back_is_false_and_nothing_else_is(words: str) -> None:
    facts = read_last("Mara: Pirkko lives in Lund.", words).facts
    assert [(each.object, each.is_false) for each in facts] == [("Nord Bank", True)]


def test_an_end_that_is_taken_back_ends_nothing() -> None:
    words = "Mara: Forget what I said about Olaf selling the mill house."
    assert read_last(words).facts == []
