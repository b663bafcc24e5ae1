from datetime import date

from pramana.agni.contracts import EntitySubType, EntityType
from pramana.agni.domain.grounding import PagedText, ground_entities, ground_metadata
from pramana.agni.prompts.entities import EntityReading, NameReading
from pramana.agni.prompts.metadata import MetadataReading, StatedValue

TEXT = "सूचना\nमिति २०८०।०१।०१\nराम बहादुर थापाले बनेपामा भने। Mayor Ram Thapa spoke. Ramesh left."
PAGED = PagedText(TEXT, [0, 22])


def read(name: str, *more: str, **fields) -> EntityReading:
    names = [NameReading(text=each) for each in (name, *more)]
    return EntityReading(type=EntityType.PERSON, names=names, **fields)


def words(entity) -> list[str]:
    return [TEXT[place.start : place.end] for place in entity.mentions]


def test_every_place_that_names_an_entity_is_found_with_its_page():
    [entity] = ground_entities([read("राम बहादुर थापा", "Ram Thapa")], PAGED, engine="test")

    assert words(entity) == ["राम बहादुर थापा", "Ram Thapa"]
    assert entity.mentions[0].page == 1
    assert entity.engine == "test"


def test_a_name_inside_another_word_is_not_a_mention():
    assert ground_entities([read("Ram")], PAGED, engine="")[0].mentions[0].quote == "Ram"
    assert ground_entities([read("Rames")], PAGED, engine="") == []


def test_an_entity_that_the_text_does_not_name_is_lost():
    assert ground_entities([read("Gita Rai", quotes=["Gita Rai spoke"])], PAGED, engine="") == []


def test_a_quote_stands_in_where_the_name_was_normalised():
    [entity] = ground_entities(
        [read("Ram Bahadur Thapa", quotes=["Mayor  Ram Thapa"])], PAGED, engine=""
    )

    assert words(entity) == ["Mayor Ram Thapa"]


def test_readings_of_several_parts_meet_in_one_entity():
    parts = [
        read("Ram Thapa", attributes={"position": "Mayor"}, confidence=0.4),
        read("Ram Thapa", "राम बहादुर थापा", attributes={"party": "X"}, confidence=0.9),
    ]

    [entity] = ground_entities(parts, PAGED, engine="", reviewer_messages=["Her party is X."])

    assert [name["text"] for name in entity.names] == ["Ram Thapa", "राम बहादुर थापा"]
    assert entity.entity_data == {"position": "Mayor", "party": "X"}
    assert entity.confidence == 0.9 and len(entity.mentions) == 2


def test_an_attribute_that_nobody_wrote_is_not_taken():
    guessed = read("Ram Thapa", attributes={"position": "Mayor", "father": "null", "age": "61"})

    assert ground_entities([guessed], PAGED, engine="")[0].entity_data == {"position": "Mayor"}


def test_a_sub_type_of_another_type_is_not_taken():
    wrong = read("Ram Thapa", sub_type=EntitySubType.DISTRICT)

    assert ground_entities([wrong], PAGED, engine="")[0].entity_sub_type is None


def test_metadata_carries_its_words_and_halves_its_trust_without_them():
    stated = MetadataReading(
        title=StatedValue(value="सूचना", quote="सूचना", confidence=0.9),
        author=StatedValue(value="Nobody", quote="not there", confidence=0.8),
        publication_date=StatedValue(value="२०८०।०१।०१", quote="मिति २०८०।०१।०१", confidence=0.9),
        document_type=StatedValue(value="poem", confidence=0.5),
    )

    metadata = ground_metadata(stated, PAGED, engine="test")

    assert metadata.publication_date == date(2023, 4, 14)
    assert metadata.date_text == "२०८०।०१।०१"
    assert metadata.trust["title"].evidence.quote == "सूचना"
    assert metadata.trust["author"].evidence is None
    assert metadata.trust["author"].confidence == 0.4
    assert metadata.document_type == "other"
