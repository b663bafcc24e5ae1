"""Entities of every memory by their names."""

from pramana.kit.scope import Scope
from pramana.memory.contracts.views import EntityView
from pramana.memory.domain.naming import keys_of
from pramana.memory.models import Entity
from pramana.memory.selectors.search import entities_by_id, entities_known_by


def entities_named(scope: Scope, words: str, *, limit: int) -> list[EntityView]:
    """Those whose name holds the words, then those that are called so, in either script."""
    rows = Entity.objects.in_scope(scope).filter(name__icontains=words)
    holding = list(rows.order_by("name", "pk").values_list("pk", flat=True)[:limit])
    called = entities_known_by(scope, keys_of(words), None).values()
    ids = dict.fromkeys([*holding, *(each for ids in called for each in ids)])
    found = entities_by_id(scope, ids)
    return [found[each] for each in ids if each in found][:limit]
