"""Two records of the same thing become one, and can be taken apart again."""

import pytest

from pramana.registry import selectors, services
from pramana.registry.contracts import NewRelationship, RelationshipType
from pramana.registry.errors import CannotMerge, MergedFurther, NotMerged
from pramana.registry.services.curation import merge_data, take_apart
from pramana.tenancy.selectors import audit_page
from tests.registry.sample_records import a_district, a_party, a_person
from tests.registry.test_api import ENTITIES, send


@pytest.fixture
def pair(scope):
    kept = services.create_record(scope, a_person(attributes={"district": "Kaski"}))
    other = services.create_record(
        scope,
        a_person(
            "Sunita Kumari Rai", "", attributes={"district": "Gorkha", "age": "40"}, tags=["x"]
        ),
    )
    return kept, other


def test_the_kept_record_gains_what_only_the_other_knew(scope, pair):
    kept, other = pair

    services.merge_records(scope, kept.nes_id, other.nes_id, author="hari")

    record = selectors.get_record(scope, kept.nes_id)
    names = [(name.kind, name.en.full) for name in record.data.names]
    assert names == [("PRIMARY", "Sunita Rai"), ("ALIAS", "Sunita Kumari Rai")]
    assert record.data.attributes == {"district": "Kaski", "age": "40"}
    assert record.description == "Merged with person_2, Sunita Kumari Rai."
    assert audit_page(scope)[0].action == "record.merged"


def test_whoever_asks_for_the_merged_record_gets_the_kept_one(scope, pair):
    kept, other = pair
    services.merge_records(scope, kept.record_id, other.record_id)

    for asked in (other.nes_id, other.entity_id, str(other.record_id)):
        assert selectors.get_record(scope, asked).nes_id == kept.nes_id
        assert selectors.find_records(scope, [asked])[asked].nes_id == kept.nes_id
    assert selectors.records_by_id(scope, [other.record_id])[other.record_id].id == kept.record_id
    assert selectors.records_page(scope).total == 1
    assert [
        each.record.nes_id for each in selectors.candidates_for(scope, "Sunita Kumari Rai")
    ] == [kept.nes_id]
    assert [each.record.nes_id for each in selectors.merged_records(scope, kept.nes_id)] == [
        other.nes_id
    ]


def test_relationships_move_and_those_known_already_stay_behind(scope, pair):
    kept, other = pair
    party, place = (
        services.create_record(scope, a_party()),
        services.create_record(scope, a_district()),
    )
    for who in pair:
        new = NewRelationship(RelationshipType.MEMBER_OF, party.nes_id)
        services.add_relationship(scope, who.nes_id, new)
    services.add_relationship(
        scope, other.nes_id, NewRelationship(RelationshipType.LOCATED_IN, place.nes_id)
    )

    services.merge_records(scope, kept.nes_id, other.nes_id)

    relations, total = selectors.relationships_of(scope, kept.nes_id)
    assert total == 2 and {each.type for each in relations} == {"MEMBER_OF", "LOCATED_IN"}
    assert selectors.relationships_of(scope, party.nes_id)[1] == 1
    services.undo_merge(scope, other.record_id)
    assert selectors.relationships_of(scope, other.nes_id)[1] == 2
    assert selectors.relationships_of(scope, kept.nes_id)[1] == 1


def test_undoing_takes_back_what_the_merge_added_and_nothing_else(scope, pair):
    kept, other = pair
    services.merge_records(scope, kept.nes_id, other.nes_id)
    patch = [{"op": "add", "path": "/attributes/party", "value": "Terrace"}]
    services.update_record(scope, kept.nes_id, patch)

    services.undo_merge(scope, other.record_id, author="hari")

    record = selectors.get_record(scope, kept.nes_id)
    assert record.data.attributes == {"district": "Kaski", "party": "Terrace"}
    assert len(record.data.names) == 1 and record.data.tags == ()
    back = selectors.get_record(scope, other.nes_id)
    assert back.nes_id == other.nes_id and back.data.attributes["age"] == "40"
    found = selectors.candidates_for(scope, "Sunita Kumari Rai")
    assert other.nes_id in [each.record.nes_id for each in found]
    with pytest.raises(NotMerged):
        services.undo_merge(scope, other.record_id)


