"""How a new fact closes known ones, by rule."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID, uuid4

from pramana.memory.contracts.graph import Fact, Interval
from pramana.memory.domain.families import Families
from pramana.memory.domain.timeline import place_fact

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
