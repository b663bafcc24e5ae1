from uuid import uuid4

import pytest

from pramana.agni.adapters import RegistrySearch
from pramana.agni.contracts import EntityType
from pramana.kit.scope import Scope

validate_nes_id = RegistrySearch(Scope(tenant_id=uuid4())).validate_nes_id


@pytest.mark.parametrize(
    ("nes_id", "entity_type"),
    [
        ("person_7", EntityType.PERSON),
        ("org_12", EntityType.ORGANIZATION),
        ("location_3", EntityType.LOCATION),
        ("entity:person/ram-bahadur-thapa", EntityType.PERSON),
        ("entity:organization/political_party/nepali-congress", EntityType.ORGANIZATION),
        ("entity:location/district/kavre", EntityType.LOCATION),
        ("entity:organization/government/commission/ciaa", EntityType.ORGANIZATION),
    ],
)
def test_both_forms_of_an_id_are_accepted_for_their_own_type(nes_id, entity_type):
    assert validate_nes_id(nes_id, entity_type)
    assert not any(
        validate_nes_id(nes_id, other) for other in EntityType if other is not entity_type
    )


@pytest.mark.parametrize(
    "nes_id",
    [
        "",
        "person_",
        "person_0",
        "person_007",
        "7b1c1f0e-0d55-4a55-9d0e-0b9a5b0c7f11",
        "person_x",
        "person_७",
        "person_7\n",
        " person_7",
        "project_1",
        "entity:person/ab",
        "entity:person/Ram",
        "entity:person/ram/thapa/x",
        "entity:person/" + "a" * 101,
        "person_" + "7" * 400,
    ],
)
def test_malformed_ids_are_valid_for_no_type(nes_id):
    assert not any(validate_nes_id(nes_id, entity_type) for entity_type in EntityType)
