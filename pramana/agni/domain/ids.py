"""The two forms of a registry id, and the type each states."""

import re

from pramana.agni.contracts.entities import EntityType

SHORT = re.compile(r"(?P<type>person|org|location)_[0-9]+", re.ASCII)
LONG = re.compile(
    r"entity:(?P<type>person|organization|location)(/[a-z_]+)?/[a-z0-9-]{3,100}", re.ASCII
)
TYPES = {
    "person": EntityType.PERSON,
    "org": EntityType.ORGANIZATION,
    "organization": EntityType.ORGANIZATION,
    "location": EntityType.LOCATION,
}
LONGEST = 300


def type_in(nes_id: str) -> EntityType | None:
    """The type an id states, or None when it has neither form.

    >>> type_in("org_7"), type_in("entity:person/ram-thapa"), type_in("person_x")
    (<EntityType.ORGANIZATION: 'ORGANIZATION'>, <EntityType.PERSON: 'PERSON'>, None)
    """
    if len(nes_id) > LONGEST:
        return None
    found = SHORT.fullmatch(nes_id) or LONG.fullmatch(nes_id)
    return TYPES[found["type"]] if found else None


def fits(nes_id: str, entity_type: EntityType) -> bool:
    """Whether the id is one of this type's."""
    return type_in(nes_id) is entity_type
