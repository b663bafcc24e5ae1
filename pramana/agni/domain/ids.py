"""Which type a registry id states, in either of its forms."""

from pramana.agni.contracts.entities import EntityType
from pramana.registry.domain.ids import read_id, type_of


def type_in(nes_id: str) -> EntityType | None:
    """The type an id states, or None when it has neither form or states none of these types.

    >>> type_in("org_7"), type_in("entity:person/ram-thapa"), type_in("person_x")
    (<EntityType.ORGANIZATION: 'ORGANIZATION'>, <EntityType.PERSON: 'PERSON'>, None)
    """
    known = read_id(nes_id)
    stated = type_of(known) if known else None
    return next((each for each in EntityType if each.in_registry == stated), None)


def fits(nes_id: str, entity_type: EntityType) -> bool:
    """Whether the id is one of this type's."""
    return type_in(nes_id) is entity_type
