"""What a model proposes is checked against the words before it becomes a claim."""

from dataclasses import replace
from datetime import UTC, datetime
from time import process_time

import pytest

from pramana.memory.domain.reading import nepali_events
from pramana.memory.domain.reading.joined_readings import join_readings
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.proposal_checks import NOT_AFTER
from pramana.memory.domain.reading.proposal_subjects import FIRST_PERSON, SPEAKER_ACTS
from pramana.memory.domain.reading.proposals import ProposedClaim, proposed_claims
from pramana.memory.domain.reading.statement_head import STATUSES, PointedWords, Proposal

AT = datetime(2026, 5, 4, 9, tzinfo=UTC)


def message(content: str, speaker: str = "Ada Lund", *before: tuple[str, str]) -> SpokenMessage:
    texts, speakers = tuple(text for _, text in before), tuple(who for who, _ in before)
    return SpokenMessage(content, speaker, "", AT, texts, speakers)


def pointed(content: str, words: str | None) -> PointedWords | None:
    if words is None:
        return None
    if words.startswith("^"):
        return PointedWords(1, 0, len(words) - 1, words[1:])
    start = content.index(words)
    return PointedWords(0, start, start + len(words), words)


def proposal(
    content: str,
    family: str,
    subject: str | None,
    thing: str,
    status: str = "now",
    *,
    when: str | None = None,
    by: str | None = None,
    chance: float = 0.98,
) -> Proposal:
    shares = tuple(chance if each == status else (1 - chance) / 12 for each in STATUSES)
    words = pointed(content, thing)
    assert words is not None
    return Proposal(
        family,
        shares,
        pointed(content, subject),
        words,
        pointed(content, by),
        pointed(content, when),
        chance,
        chance,
    )


def claims(content: str, *given: Proposal, speaker: str = "Ada Lund") -> list[ProposedClaim]:
    return proposed_claims(message(content, speaker), given)[0]


def told(content: str, *given: Proposal) -> list[str]:
    return [each.claim.text for each in claims(content, *given)]


def test_a_statement_of_the_speaker_is_a_claim_that_quotes_its_sentence() -> None:
    content = "Hello all. These days the tram depot pays my rent."
    [found] = claims(content, proposal(content, "works_at", None, "tram depot"))
    claim = found.claim
    assert (claim.subject.name, claim.relation, claim.object.name) == (
        "Ada Lund",
        "WORKS_AT",
        "tram depot",
    )
    assert content[claim.start : claim.end] == "These days the tram depot pays my rent."


def test_a_described_person_keeps_the_owner_and_the_tie() -> None:
    content = "My sister is off to the tram depot."
    [found] = claims(content, proposal(content, "works_at", "My sister", "tram depot", "begins"))
    subject = found.claim.subject
    assert (subject.name, subject.owner, subject.tie) == ("Ada Lund's sister", "Ada Lund", "sister")


def test_a_pronoun_is_nobody() -> None:
    content = "She drives a tram."
    assert told(content, proposal(content, "position", "She", "drives a tram")) == []


def test_what_is_asked_planned_or_imagined_is_no_claim() -> None:
    content = "Would you live in Turku, or the tram depot?"
    for status in ("asked", "plan", "hypothetical", "joke"):
        assert told(content, proposal(content, "lives_in", None, "Turku", status)) == []


def test_an_unlikely_statement_is_no_claim() -> None:
    content = "Turku has trams."
    assert told(content, proposal(content, "lives_in", None, "Turku", chance=0.8)) == []


def test_a_not_beside_the_words_outweighs_the_model() -> None:
    for content in ("I am home, not in Turku.", "घर Turku होइन, Oulu हो।"):
        assert told(content, proposal(content, "lives_in", None, "Turku")) == []


def test_the_date_decides_whether_an_end_is_to_come() -> None:
    content = "Our stay at Kuusi ended on 14 March 2026."
    [past] = claims(
        content, proposal(content, "works_at", None, "Kuusi", "will_end", when="14 March 2026")
    )
    assert past.claim.interval.end is not None
    assert past.claim.interval.end.date().isoformat() == "2026-03-14"


def test_hearsay_is_the_claim_of_whoever_said_it() -> None:
    content = "Bo Ek says that Mia Holm is at Kuusi."
    [found] = claims(
        content, proposal(content, "works_at", "Mia Holm", "Kuusi", "hearsay", by="Bo Ek")
    )
    assert found.claim.claimed_by == "Bo Ek"
    assert found.claim.text == "According to Bo Ek, Mia Holm works at Kuusi."


def test_a_nickname_is_an_identity() -> None:
    content = "Everyone says Kiki to Kirsi Ranta."
    given = proposal(content, "nickname", "Kirsi Ranta", "Kiki")
    found, identities = proposed_claims(message(content), [given])
    assert found == []
    assert [(each.kind, each.name, each.other) for each in identities] == [
        ("nickname", "Kiki", "Kirsi Ranta")
    ]


