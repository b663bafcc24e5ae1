"""Known entities whose names mean about the same, from the index."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import Entity
from pramana.memory.contracts.spaces import ENTITIES, group_key
from pramana.memory.models import Entity as EntityRow
from pramana.retrieval.contracts import Vector
from pramana.retrieval.domain.plan import FEW
from pramana.retrieval.domain.recipes import Recipe
from pramana.retrieval.errors import StoreFailed
from pramana.retrieval.filters import Filters
from pramana.retrieval.ports import Dense, Legs
from pramana.retrieval.stores import index_store

NEAR = 0.85
"""Likeness from which a name is a candidate: 0.75 is usual between any two, 0.94 for NYC."""

NAMES = Recipe(name="names", candidates=3, ef_search=40)
MOST_NAMES = 3
"""Names of one message that are looked up; a list of forty things is not a riddle."""


def entities_near(
    scope: Scope, group_id: str, model: str, vectors: Mapping[str, Vector | None]
) -> dict[str, list[Entity]]:
    """For each name, with its vector under this model, the nearest entities of the group.

    Where the index does not answer there are none: they stay apart, and can be joined later.
    """
    asked = [(name, vector) for name, vector in vectors.items() if vector is not None]
    found = {
        name: _near(scope, group_id, Dense(model, vector, (ENTITIES,)))
        for name, vector in asked[:MOST_NAMES]
    }
    entities = _entities(scope, group_id, [id_ for ids in found.values() for id_ in ids])
    return {name: [entities[id_] for id_ in ids if id_ in entities] for name, ids in found.items()}


def _near(scope: Scope, group_id: str, leg: Dense) -> list[UUID]:
    group = Filters(collection_ids=frozenset({group_key(scope.tenant_id, group_id)}))
    legs = Legs(spaces=(ENTITIES,), filters=group, recipe=NAMES, entries=FEW + 1, dense=(leg,))
    try:
        candidates = index_store().candidates(scope, legs)
    except StoreFailed:
        return []
    likeness = {each.item_id: each.cosine or 0.0 for each in candidates}
    nearest = sorted(likeness, key=lambda id_: (-likeness[id_], id_))
    return [id_ for id_ in nearest if likeness[id_] >= NEAR][: NAMES.candidates]


def _entities(scope: Scope, group_id: str, ids: Sequence[UUID]) -> dict[UUID, Entity]:
    if not ids:
        return {}
    found = EntityRow.objects.in_scope(scope).filter(pk__in=ids, group_id=group_id)
    return {row.pk: Entity(row.pk, group_id, row.name, row.type, row.attributes) for row in found}
