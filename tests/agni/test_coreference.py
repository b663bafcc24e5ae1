"""One thing is one entity: surnames, short forms, abbreviations and both scripts are joined."""

from pramana.agni.contracts import ExtractedEntity
from pramana.agni.domain.coreference import join_references
from pramana.agni.domain.grounding import PagedText, ground_entities
from pramana.agni.domain.offline_entities import read_entities
from pramana.language.tagging import tag


def entities(text: str) -> list[ExtractedEntity]:
    read = ground_entities(read_entities(text, tag(text)), PagedText(text), engine="offline")
    return join_references(read, text)


def named(text: str, kind: str) -> dict[str, list[str]]:
    return {
        each.name: [mention.quote for mention in each.mentions]
        for each in entities(text)
        if each.entity_type == kind
    }


def test_a_surname_alone_is_a_mention_of_the_person():
    text = "Mr. Narayan Bhandari signed. Bhandari said yes. Bhandari's team left with Ms. Sita Rai."

    people = named(text, "PERSON")

    assert people["Narayan Bhandari"] == ["Narayan Bhandari", "Bhandari", "Bhandari"]
    assert set(people) == {"Narayan Bhandari", "Sita Rai"}
    assert all(len(name["text"].split()) > 1 for each in entities(text) for name in each.names)


def test_a_surname_with_an_ending_is_a_mention_too():
    text = "अध्यक्ष श्री पुष्कर थापाले हस्ताक्षर गरे। थापालाई बधाई। सचिव थापासँग भेट भयो।"

    assert named(text, "PERSON") == {"पुष्कर थापा": ["पुष्कर थापा", "थापा", "थापा"]}


def test_of_two_people_with_one_surname_the_one_named_last_is_meant():
    text = "Mr. Hari Thapa came. Thapa spoke. Then Ms. Sita Thapa came. Thapa left."

    people = named(text, "PERSON")

    assert len(people["Hari Thapa"]) == 2 and len(people["Sita Thapa"]) == 2


def test_an_abbreviation_is_a_name_of_the_organisation():
    text = "The Grain Storage Authority (GSA) met. The GSA agreed. GSA will pay."

    [body] = [each for each in entities(text) if each.entity_type == "ORGANIZATION"]

    assert [name["text"] for name in body.names] == ["Grain Storage Authority", "GSA"]
    assert len(body.mentions) == 4


def test_a_nepali_abbreviation_is_spelled_by_the_beginnings_of_the_words():
    text = "नेपाल उत्थान पार्टी (नेउपा) को बैठक। नेउपाका अध्यक्ष श्री हरि राईले भने।"

    [body] = [each for each in entities(text) if each.entity_type == "ORGANIZATION"]

    assert [name["text"] for name in body.names] == ["नेपाल उत्थान पार्टी", "नेउपा"]


def test_a_word_for_a_party_to_a_contract_is_no_abbreviation():
    text = 'Greystone Advisory Pvt. Ltd. (the "Consultant") agreed. It will pay Greystone Advisory.'

    assert [[name["text"] for name in each.names] for each in entities(text)] == [
        ["Greystone Advisory Pvt. Ltd.", "Greystone Advisory"]
    ]


def test_the_last_word_of_a_body_stands_for_it_but_is_no_name_of_it():
    text = "The Jana Ekata Manch met. The Manch, as its partner, agreed. Manch chair Sita Rai left."

    [body] = [each for each in entities(text) if each.entity_type == "ORGANIZATION"]

    assert [name["text"] for name in body.names] == ["Jana Ekata Manch"]
    assert len(body.mentions) == 3


def test_both_scripts_are_one_entity():
    text = "Prof. Yadu Nath Khanal spoke.\nउपकुलपति यदुनाथ खनालले भने। खनालको भनाइ।"

    [person] = entities(text)

    assert {name["text"] for name in person.names} == {"Yadu Nath Khanal", "यदुनाथ खनाल"}
    assert len(person.mentions) == 3


def test_namesakes_whose_circumstances_conflict_stay_two():
    text = (
        "1. Gita Tamang, 34, daughter of Som Bahadur Tamang, of Kavre\n"
        "2. Gita Tamang, 61, daughter of Lhakpa Tamang, of Dolakha\n"
    )

    found = [each for each in entities(text) if each.name == "Gita Tamang"]

    assert [(each.entity_data["age"], len(each.mentions)) for each in found] == [
        ("34", 1),
        ("61", 1),
    ]
    assert found[0].evidence["father"].quote == "Som Bahadur Tamang"


def test_a_district_is_one_place_and_a_municipality_another():
    text = "Gorkha district and Gorkha. Rolpa, and Rolpa Municipality-1 in Rolpa."

    assert set(named(text, "LOCATION")) == {"Gorkha district", "Rolpa", "Rolpa Municipality"}


def test_a_town_is_not_the_institute_that_bears_its_name():
    text = "Signed at Damauli by Damauli Technical Institute. The Institute pays. Damauli is near."

    assert "Damauli" in named(text, "LOCATION")
    assert "Damauli Technical Institute" in named(text, "ORGANIZATION")


def test_a_party_is_known_without_its_first_or_last_word():
    text = "Rastriya Bihani Dal met Lok Sewa Party. Bihani Dal left. Lok Sewa stayed with Sita Rai."

    assert set(named(text, "ORGANIZATION")) == {"Rastriya Bihani Dal", "Lok Sewa Party"}


def test_one_part_of_a_long_name_may_be_spelt_another_way_in_the_other_script():
    text = "शेख नसिमा खातुन आउनुभयो। Ms. Sheikh Nasima Khatun signed."

    assert len(named(text, "PERSON")) == 1


def test_the_short_form_of_a_party_stands_after_what_is_said_of_it():
    text = 'Kankai Cable Works Pvt. Ltd., a company in Damak, Jhapa ("KCW"), sells. KCW delivers.'

    assert "KCW" in named(text, "ORGANIZATION")["Kankai Cable Works Pvt. Ltd."]
    assert "KCW" not in named(text, "LOCATION")["Jhapa"]


def test_one_strange_word_is_nobody_where_people_are_named_in_full():
    text = "अध्यक्ष रामकुमार बस्नेतले भने। पटुकाले बाँधेको सामान बस्नेतलाई दिइयो।"

    assert set(named(text, "PERSON")) == {"रामकुमार बस्नेत"}
