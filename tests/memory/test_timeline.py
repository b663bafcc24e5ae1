"""How a new fact closes known ones, by rule."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from pramana.memory.contracts.graph import Fact, Grain, Interval
from pramana.memory.domain.drafts import EndingDraft, FactDraft
from pramana.memory.domain.families import Families
from pramana.memory.domain.groups import read_rules
from pramana.memory.domain.timeline import RETRACTED, apply_drafts, place_fact

FAMILIES = Families()
NOW = datetime(2026, 11, 15, tzinfo=UTC)
MARCH, MAY, JUNE = (datetime(2026, month, 1, tzinfo=UTC) for month in (3, 5, 6))
FINANCE, SITA, RAM = uuid4(), uuid4(), uuid4()


def fact(subject: UUID, relation: str, target: UUID, since=None, until=None) -> Fact:
    family = FAMILIES.of(relation).name
    return Fact(uuid4(), "g", subject, relation, target, "…", NOW, family, Interval(since, until))


def place(known, incoming):
    return place_fact(known, incoming, FAMILIES.of(incoming.relation), now=NOW)


def test_a_new_holder_of_an_office_ends_the_term_of_the_last():
    ram = fact(RAM, "MINISTER_OF", FINANCE, MARCH)
    sita = fact(SITA, "APPOINTED_MINISTER_OF", FINANCE, JUNE)

    result = place([ram], sita)

    assert [(each.fact_id, each.at, each.by) for each in result.closings] == [
        (ram.id, JUNE, sita.id)
    ]
    assert result.fact == sita


def test_late_news_about_the_past_leaves_the_present_alone():
    present = fact(SITA, "MINISTER_OF", FINANCE, JUNE)
    past = fact(RAM, "MINISTER_OF", FINANCE, MARCH)

    result = place([present], past)

    assert result.closings == ()
    assert result.arrival
    assert (result.arrival.fact_id, result.arrival.by) == (past.id, present.id)
    assert result.fact.valid == Interval(MARCH, JUNE)
    assert result.fact.expired_at == NOW


def test_a_fact_in_between_ends_the_earlier_and_is_ended_by_the_later():
    first, last = (
        fact(RAM, "WORKS_AT", uuid4(), MARCH),
        fact(RAM, "JOINED", uuid4(), JUNE),
    )
    between = fact(RAM, "EMPLOYED_BY", uuid4(), MAY)

    result = place([first, last], between)

    assert [each.fact_id for each in result.closings] == [first.id]
    assert result.fact.valid == Interval(MAY, JUNE)


def test_an_office_may_change_hands_without_its_holder_losing_another():
    other_office = fact(RAM, "MINISTER_OF", uuid4(), MARCH)

    assert place([other_office], fact(RAM, "MINISTER_OF", FINANCE, JUNE)).closings == ()


def test_friends_add_up():
    friend = fact(RAM, "FRIEND_OF", uuid4(), MARCH)

    assert place([friend], fact(RAM, "FRIEND_OF", uuid4(), JUNE)).closings == ()


def test_intervals_that_do_not_overlap_end_nothing():
    before = fact(RAM, "WORKS_AT", uuid4(), MARCH, MAY)

    assert place([before], fact(RAM, "WORKS_AT", uuid4(), MAY)).closings == ()


def test_unknown_beginnings_end_nothing():
    undated = fact(RAM, "WORKS_AT", uuid4())
    dated = fact(RAM, "WORKS_AT", uuid4(), JUNE)

    assert place([undated], dated).closings == ()
    assert place([dated], undated) == place([], undated)


def test_the_same_fact_again_ends_nothing():
    known = fact(RAM, "WORKS_AT", FINANCE, MARCH)

    assert place([known], replace(known, id=uuid4(), valid=Interval(JUNE))).closings == ()


def test_other_families_are_left_alone():
    home = fact(RAM, "LIVES_IN", uuid4(), MARCH)

    assert place([home], fact(RAM, "WORKS_AT", uuid4(), JUNE)).closings == ()


def test_news_about_the_past_also_shortens_what_ended_since():
    first = replace(fact(RAM, "WORKS_AT", uuid4(), MARCH, JUNE), expired_at=NOW)

    result = place([first, fact(RAM, "WORKS_AT", uuid4(), JUNE)], fact(RAM, "JOINED", SITA, MAY))

    assert [(each.fact_id, each.at) for each in result.closings] == [(first.id, MAY)]
    assert result.fact.valid == Interval(MAY, JUNE)


APRIL, JULY = (datetime(2026, month, 1, tzinfo=UTC) for month in (4, 7))
RULES = read_rules({}, [])


def said(subject: UUID, relation: str, target: UUID, at: datetime, since=None, until=None) -> Fact:
    """A fact said at a moment; without `since` its beginning is unknown."""
    grain = Grain.DAY if since else Grain.UNKNOWN
    start = since or (None if until and until <= at else at)
    told = fact(subject, relation, target)
    return replace(told, valid=Interval(start, until, grain), asserted_at=at)


def apply(known, incoming, **more):
    ends = incoming.valid.start is None
    draft = FactDraft(incoming, "", None, 0.8, only_ends=ends, **more)
    return apply_drafts([draft], known, RULES, now=NOW)


def test_an_end_before_the_telling_closes_a_fact_whose_beginning_is_unknown():
    bank = uuid4()
    works = said(RAM, "WORKS_AT", bank, JUNE)

    changes = apply([works], said(RAM, "WORKS_AT", bank, JULY, until=MAY))

    assert changes.accepted == ()
    assert changes.closed[works.id].valid == Interval(None, MAY, Grain.UNKNOWN)


def test_since_closes_what_it_follows_although_that_was_said_later():
    old, new = said(RAM, "LIVES_IN", uuid4(), JUNE), said(RAM, "LIVES_IN", uuid4(), JULY, MARCH)

    changes = apply([old], new)

    assert [each.id for each in changes.accepted] == [new.id]
    assert changes.closed[old.id].valid.end == MARCH


def test_a_later_word_on_the_present_closes_an_earlier_one():
    old, new = said(RAM, "HAS_PHONE", uuid4(), MARCH), said(RAM, "HAS_PHONE", uuid4(), MAY)

    assert apply([old], new).closed[old.id].valid.end == MAY
    assert apply([new], old).accepted[0].valid.end == MAY


def test_what_one_message_says_to_hold_holds_together():
    one, other = said(RAM, "LIVES_IN", uuid4(), MAY), said(RAM, "LIVES_IN", uuid4(), MAY, MARCH)

    assert apply([one], other).closings == ()


def test_a_future_end_is_stored_and_has_not_come_yet():
    later = datetime(2027, 1, 1, tzinfo=UTC)
    works = said(RAM, "WORKS_AT", uuid4(), MAY)
    told = replace(works, id=uuid4(), valid=Interval(None, later), asserted_at=JUNE)

    closed = apply([works], told).closed[works.id]

    assert closed.valid.end == later
    assert closed.expired_at is None


def test_a_retraction_leaves_a_fact_that_held_at_no_time():
    works = said(RAM, "WORKS_AT", uuid4(), MAY)

    changes = apply([works], replace(works, id=uuid4(), asserted_at=JUNE), is_false=True)

    assert [each.reason for each in changes.closings] == [RETRACTED]
    assert changes.closed[works.id].valid.start == changes.closed[works.id].valid.end
    assert changes.accepted == ()


def test_a_correction_takes_the_place_and_the_date_of_what_it_corrects():
    wrong = said(RAM, "COMES_FROM", uuid4(), JUNE, MARCH)
    right = said(RAM, "COMES_FROM", uuid4(), JULY)

    changes = apply([wrong], right, corrects="that")

    assert changes.accepted[0].valid.stated_start == MARCH
    assert changes.closings[0].reason == RETRACTED


def test_a_claim_closes_nothing_and_is_not_closed_by_a_plain_fact():
    home = said(RAM, "LIVES_IN", uuid4(), MAY)
    claim = replace(said(RAM, "LIVES_IN", uuid4(), JUNE), claimant_id=SITA)

    assert apply([home], claim, closes_nothing=True).closings == ()
    assert apply([claim], said(RAM, "LIVES_IN", uuid4(), JULY)).closings == ()


def test_leaving_an_organization_also_ends_an_office_in_it():
    clinic = uuid4()
    office, work = said(RAM, "HEAD_OF", clinic, MAY), said(RAM, "WORKS_AT", clinic, MAY)

    closed = apply([office, work], said(RAM, "WORKS_AT", clinic, JULY, until=JUNE)).closed

    assert closed.keys() == {office.id, work.id}


def test_an_ending_without_an_object_closes_whatever_holds():
    work, home = said(RAM, "WORKS_AT", uuid4(), MAY), said(RAM, "LIVES_IN", uuid4(), MAY)
    retired = EndingDraft(RAM, frozenset({"WORKS_AT"}), JUNE, Grain.DAY, "retired")

    changes = apply_drafts([], [work, home], RULES, now=NOW, endings=[retired])

    assert changes.closed.keys() == {work.id}


def test_a_divorce_ends_a_marriage_whoever_was_named_first():
    married = said(SITA, "MARRIED_TO", RAM, MAY)

    changes = apply([married], said(RAM, "MARRIED_TO", SITA, JULY, until=JUNE))

    assert changes.closed.keys() == {married.id}


def test_a_divorce_ends_the_marriage_by_itself():
    married = said(SITA, "MARRIED_TO", RAM, MAY)

    changes = apply([married], said(RAM, "DIVORCED_FROM", SITA, JULY, JUNE))

    assert changes.closed[married.id].valid.end == JUNE
    assert len(changes.accepted) == 1


def test_a_marriage_told_after_the_divorce_had_ended_by_then():
    divorced = said(SITA, "DIVORCED_FROM", RAM, JUNE, MAY)

    changes = apply([divorced], said(RAM, "MARRIED_TO", SITA, JULY, MARCH))

    assert changes.accepted[0].valid == Interval(MARCH, MAY)
    assert [closing.by for closing, _ in changes.arrivals] == [divorced.id]
    assert changes.closings == ()


def test_work_that_is_superseded_ends_an_office_in_that_body_alone():
    mill, club = uuid4(), uuid4()
    work, office = said(RAM, "WORKS_AT", mill, MAY), said(RAM, "HEAD_OF", mill, MAY)
    elsewhere = said(RAM, "CHAIR_OF", club, MAY)

    closed = apply([work, office, elsewhere], said(RAM, "WORKS_AT", uuid4(), JULY, JUNE)).closed

    assert closed.keys() == {work.id, office.id}
    assert closed[office.id].valid.end == JUNE


@pytest.mark.parametrize("body", ["the mill", "Corby Mill", "Corby"])
def test_a_position_ends_with_the_work_whatever_its_sentence_calls_the_body(body: str):
    mill = uuid4()
    work = said(RAM, "WORKS_AT", mill, MAY)
    position = replace(said(RAM, "HAS_POSITION", uuid4(), MAY), text=f"Ram is a cook at {body}.")
    draft = FactDraft(said(RAM, "WORKS_AT", uuid4(), JULY, JUNE), "", None, 0.8)

    changes = apply_drafts([draft], [work, position], RULES, now=NOW, names={mill: "Corby Mill"})

    assert changes.closed.keys() == {work.id, position.id}


def test_a_new_holder_ends_a_position_in_a_body_called_by_its_short_name():
    club = uuid4()
    old = replace(said(RAM, "HAS_POSITION", uuid4(), MAY), text="Ram is the treasurer of the club.")
    new = replace(said(SITA, "TREASURER_OF", club, JULY), text="Sita is treasurer of Fjord Rowing.")
    draft = FactDraft(new, "", None, 0.8)

    for name, closed in (("Fjord Rowing Club", {old.id}), ("Fjord Rowing Trust", set())):
        changes = apply_drafts([draft], [old], RULES, now=NOW, names={club: name})
        assert changes.closed.keys() == closed


def test_a_death_ends_work_and_home_and_leaves_the_rest():
    work, home = said(RAM, "WORKS_AT", uuid4(), MARCH), said(RAM, "LIVES_IN", uuid4(), MAY)
    origin, other = said(RAM, "COMES_FROM", uuid4(), MARCH), said(SITA, "LIVES_IN", uuid4(), MAY)

    closed = apply([work, home, origin, other], said(RAM, "DIED", uuid4(), JULY, JUNE)).closed

    assert closed.keys() == {work.id, home.id}
    assert {each.valid.end for each in closed.values()} == {JUNE}


def test_a_home_told_after_a_death_had_ended_with_it():
    death = said(RAM, "DIED", uuid4(), JUNE, MAY)

    changes = apply([death], said(RAM, "LIVES_IN", uuid4(), JULY))

    assert changes.accepted[0].valid == Interval(None, MAY, Grain.UNKNOWN)
    assert changes.accepted[0].expired_at == NOW


def test_a_claimed_death_ends_nothing():
    death = replace(said(RAM, "DIED", uuid4(), JUNE, MAY), claimant_id=SITA)

    assert apply([death], said(RAM, "LIVES_IN", uuid4(), JULY)).accepted[0].valid.end is None


@pytest.mark.parametrize("relation", ["RUNS", "MANAGES"])
def test_to_run_a_body_is_to_be_its_head(relation: str):
    shop = uuid4()
    old = said(RAM, "HEAD_OF", shop, MARCH)

    assert apply([old], said(SITA, relation, shop, JULY, JUNE)).closed[old.id].valid.end == JUNE


def test_a_correction_whose_wrong_words_nobody_said_retracts_nothing():
    home = replace(said(RAM, "LIVES_IN", uuid4(), MAY), text="Ram lives in Lund.")
    right = replace(said(RAM, "LIVES_IN", uuid4(), JULY), text="Ram lives in Malmö.")

    guess = apply([home], right, corrects="Oslo", corrects_named_only=True)
    known = apply([home], right, corrects="Lund", corrects_named_only=True)

    assert RETRACTED not in {each.reason for each in guess.closings}
    assert [each.reason for each in known.closings] == [RETRACTED]
