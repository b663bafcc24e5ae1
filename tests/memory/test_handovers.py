"""Posts and duties that pass from one person to another, read without a model."""

from time import process_time

import pytest

from pramana.kit.scope import Scope
from pramana.memory.contracts.extraction import ExtractionRequest, MessageExtraction
from pramana.memory.domain.reading import nepali_handovers
from pramana.memory.domain.reading.reader import extract_offline
from pramana.memory.search.facts import question_offices, search_facts
from tests.memory.scripted_model import NOW
from tests.memory.test_conversations import Conversation, check_holds, conversations_in, read

ENGLISH = (
    "Tilda Moss takes my place as treasurer.",
    "Tilda Moss took over from me as treasurer.",
    "Tilda Moss has replaced me as treasurer.",
    "I was succeeded as treasurer by Tilda Moss.",
    "I have handed the treasurer's job over to Tilda Moss.",
    "The role of treasurer has passed from me to Tilda Moss.",
    "I made way for Tilda Moss as treasurer.",
    "Tilda Moss has stepped into my shoes as treasurer.",
)
NEPALI = (
    "मेरो ठाउँमा टीका मगर कोषाध्यक्ष हुनुभयो।",
    "मेरो सट्टा टीका मगर कोषाध्यक्ष बन्नुभएको छ।",
    "मैले कोषाध्यक्षको जिम्मेवारी टीका मगरलाई सुम्पें।",
    "मबाट टीका मगरले कोषाध्यक्षको पदभार लिनुभयो।",
)
NOTHING = (
    "If Tilda Moss takes over from me, I will cry.",
    "Is Tilda Moss replacing me as treasurer?",
    "Tilda Moss would have succeeded me as treasurer.",
    "Tilda Moss will take over from me as treasurer.",
    "I handed the salt to Tilda Moss.",
    "Tilda Moss took the bus from Ines Wolf.",
    "Tilda Moss follows me on the radio.",
)
CONVERSATIONS = """
# the office of a known body
> 2025-01-10T18:00+00:00 | Jorun Falk | I am treasurer of the Skerry Sailing Club.
> 2025-03-02T09:00+00:00 | Jorun Falk | From today Tilda Moss takes my place as treasurer.
ended | Jorun Falk | TREASURER_OF | Skerry Sailing Club | 2025-03-02
now | Tilda Moss | TREASURER_OF | Skerry Sailing Club | 2025-03-02
ask | Who is the treasurer? | Tilda

# whatever somebody did
> 2025-01-10T18:00+00:00 | Ana Pires | Dr Magnus Brink is head of the Alder Clinic.
> 2025-01-11T18:00+00:00 | Ana Pires | Dr Brink is a surgeon.
> 2025-04-04T10:00+00:00 | Ana Pires | Dr Sofia Lenz has taken over from Dr Brink.
ended | Magnus Brink | HEAD_OF | Alder Clinic | 2025-04-04
now | Sofia Lenz | HEAD_OF | Alder Clinic
now | Magnus Brink | HAS_POSITION | surgeon

# who had left before
> 2025-01-10T18:00+00:00 | Ana Pires | Odd Lund is captain of the Fjell Curling Club.
> 2025-02-10T18:00+00:00 | Ana Pires | Odd stepped down as captain yesterday.
> 2025-04-04T10:00+00:00 | Ana Pires | His successor is Mia Strand.
ended | Odd Lund | CAPTAIN_OF | Fjell Curling Club | 2025-02-09
now | Mia Strand | CAPTAIN_OF | Fjell Curling Club

# keys
> 2025-01-10T18:00+00:00 | Petra Holm | I keep the keys.
> 2025-01-11T18:00+00:00 | Petra Holm | I've handed the keys over to Rune Vik this morning.
ended | Petra Holm | KEEPS | keys | 2025-01-11
now | Rune Vik | KEEPS | keys | 2025-01-11

# पद र साँचो
> 2025-01-10T18:00+05:45 | रीना बराल | म सिस्ने युवा क्लबको अध्यक्ष हुँ। भण्डारको साँचो लक्ष्मण गिरीसँग छ।
> 2025-03-05T10:00+05:45 | रीना बराल | मेरो ठाउँमा टीका मगर अध्यक्ष हुनुभयो।
> 2025-03-06T10:00+05:45 | लक्ष्मण गिरी | मैले भण्डारको साँचो टीका मगरलाई जिम्मा लगाएँ।
ended | रीना बराल | CHAIR_OF | सिस्ने युवा क्लब | 2025-03-05
now | टीका मगर | CHAIR_OF | सिस्ने युवा क्लब
ended | लक्ष्मण गिरी | KEEPS | साँचो | 2025-03-06
now | टीका मगर | KEEPS | साँचो
ask | अध्यक्ष को हुनुहुन्छ? | टीका

# names
> 2025-01-10T18:00+00:00 | Ivo Rusk | Professor Adler runs the lab. My wife works at Corby Mills.
> 2025-01-11T18:00+00:00 | Ivo Rusk | Helga Adler moved to Graz in December. My wife's name is Ines.
> 2025-01-12T18:00+00:00 | Ivo Rusk | Professor Adler is married to Dr Otto Adler.
now | Helga Adler | HEAD_OF | lab
now | Helga Adler | LIVES_IN | Graz
now | Ines | WORKS_AT | Corby Mills
apart | Helga Adler | Otto Adler
"""


