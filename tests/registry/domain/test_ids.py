from uuid import uuid4

import pytest

from pramana.registry.contracts import RecordType
from pramana.registry.domain.ids import SerialId, SlugId, id_type, nearest_sub_type, parse_id


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("person_7", SerialId(RecordType.PERSON, 7)),
        ("org_12", SerialId(RecordType.ORGANIZATION, 12)),
        ("location_1", SerialId(RecordType.LOCATION, 1)),
        ("project_3", SerialId(RecordType.PROJECT, 3)),
        ("entity:person/ram-rai", SlugId(RecordType.PERSON, None, "ram-rai")),
        (
            "entity:organization/political_party/nepali-congress",
            SlugId(RecordType.ORGANIZATION, "political_party", "nepali-congress"),
        ),
        (
            "entity:organization/government/commission/ciaa",
            SlugId(RecordType.ORGANIZATION, "government/commission", "ciaa"),
        ),
    ],
)
def test_both_forms_are_read_and_written_back(text, meant):
    assert parse_id(text) == meant
    assert str(meant) == text
    assert id_type(meant) is meant.type


def test_our_own_uuid_is_an_id_of_no_type():
    own = uuid4()
    assert parse_id(str(own)) == own
    assert id_type(own) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "person_",
        "person_0",
        "person_07",
        "person_७",
        "Person_7",
        "organization_7",
        "person_7\n",
        "person_" + "9" * 19,
        "entity:",
        "entity:person",
        "entity:person/ab",
        "entity:person/Ram-Rai",
        "entity:animal/dog-dog",
        "entity:person/" + "a" * 101,
        "entity:person/../secret",
        "person_7/versions",
        "x" * 500,
        "\x00",
    ],
)
def test_anything_else_is_no_id(text):
    assert parse_id(text) is None


@pytest.mark.parametrize(
    ("outside", "ours"),
    [
        (None, None),
        ("political_party", "political_party"),
        ("government", "government_body"),
        ("government/commission/district", "government_body"),
        ("circus", None),
    ],
)
def test_an_outside_sub_type_finds_its_place(outside, ours):
    assert nearest_sub_type(RecordType.ORGANIZATION, outside) == ours