def test_of_two_merges_the_later_is_undone_first(scope, pair):
    kept, other = pair
    last = services.create_record(scope, a_person("Sunita R. Rai", ""))
    services.merge_records(scope, kept.nes_id, other.nes_id)
    services.merge_records(scope, last.nes_id, kept.nes_id)

    with pytest.raises(MergedFurther):
        services.undo_merge(scope, other.record_id)

    family = [each.id for each in selectors.record_with_merged(scope, other.nes_id)]
    assert family == [last.record_id, kept.record_id, other.record_id]
    services.undo_merge(scope, kept.record_id)
    services.undo_merge(scope, other.record_id)
    assert "age" not in selectors.get_record(scope, kept.nes_id).data.attributes
    assert selectors.records_page(scope).total == 3


def test_records_of_different_types_and_one_record_cannot_be_merged(scope, pair):
    party = services.create_record(scope, a_party())
    for other in (party.nes_id, pair[0].nes_id):
        with pytest.raises(CannotMerge):
            services.merge_records(scope, pair[0].nes_id, other)


def test_likely_duplicates_are_found_until_somebody_judges_them(scope):
    one = services.create_record(scope, a_person("Dil Bahadur Gurung", ""))
    two = services.create_record(scope, a_person("", "दिल बहादुर गुरुङ"))
    joined = [services.create_record(scope, a_person("Ganga Devi Lohar", ""))]
    joined += [services.create_record(scope, a_person("Gangadevi Lohar", ""))]
    services.create_record(scope, a_person("Gita Thapa", "", attributes={"district": "Ilam"}))
    services.create_record(scope, a_person("Gita Thapa", "", attributes={"district": "Jumla"}))

    found, total = selectors.likely_duplicates(scope)

    pairs = [{each.first.id, each.second.id} for each in found]
    assert total == 2 and {one.record_id, two.record_id} in pairs
    assert {each.record_id for each in joined} in pairs
    assert all(each.reasons and each.score > 0.9 for each in found)
    services.keep_separate(scope, *(each.record_id for each in joined))
    services.keep_separate(scope, two.record_id, one.record_id)
    assert selectors.likely_duplicates(scope) == ([], 0)


def test_merging_keeps_what_both_say_and_taking_apart_restores():
    kept = {"names": [{"kind": "PRIMARY", "en": {"full": "A B"}}], "attributes": {"a": 1}}
    other = {
        "names": [
            {"kind": "PRIMARY", "en": {"full": "A B"}},
            {"kind": "ALIAS", "ne": {"full": "अ"}},
        ],
        "attributes": {"a": 2, "b": 3},
        "description": {"en": {"value": "Text"}},
    }

    merged = merge_data(kept, other)

    assert len(merged["names"]) == 2 and merged["attributes"] == {"a": 1, "b": 3}
    apart = take_apart(merged, kept, merged)
    assert (apart["names"], apart["attributes"]) == (kept["names"], kept["attributes"])
    assert "description" not in apart


def test_merging_over_http(scope, pair, admin):
    kept, other = pair
    duplicates = admin.get("/api/registry/duplicates").json()
    assert duplicates["total"] == 0

    answer = send(admin, "post", f"{ENTITIES}/{kept.nes_id}/merge", {"other": other.nes_id})

    assert answer.status_code == 200 and answer.json()["nes_id"] == kept.nes_id
    assert admin.get(f"{ENTITIES}/{other.entity_id}").json()["nes_id"] == kept.nes_id
    merged = admin.get(f"{ENTITIES}/{kept.nes_id}/merged").json()["merged"]
    assert [each["entity"]["nes_id"] for each in merged] == [other.nes_id]
    assert (
        send(admin, "post", f"{ENTITIES}/{kept.nes_id}/merge", {"other": kept.nes_id}).status_code
        == 409
    )
    undone = admin.post(f"{ENTITIES}/{other.record_id}/unmerge")
    assert undone.status_code == 200 and undone.json()["nes_id"] == other.nes_id
    assert admin.post(f"{ENTITIES}/{other.record_id}/unmerge").status_code == 409
    separate = send(admin, "post", f"{ENTITIES}/{kept.nes_id}/separate", {"other": other.nes_id})
    assert separate.status_code == 204
