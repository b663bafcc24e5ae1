from uuid import uuid4

import pytest

from pramana.registry.contracts import EntityType
from pramana.registry.domain.ids import SerialId, SlugId, known_sub_type, read_id, type_of


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("person_7", SerialId(EntityType.PERSON, 7)),
        ("org_12", SerialId(EntityType.ORGANIZATION, 12)),
        ("location_1", SerialId(EntityType.LOCATION, 1)),
        ("project_3", SerialId(EntityType.PROJECT, 3)),
        ("entity:person/ram-rai", SlugId(EntityType.PERSON, None, "ram-rai")),
        (
            "entity:organization/political_party/nepali-congress",
            SlugId(EntityType.ORGANIZATION, "political_party", "nepali-congress"),
        ),
        (
            "entity:organization/government/commission/ciaa",
            SlugId(EntityType.ORGANIZATION, "government/commission", "ciaa"),
        ),
    ],
)
def test_both_forms_are_read_and_written_back(text, meant):
    assert read_id(text) == meant
    assert str(meant) == text
    assert type_of(meant) is meant.type


def test_our_own_uuid_is_an_id_of_no_type():
    own = uuid4()
    assert read_id(str(own)) == own
    assert type_of(own) is None


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
    assert read_id(text) is None


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
    assert known_sub_type(EntityType.ORGANIZATION, outside) == ours
