"""Relationships between records, and the versions they create."""

from datetime import date

import pytest

from pramana.registry import selectors, services
from pramana.registry.contracts import NewRelationship, RelationshipType
from pramana.registry.errors import (
    InvalidRecord,
    RecordNotFound,
    RelatedToItself,
    RelationshipExists,
    RelationshipNotFound,
)
from tests.registry.sample_records import a_district, a_party, a_person

MEMBER = NewRelationship(RelationshipType.MEMBER_OF, "org_1", start_date=date(2020, 1, 1))


@pytest.fixture
def pair(scope):
    services.create_record(scope, a_person())
    services.create_record(scope, a_party())
    return scope


def of(scope, asked, **options):
    found, _total = selectors.relationships_of(scope, asked, **options)
    return [(each.source.nes_id, each.type, each.target.nes_id) for each in found]


def test_a_relation_is_seen_from_both_ends_and_in_the_history(pair):
    services.add_relationship(pair, "person_1", MEMBER, author="hari")
    assert of(pair, "person_1") == of(pair, "org_1") == [("person_1", "MEMBER_OF", "org_1")]
    newest = selectors.get_version(pair, "person_1", 2)
    assert (newest.author, newest.description) == ("hari", "Now member of Terrace Party.")
    [kept] = newest.snapshot["relationships"]
    assert (kept["target"], kept["start_date"]) == (
        "entity:organization/political_party/terrace-party",
        "2020-01-01",
    )


def test_a_relation_taken_away_is_still_in_the_history(pair):
    made = services.add_relationship(pair, "person_1", MEMBER)
    services.remove_relationship(pair, "person_1", made.id)
    assert of(pair, "person_1") == []
    assert "relationships" not in selectors.get_version(pair, "person_1", 3).snapshot
    with pytest.raises(RelationshipNotFound):
        services.remove_relationship(pair, "person_1", made.id)


def test_an_earlier_version_brings_its_relations_back(pair):
    made = services.add_relationship(pair, "person_1", MEMBER)
    services.remove_relationship(pair, "person_1", made.id)
    services.restore_version(pair, "person_1", 2)
    assert of(pair, "person_1") == [("person_1", "MEMBER_OF", "org_1")]
    services.restore_version(pair, "person_1", 1)
    assert of(pair, "person_1") == []


def test_the_same_relation_twice_is_refused(pair):
    services.add_relationship(pair, "person_1", MEMBER)
    with pytest.raises(RelationshipExists):
        services.add_relationship(pair, "person_1", MEMBER)
    assert selectors.get_record(pair, "person_1").version == 2


def test_relations_that_make_no_sense_are_refused(pair):
    with pytest.raises(RelatedToItself):
        services.add_relationship(pair, "org_1", MEMBER)
    with pytest.raises(RecordNotFound):
        services.add_relationship(
            pair, "person_1", NewRelationship(RelationshipType.MEMBER_OF, "org_9")
        )
    backwards = NewRelationship(
        RelationshipType.MEMBER_OF, "org_1", start_date=date(2020, 1, 1), end_date=date(2019, 1, 1)
    )
    with pytest.raises(InvalidRecord):
        services.add_relationship(pair, "person_1", backwards)


def test_a_day_shows_what_held_on_it(pair):
    past = NewRelationship(
        RelationshipType.MEMBER_OF, "org_1", start_date=date(2010, 1, 1), end_date=date(2015, 1, 1)
    )
    services.add_relationship(pair, "person_1", past)
    assert len(of(pair, "person_1", on=date(2012, 5, 1))) == 1
    assert of(pair, "person_1", on=date(2016, 5, 1)) == []
    assert of(pair, "person_1", type=RelationshipType.LOCATED_IN) == []


def test_a_deleted_record_is_told_to_those_related_to_it(pair):
    services.add_relationship(pair, "person_1", MEMBER)
    services.delete_record(pair, "org_1")
    assert of(pair, "person_1") == []
    newest = selectors.get_version(pair, "person_1", 3)
    assert newest.description == "org_1 was deleted."
    services.restore_version(pair, "person_1", 2)  # the party stays gone
    assert of(pair, "person_1") == []


def test_another_tenants_records_cannot_be_related(pair, other_scope):
    services.create_record(other_scope, a_district())
    made = services.add_relationship(pair, "person_1", MEMBER)
    with pytest.raises(RecordNotFound):
        services.add_relationship(
            other_scope, "location_1", NewRelationship(RelationshipType.LOCATED_IN, "org_1")
        )
    with pytest.raises(RelationshipNotFound):
        services.remove_relationship(other_scope, "location_1", made.id)
    assert len(of(pair, "person_1")) == 1


def test_an_office_has_its_holders_the_newest_first(scope):
    party = services.create_record(scope, a_party())
    for name, start, end in (
        ("Asha Rai", date(2019, 1, 1), date(2021, 1, 1)),
        ("Bina Rai", date(2021, 1, 2), None),
    ):
        who = services.create_record(scope, a_person(name, ""))
        new = NewRelationship(
            RelationshipType.MEMBER_OF, party.nes_id, start, end, {"position": "Treasurer"}
        )
        services.add_relationship(scope, who.nes_id, new)

    [office] = selectors.offices_of(scope, party.nes_id)

    assert office.title == "Treasurer"
    assert [each.record.title() for each in office.holders] == ["Bina Rai", "Asha Rai"]
