import pytest

from pramana.registry.contracts import NameKind, RecordType
from pramana.registry.domain.ids import numbered_slug, slug_for, slugify
from pramana.registry.domain.nes_format import parse_nes_record, parse_nes_view
from pramana.registry.domain.validation import dump_data, parse_new_record, parse_record_data
from pramana.registry.errors import InvalidRecord

NAME = {"kind": "PRIMARY", "en": {"full": "Sunita Rai"}, "ne": {"full": "सुनिता राई"}}


def test_the_words_for_a_type_are_both_understood():
    assert parse_new_record({"type": "person", "names": [NAME]}).type is RecordType.PERSON
    assert parse_new_record({"entity_type": "PERSON", "names": [NAME]}).type is RecordType.PERSON


@pytest.mark.parametrize(
    "wrong",
    [
        {"names": []},
        {"names": [{"kind": "ALIAS", "en": {"full": "x"}}]},
        {"names": [{"kind": "PRIMARY"}]},
        {"names": [{"kind": "MISSPELLED", "en": {"full": "x"}}]},
        {"names": [{"kind": "PRIMARY", "en": {"full": " "}}]},
        {"names": [{"kind": "PRIMARY", "fr": {"full": "x"}}]},
        {"names": [NAME], "colour": "red"},
        {"names": [NAME], "attributes": {"a": "\x00"}},
        {"names": [NAME], "attributes": {"a\ud800": 1}},
        {"names": [NAME], "attributes": {"a": float("inf")}},
        {"names": [NAME], "attributes": {"a": "x" * 300_000}},
        {"names": [NAME], "identifiers": [{"scheme": "wikidata"}]},
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(wrong):
    with pytest.raises(InvalidRecord) as caught:
        parse_record_data(wrong)
    assert caught.value.message.endswith(".")


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "animal"},
        {"type": "person", "sub_type": "district"},
        {"type": "person", "slug": "Ab"},
        {"type": 7},
        {},
    ],
)
def test_what_it_is_must_be_one_of_the_known_kinds(wrong):
    with pytest.raises(InvalidRecord):
        parse_new_record({"names": [NAME], **wrong})


def test_names_are_kept_without_space_around_them_and_in_one_form():
    decomposed = "कखग़"  # the last letter as two code points
    data = parse_record_data({"names": [{"kind": "PRIMARY", "ne": {"full": f" {decomposed} "}}]})
    assert dump_data(data)["names"] == [{"kind": "PRIMARY", "ne": {"full": decomposed}}]


def test_every_spelling_is_given_once_and_wrong_ones_are_marked():
    alias = {"kind": "ALIAS", "en": {"full": "Sunita Rai"}}
    wrong = {"kind": "ALIAS", "en": {"full": "Suneeta Rai"}}
    data = parse_record_data({"names": [NAME, alias], "misspelled_names": [wrong]})
    assert [(each.text, each.kind) for each in data.spellings()] == [
        ("Sunita Rai", NameKind.PRIMARY),
        ("सुनिता राई", NameKind.PRIMARY),
        ("Suneeta Rai", NameKind.MISSPELLED),
    ]
    assert data.title("ne") == "सुनिता राई"


def test_a_foreign_record_keeps_all_it_says():
    said = {
        "entity_prefix": "organization/government/commission/regional",
        "slug": "regional-office",
        "names": [{"kind": "PRIMARY", "en": {"full": "Regional Office", "given": None}}],
        "government_type": "provincial",
        "address": {"location_id": "entity:location/municipality/bardibas"},
        "attributes": {"established": "1992-02-11"},
        "description": {"en": {"value": "An office.", "provenance": "imported"}},
        "attributions": None,
        "identifiers": None,
    }
    new = parse_nes_record(said)
    assert (new.type, new.sub_type, new.slug) == (
        RecordType.ORGANIZATION,
        "government_body",
        "regional-office",
    )
    assert new.attributes["government_type"] == "provincial"
    assert new.attributes["address"]["location_id"].endswith("bardibas")
    assert new.attributes["established"] == "1992-02-11"
    [identifier] = new.identifiers
    assert identifier.value == "entity:organization/government/commission/regional/regional-office"


def test_older_spellings_of_the_foreign_shape_are_understood():
    new = parse_nes_record(
        {
            "type": "person",
            "slug": "ram-rai",
            "names": [{"kind": "DEFAULT", "en": {"full": "Ram Rai", "first": "Ram"}}],
            "misspelledNames": [{"kind": "ALIAS", "en": {"full": "Raam Rai"}}],
            "identifiers": {"wikidata": "Q1"},
            "attributions": ["Election Commission"],
            "description": "A person.",
            "versionSummary": {"version_number": 3},
            "createdAt": "2024-01-01T00:00:00",
        }
    )
    assert new.names[0].en and new.names[0].en.given == "Ram"
    assert new.identifiers[0].value == "Q1"
    assert new.description and new.description.en and new.description.en.value == "A person."
    assert not new.attributes


def test_a_foreign_record_can_be_shown_without_being_stored():
    record = parse_nes_view(
        {"id": "entity:person/ram-rai", "names": [NAME], "version_summary": {"version_number": 4}}
    )
    assert (record.nes_id, record.version) == ("entity:person/ram-rai", 4)


@pytest.mark.parametrize("wrong", [None, [], "x", {}, {"slug": "a-b-c"}, {"id": "person_7"}])
def test_what_has_no_id_is_no_foreign_record(wrong):
    with pytest.raises(InvalidRecord):
        parse_nes_record(wrong)


def test_slugs_come_from_the_english_name_else_from_latin_letters_else_from_the_number():
    both = parse_record_data({"names": [NAME]})
    nepali = parse_record_data({"names": [{"kind": "PRIMARY", "ne": {"full": "सुनिता"}}]})
    assert slug_for(both, "", otherwise="person-1") == "sunita-rai"
    assert slug_for(nepali, "sunita", otherwise="person-1") == "sunita"
    assert slug_for(nepali, "", otherwise="person-1") == "person-1"
    assert len(numbered_slug(slugify("long " * 50), 1_000_000)) <= 100