def test_two_people_of_one_statement_are_both_kept() -> None:
    content = "Mia Holm and Bo Ek have swapped Oulu for Turku."
    given = [proposal(content, "lives_in", who, "Turku", "begins") for who in ("Mia Holm", "Bo Ek")]
    joined = join_readings([], claims(content, *given), given)
    assert [each.subject.name for each in joined] == ["Mia Holm", "Bo Ek"]


def test_what_the_message_before_said_is_not_said_again() -> None:
    content = "Mia Holm works at Kuusi."
    here, before = (proposal(content, "works_at", "Mia Holm", each) for each in ("Kuusi", "^Oja"))
    assert told(content, here, before) == ["Mia Holm works at Kuusi."]
    answer = "Yes, Mia Holm does."
    assert told(answer, proposal(answer, "works_at", "Mia Holm", "^Oja")) == [
        "Mia Holm works at Oja."
    ]


def test_a_sure_reading_replaces_the_grammars_and_an_unsure_one_does_not() -> None:
    content = "Mia Holm is done with Kuusi."
    works = proposal(content, "works_at", "Mia Holm", "Kuusi")
    [grammar] = claims(content, works)
    for chance, ended in ((0.99, True), (0.93, False)):
        over = proposal(content, "works_at", "Mia Holm", "Kuusi", "ended", chance=chance)
        [kept] = join_readings([grammar.claim], claims(content, over), [over])
        assert (kept.interval.end is not None) is ended


def test_what_the_model_takes_for_no_statement_is_not_believed() -> None:
    content = "Mia Holm at Kuusi, imagine!"
    [grammar] = claims(content, proposal(content, "works_at", "Mia Holm", "Kuusi"))
    joke = proposal(content, "works_at", "Mia Holm", "Kuusi", "joke")
    assert join_readings([grammar.claim], [], [joke]) == []


def test_a_tie_needs_a_word_that_says_it() -> None:
    moved = "Mona and I moved to Aalen in May."
    assert told(moved, proposal(moved, "spouse", None, "Mona", "begins")) == []
    wed = "Mona and I got married in May."
    assert told(wed, proposal(wed, "spouse", None, "Mona", "begins")) != []


def test_a_marriage_ends_only_where_the_words_say_so() -> None:
    left = "My wife Mona and I have moved out of Aalen."
    assert told(left, proposal(left, "spouse", None, "Mona", "ended")) == []
    over = "Mona and I are divorced."
    assert told(over, proposal(over, "spouse", None, "Mona", "ended")) != []


def test_what_somebody_does_is_no_office() -> None:
    content = "Ida drives the school bus."
    assert told(content, proposal(content, "position", "Ida", "drives the school bus")) == []
    assert told(content, proposal(content, "position", "Ida", "school bus")) != []


def test_a_nickname_is_given_in_the_message_itself() -> None:
    content = "Bibi has a cold again."
    given = proposal(content, "nickname", "^Ida Berg", "Bibi")
    assert proposed_claims(message(content), [given])[1] == []
    content = "Auntie, at home we call Ida Bibi."
    statements = proposed_claims(
        message(content),
        [
            proposal(content, "nickname", "Ida", "Bibi"),
            proposal(content, "nickname", "Ida", "Auntie"),
        ],
    )[1]
    assert [(each.kind, each.name, each.other) for each in statements] == [
        ("nickname", "Bibi", "Ida")
    ]


def test_an_object_of_the_message_before_does_not_replace_what_the_message_states() -> None:
    content = "Ida Berg works at the tram depot."
    proposals = [
        proposal(content, "works_at", "Ida Berg", "tram depot"),
        proposal(content, "works_at", "Ida", "^Harbour Vets"),
    ]
    found, _ = proposed_claims(message(content), proposals)
    read = [each.claim for each in found if not each.refers_back]
    joined = join_readings(read, [each for each in found if each.refers_back], proposals)
    assert [each.object.name for each in joined] == ["tram depot"]


def test_a_statement_is_about_whom_its_own_sentence_names() -> None:
    content = "On the boat: Pia Holm and Lars Berg. Pia is only 17."
    assert told(content, proposal(content, "age", "Lars Berg", "17")) == ["Pia is aged 17 years."]
    content = "Aboard is Pia Holm, too. The cook is Lars Berg from Bodø."
    found = told(
        content,
        proposal(content, "comes_from", "Pia Holm", "Bodø"),
        proposal(content, "comes_from", "Lars Berg", "Bodø"),
    )
    assert found == ["Lars Berg comes from Bodø."]


def test_my_number_is_the_speakers_whoever_was_named_before() -> None:
    content = "I share a flat with Pia. my number is 555 0199"
    [said] = told(content, proposal(content, "phone", "Pia", "555 0199"))
    assert said == "Ada Lund has the phone number 555 0199."


def test_a_place_has_no_telephone() -> None:
    content = "Still at home, Oulu. Number as before 555 0199"
    found = told(
        content,
        proposal(content, "lives_in", None, "Oulu"),
        proposal(content, "phone", "Oulu", "555 0199"),
    )
    assert found == ["Ada Lund lives in Oulu."]