def extracted(speaker: str, words: str) -> MessageExtraction:
    return extract_offline(ExtractionRequest(f"{speaker}(user): {words}", speaker, NOW))


@pytest.mark.parametrize("words", ENGLISH)
def test_a_handover_ends_the_post_of_one_and_gives_it_to_the_other(words: str) -> None:
    found = extracted("Jorun Falk", words)

    assert [(each.subject, each.successor) for each in found.endings] == [
        ("Jorun Falk", "Tilda Moss")
    ]
    states = {(each.subject, each.object, each.invalid_at is None) for each in found.facts}
    assert states == {("Tilda Moss", "treasurer", True), ("Jorun Falk", "treasurer", False)}


@pytest.mark.parametrize("words", NEPALI)
def test_nepali_handovers_are_read_likewise(words: str) -> None:
    found = extracted("रीना बराल", words)

    assert [(each.subject, each.successor) for each in found.endings] == [("रीना बराल", "टीका मगर")]
    states = {(each.subject, each.object, each.invalid_at is None) for each in found.facts}
    assert states == {("टीका मगर", "कोषाध्यक्ष", True), ("रीना बराल", "कोषाध्यक्ष", False)}


@pytest.mark.parametrize("words", NOTHING)
def test_what_is_imagined_planned_or_no_post_is_not_handed_over(words: str) -> None:
    found = extracted("Jorun Falk", words)

    assert not found.endings
    assert not any(each.relation == "HAS_POSITION" for each in found.facts)


def test_a_handover_passed_on_stays_a_claim() -> None:
    found = extracted("Ana Pires", "I heard that Tilda Moss replaced Jorun Falk as treasurer.")

    assert not found.endings
    assert all(each.claimed_by == "Ana Pires" for each in found.facts)


@pytest.mark.parametrize("conversation", conversations_in(CONVERSATIONS), ids=lambda c: c.title)
@pytest.mark.usefixtures("words_only")
def test_what_passes_on_holds_for_the_successor(scope: Scope, conversation: Conversation) -> None:
    read(scope, conversation, "handover")
    latest = max(at for at, _, _ in conversation.messages)

    wrong = [
        each for each in conversation.checks if not check_holds(scope, "handover", each, latest)
    ]

    assert not wrong


def test_a_name_that_looks_like_a_verb_is_not_said_of_the_speaker() -> None:
    found = extracted("Ana Pires", "Harold lives in Nettle Row. Gerald works at Corby Mills.")

    assert {each.subject for each in found.facts} == {"Harold", "Gerald"}


def test_a_surname_that_looks_like_a_case_ending_is_no_origin() -> None:
    found = extracted("रीना बराल", "हाम्रो अध्यक्ष जानकी खड्का हुनुहुन्छ।")

    assert "COMES_FROM" not in {each.relation for each in found.facts}


@pytest.mark.usefixtures("words_only")
def test_a_question_about_an_office_finds_its_holder_first(scope: Scope) -> None:
    (conversation,) = conversations_in("""
# offices
> 2025-01-10T18:00+00:00 | Ana Pires | Odd Lund is captain of the Fjell Curling Club.
> 2025-01-11T18:00+00:00 | Ana Pires | Mia Strand is secretary of the Fjell Curling Club.
> 2025-01-12T18:00+00:00 | Ana Pires | Per Dahl is treasurer of the Fjell Curling Club.
""")
    read(scope, conversation, "offices")

    for word, name in (("captain", "Odd"), ("secretary", "Mia"), ("treasurer", "Per")):
        query = f"Who is the {word} of the Fjell Curling Club?"
        first, *_ = search_facts(scope, query, group_ids=["offices"], limit=5)
        assert name in first.text
    assert question_offices("Who captains the club?") == {"captains": "CAPTAIN_OF"}


@pytest.mark.parametrize("word", ["क" * 60_000, "का" * 30_000])
def test_a_word_without_end_is_read_in_linear_time(word: str) -> None:
    """Patterns that begin in the middle of a word took 0.8 CPU seconds for a tenth of this one."""
    began = process_time()
    for pattern in (
        nepali_handovers._PLACE,
        nepali_handovers._AGENT,
        nepali_handovers._RECEIVER,
        nepali_handovers._FROM,
        nepali_handovers._HAS,
    ):
        pattern.search(f"{word} ठाउँ")

    assert process_time() - began < 5
