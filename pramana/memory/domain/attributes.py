"""What is known of an entity itself, changed carefully."""

from dataclasses import replace

from pramana.memory.contracts.extraction import EntityFound
from pramana.memory.contracts.graph import Entity
from pramana.memory.domain.group_settings import GENERIC

SURE = 0.8
"""How sure a reading must be to change what an entity is already known to be."""


def enrich(entity: Entity, found: EntityFound) -> Entity:
    """The entity with what this message adds. What is known is not overwritten by a guess."""
    learnt = {
        key: value
        for key, value in found.attributes.items()
        if key not in entity.attributes or found.confidence >= SURE
    }
    type_ = found.type if entity.type == GENERIC and found.type else entity.type
    if type_ == entity.type and all(entity.attributes.get(k) == v for k, v in learnt.items()):
        return entity
    return replace(entity, type=type_, attributes={**entity.attributes, **learnt})
