from dataclasses import replace

from pramana.agni.contracts import EntityStatus, EntityType
from pramana.agni.domain import decisions
from pramana.agni.domain.merging import merge_across_scripts, merge_reading
from tests.agni.builders import decider, mention, person


def test_places_never_move_and_new_ones_come_last():
    known = (person("Ram Thapa"), person("Sita Rai"))

    merged = merge_reading(known, [person("Hari"), person("sita  rai"), person("Ram Thapa")])

    assert [entity.name for entity in merged.entities] == ["Ram Thapa", "sita  rai", "Hari"]
    assert merged.added == (2,)
    assert merged.withdrawn == ()


def test_what_is_no_longer_found_stays_and_is_marked():
    merged = merge_reading((person("Ram"), person("Sita")), [person("Sita")])

    assert merged.entities[0].withdrawn
    assert merged.entities[0].status is EntityStatus.SKIPPED
    assert merged.withdrawn == (0,)


def test_a_decision_survives_a_second_reading():
    by = decider()
    decided = decisions.match(person("Ram", mentions=(mention(0, 3),)), "person_7", by)

    [entity] = merge_reading([decided], [person("Ram", mentions=(mention(9, 12),))]).entities

    assert entity.matched_id == "person_7" and entity.decided_by == by.user_id
    assert [place.start for place in entity.mentions] == [0, 9]


def test_a_decided_entity_is_never_withdrawn():
    decided = decisions.create(person("Ram"), decider())

    assert merge_reading([decided], []).entities == (decided,)


def test_a_withdrawn_entity_that_is_found_again_is_back():
    [gone] = merge_reading([person("Ram")], []).entities

    [back] = merge_reading([gone], [person("Ram")]).entities

    assert not back.withdrawn


def test_the_same_name_of_another_type_is_another_thing():
    place = replace(person("Kamala"), entity_type=EntityType.LOCATION)

    assert len(merge_reading([person("Kamala")], [place, person("Kamala")]).entities) == 2


def test_two_readings_of_one_new_thing_are_one_entity():
    read = [person("राम थापा", "Ram Thapa"), person("Ram Thapa")]

    assert len(merge_reading([], read).entities) == 1


def names(entities) -> list[list[str]]:
    return [[str(name["text"]) for name in entity.names] for entity in entities]


def test_a_name_in_both_scripts_is_one_entity_with_both_names():
    found = merge_across_scripts(
        [
            person("हरिप्रसाद खनाल", mentions=(mention(0, 5),)),
            person("Sita Gurung"),
            person("Hari Prasad Khanal", mentions=(mention(9, 12),)),
        ]
    )

    assert names(found) == [["हरिप्रसाद खनाल", "Hari Prasad Khanal"], ["Sita Gurung"]]
    assert [place.start for place in found[0].mentions] == [0, 9]


def test_namesakes_in_one_script_are_left_apart():
    assert len(merge_across_scripts([person("Ram Thapa"), person("Raam Thapa")])) == 2


def test_a_middle_name_more_is_for_a_person_to_judge():
    assert len(merge_across_scripts([person("राम थापा"), person("Ram Bahadur Thapa")])) == 2


def test_a_place_is_not_a_person():
    place = replace(person("Kamala"), entity_type=EntityType.LOCATION)

    assert len(merge_across_scripts([person("कमला"), place])) == 2


def test_namesakes_whose_fathers_differ_stay_two_in_a_second_reading():
    first = replace(
        person("Gita Rai", mentions=(mention(0, 8),)), entity_data={"father": "Som Rai"}
    )
    second = replace(
        person("Gita Rai", mentions=(mention(50, 58),)), entity_data={"father": "Lhakpa Rai"}
    )

    known = merge_reading([], [first, second]).entities
    again = merge_reading(known, [second, first])

    assert [entity.entity_data["father"] for entity in again.entities] == ["Som Rai", "Lhakpa Rai"]
    assert again.added == ()


def test_an_organisation_is_joined_with_its_translation():
    bodies = [
        replace(person(name), entity_type=EntityType.ORGANIZATION)
        for name in ("National Integrity Council", "राष्ट्रिय सदाचार परिषद्", "राष्ट्रिय महिला परिषद्")
    ]

    assert names(merge_across_scripts(bodies)) == [
        ["National Integrity Council", "राष्ट्रिय सदाचार परिषद्"],
        ["राष्ट्रिय महिला परिषद्"],
    ]
