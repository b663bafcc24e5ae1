"""Entities for a question: by their names, and by what is known of them."""

from collections.abc import Sequence
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.memory.contracts.spaces import ENTITIES
from pramana.memory.contracts.views import EntityView
from pramana.memory.search.asking import ask
from pramana.memory.search.facts import search_facts
from pramana.memory.search.naming import keys_in, named
from pramana.memory.selectors.search import entities_by_id, entities_known_by
from pramana.retrieval.domain.fusion import fuse_by_rank


def search_entities(
    scope: Scope, query: str, *, group_ids: Sequence[str] | None = None, limit: int = 10
) -> list[EntityView]:
    """Those the question names, those of such a name, and the ends of facts that fit it."""
    keys = keys_in(query)
    called = named(keys, entities_known_by(scope, keys, group_ids)).entities
    hits = ask(scope, query, ENTITIES, group_ids=group_ids, limit=limit)
    rankings = [called, [hit.item_id for hit in hits], _ends(scope, query, group_ids, limit)]
    scores = fuse_by_rank([ranking for ranking in rankings if ranking])
    best = sorted(scores, key=lambda each: -scores[each])
    found = entities_by_id(scope, best)
    return [found[each] for each in best if each in found][:limit]


def _ends(scope: Scope, query: str, group_ids: Sequence[str] | None, limit: int) -> list[UUID]:
    facts = search_facts(scope, query, group_ids=group_ids, limit=limit)
    return list(dict.fromkeys(end for each in facts for end in (each.subject_id, each.object_id)))
