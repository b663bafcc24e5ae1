from dataclasses import replace

from pramana.agni.contracts.entities import EntityStatus, EntityType
from pramana.agni.domain import deciding
from pramana.agni.domain.merging import merge
from tests.agni.values import mention, person, somebody


def test_places_never_move_and_new_ones_come_last():
    known = (person("Ram Thapa"), person("Sita Rai"))

    merged = merge(known, [person("Hari"), person("sita  rai"), person("Ram Thapa")])

    assert [entity.name for entity in merged.entities] == ["Ram Thapa", "sita  rai", "Hari"]
    assert merged.added == (2,)
    assert merged.withdrawn == ()


def test_what_is_no_longer_found_stays_and_is_marked():
    merged = merge((person("Ram"), person("Sita")), [person("Sita")])

    assert merged.entities[0].withdrawn
    assert merged.entities[0].status is EntityStatus.SKIPPED
    assert merged.withdrawn == (0,)


def test_a_decision_survives_a_second_reading():
    by = somebody()
    decided = deciding.match(person("Ram", mentions=(mention(0, 3),)), "person_7", by)

    [entity] = merge([decided], [person("Ram", mentions=(mention(9, 12),))]).entities

    assert entity.matched_id == "person_7" and entity.decided_by == by.user_id
    assert [place.start for place in entity.mentions] == [0, 9]


def test_a_decided_entity_is_never_withdrawn():
    decided = deciding.create(person("Ram"), somebody())

    assert merge([decided], []).entities == (decided,)


def test_a_withdrawn_entity_that_is_found_again_is_back():
    [gone] = merge([person("Ram")], []).entities

    [back] = merge([gone], [person("Ram")]).entities

    assert not back.withdrawn


def test_the_same_name_of_another_type_is_another_thing():
    place = replace(person("Kamala"), entity_type=EntityType.LOCATION)

    assert len(merge([person("Kamala")], [place, person("Kamala")]).entities) == 2


def test_two_readings_of_one_new_thing_are_one_entity():
    read = [person("राम थापा", "Ram Thapa"), person("Ram Thapa")]

    assert len(merge([], read).entities) == 1