def test_a_death_needs_a_word_for_it() -> None:
    content = "Pia left the tram depot in July."
    assert told(content, proposal(content, "died", "Pia", "Pia", when="in July")) == []


def test_an_age_that_only_compares_is_nobodys() -> None:
    content = "Pia drives like she's 20."
    assert told(content, proposal(content, "age", "Pia", "20")) == []


def test_what_is_passed_on_is_a_claim_also_where_the_model_is_sure() -> None:
    content = "Heard from a tram driver that Pia moved to Turku."
    [found] = claims(content, proposal(content, "lives_in", "Pia", "Turku"))
    assert found.claim.claimed_by == "Ada Lund"


def test_a_name_is_the_speakers_only_where_the_sentence_speaks_of_them() -> None:
    others = "That's what we always called Milo in the shop."
    own = "To my friends I am Milo."

    assert not proposed_claims(message(others), [proposal(others, "nickname", None, "Milo")])[1]
    assert proposed_claims(message(own), [proposal(own, "nickname", None, "Milo")])[1]


def test_whom_the_sentence_names_comes_before_the_speaker() -> None:
    content = "The meeting voted Milo in as president of the club."
    both = [proposal(content, "position", who, "president of the club") for who in (None, "Milo")]

    assert [each.claim.subject.name for each in claims(content, *both)] == ["Milo"]
    brother = "My brother Milo lives in Lund."
    both = [proposal(brother, "lives_in", who, "Lund") for who in (None, "Milo")]
    assert [each.claim.subject.name for each in claims(brother, *both)] == ["Milo"]
    together = "Milo and I live in Lund."
    both = [proposal(together, "lives_in", who, "Lund") for who in (None, "Milo")]
    assert {each.claim.subject.name for each in claims(together, *both)} == {"Ada Lund", "Milo"}


def test_who_is_not_meant_is_nobodys_subject() -> None:
    content = "It isn't Gmund. He lives in Murnau."
    assert not claims(content, proposal(content, "lives_in", "Gmund", "Murnau"))


def test_the_day_of_a_wedding_is_nobodys_birthday() -> None:
    content = "Otto and I got married on 3 May 2024."
    assert not claims(content, proposal(content, "birth", None, "3 May 2024"))


def test_a_start_in_the_present_tense_is_on_the_day_to_come() -> None:
    content = "Milo has signed with Alpen Print and starts there on 23 June."
    given = proposal(content, "works_at", "Milo", "Alpen Print", "begins", when="23 June")
    [found] = claims(content, given)
    assert found.claim.interval.start == datetime(2026, 6, 23, tzinfo=UTC)


def test_what_is_denied_of_one_may_hold_of_another() -> None:
    content = "I don't work at Alpen Print. My cousin Milo works at Alpen Print."
    denied = claims(content, proposal(content, "works_at", None, "Alpen Print", "not"))
    read = [
        replace(each.claim, is_false=False, subject=replace(each.claim.subject, name="Milo"))
        for each in denied
    ]

    joined = join_readings(read, denied, [])

    assert {(each.subject.name, each.is_false) for each in joined} == {
        ("Milo", False),
        ("Ada Lund", True),
    }


def test_a_place_that_is_only_visited_is_no_home() -> None:
    content = "I visited Lund in July and Turku in May."
    assert not claims(content, proposal(content, "lives_in", None, "Turku", when="in May"))
    moved = "I visited Lund in July and moved to Turku in May."
    assert claims(moved, proposal(moved, "lives_in", None, "Turku", when="in May"))


@pytest.mark.parametrize("word", ["मन", "राम", "काम", "मलमल", "हामीनाम"])
def test_a_devanagari_word_that_contains_a_word_for_the_speaker_is_none(word: str) -> None:
    assert not FIRST_PERSON.search(f"{word} राम्रो छ")
    assert not SPEAKER_ACTS.search(f"{word} राम्रो छ")


@pytest.mark.parametrize("word", ["म", "मैले", "मलाई", "मसँग", "हामी", "हामीले", "हामीहरूलाई"])
def test_a_devanagari_word_for_the_speaker_is_known_in_its_cases(word: str) -> None:
    assert FIRST_PERSON.search(f"आज {word} आएँ") and SPEAKER_ACTS.search(f"{word}, आएँ")
    assert FIRST_PERSON.search("मेरो घर") and not SPEAKER_ACTS.search("मेरो घर")


@pytest.mark.parametrize("text", ["कको ", "रामको निधन ", "कसँग ", "क र कको विवाह ", "क", " "])
def test_patterns_that_look_far_ahead_cost_linear_time(text: str) -> None:
    """A text of 6,000 letters took .6 CPU seconds."""
    long = (text * 60_000)[:60_000]
    began = process_time()
    for pattern in (nepali_events._DEATH, nepali_events._MARRIAGE, nepali_events._MARRIED_WITH):
        pattern.search(long)
    NOT_AFTER.search(long)

    assert process_time() - began < 6
