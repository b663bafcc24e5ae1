"""Tables of people, and names in columns side by side."""

from pramana.agni.domain.circumstances import read_circumstances
from pramana.agni.domain.offline_entities import people_in_tables, read_entities
from pramana.agni.domain.text_lines import join_wrapped_lines
from pramana.language.tagging import MentionKind, NameMention, tag

TABLE = (
    "उपस्थिति\n"
    "क्र.सं.\tनाम थर\tबाबुको नाम\tठेगाना\tपद\tउमेर\n"
    "१\tकमला बुढा\tदिलमान बुढा\tदैलेख जिल्ला, नारायण नगरपालिका–४\tनर्स, जिल्ला अस्पताल\t३१\n"
    "२\tशेरबहादुर घर्ती\t\tसल्यान जिल्ला\t\t५०\n"
)
MARKDOWN = (
    "| No. | Name | Designation | District |\n| --- | --- | --- | --- |\n"
    "| 1 | Asha Lamichhane | Auditor | Gorkha |\n| 2 | Total | 2 | |\n"
)
SIGNATURES = (
    "For the school                                For the village\n"
    "Asha Lamichhane                               Binod Raj Pun\n"
    "Principal                                     Chairperson\n"
)


def test_each_row_is_a_person_with_what_the_columns_say():
    kamala, sher = people_in_tables(TABLE)

    assert kamala.mention.text == "कमला बुढा"
    assert {key: each.value for key, each in kamala.circumstances.items()} == {
        "father": "दिलमान बुढा",
        "address": "दैलेख जिल्ला, नारायण नगरपालिका–४",
        "district": "दैलेख",
        "position": "नर्स",
        "employer": "जिल्ला अस्पताल",
        "age": "३१",
    }
    assert {key: each.value for key, each in sher.circumstances.items()} == {
        "address": "सल्यान जिल्ला",
        "district": "सल्यान",
        "age": "५०",
    }
    for each in kamala.circumstances.values():
        assert TABLE[each.start : each.end] == each.value


def test_a_markdown_table_is_read_and_its_sum_is_nobody():
    [asha] = people_in_tables(MARKDOWN)

    assert asha.mention.text == "Asha Lamichhane"
    assert asha.circumstances["district"].value == "Gorkha"


def test_a_table_without_people_has_none():
    assert people_in_tables("Item\tRate\tSum\nCement bags\t12\t24\n") == []
    assert people_in_tables("Name\tRate\nRam Rai\t4\n") == []


def test_people_of_a_table_are_entities():
    entities = {each.names[0].text: each for each in read_entities(TABLE, tag(TABLE))}

    assert entities["शेरबहादुर घर्ती"].attributes["age"] == "५०"
    assert entities["कमला बुढा"].attributes["father"] == "दिलमान बुढा"


def test_signatures_side_by_side_have_their_own_positions():
    text = join_wrapped_lines(SIGNATURES)
    assert len(text) == len(SIGNATURES)
    names = ("Asha Lamichhane", "Binod Raj Pun")
    mentions = [
        NameMention(text.index(name), text.index(name) + len(name), MentionKind.PERSON, name, 1, "")
        for name in names
    ]

    positions = [read_circumstances(text, at, mentions)["position"].value for at in (0, 1)]

    assert positions == ["Principal", "Chairperson"]


def test_the_address_on_a_line_of_a_form_is_a_home():
    line = "Guarantor     : Mrs. Asha Lamichhane, Palungtar Municipality-3, Gorkha\n"
    [asha] = [each for each in read_entities(line, tag(line)) if each.type == "PERSON"]

    assert asha.attributes["district"] == "Gorkha"
