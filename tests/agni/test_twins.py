from dataclasses import replace

from pramana.agni.contracts.entities import EntityType
from pramana.agni.domain.circumstances import beside
from pramana.agni.domain.twins import across_scripts
from tests.agni.values import mention, person


def names(entities) -> list[list[str]]:
    return [[str(name["text"]) for name in entity.names] for entity in entities]


def test_a_name_in_both_scripts_is_one_entity_with_both_names():
    found = across_scripts(
        [
            person("हरिप्रसाद खनाल", mentions=(mention(0, 5),)),
            person("Sita Gurung"),
            person("Hari Prasad Khanal", mentions=(mention(9, 12),)),
        ]
    )

    assert names(found) == [["हरिप्रसाद खनाल", "Hari Prasad Khanal"], ["Sita Gurung"]]
    assert [place.start for place in found[0].mentions] == [0, 9]


def test_namesakes_in_one_script_are_left_apart():
    assert len(across_scripts([person("Ram Thapa"), person("Raam Thapa")])) == 2


def test_a_middle_name_more_is_for_a_person_to_judge():
    assert len(across_scripts([person("राम थापा"), person("Ram Bahadur Thapa")])) == 2


def test_a_place_is_not_a_person():
    place = replace(person("Kamala"), entity_type=EntityType.LOCATION)

    assert len(across_scripts([person("कमला"), place])) == 2


def test_the_position_right_before_or_after_a_name_is_taken():
    nepali = "नगर प्रमुख श्री हरिप्रसाद खनालले भने"
    at = nepali.index("हरि")

    assert beside(nepali, at, at + len("हरिप्रसाद खनाल")) == {"position": "नगर प्रमुख"}
    assert beside("Finance minister Sita Rai", 17, 25) == {"position": "minister"}
    assert beside("Ram met Sita Rai", 8, 16) == {}


def test_a_father_is_taken_where_the_text_says_son_of():
    text = "कृष्ण बहादुर थापाको छोरा राम थापा"
    at = text.rindex("राम")

    assert beside(text, at, len(text))["father"] == "कृष्ण बहादुर थापा"
