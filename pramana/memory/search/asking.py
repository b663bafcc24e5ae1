"""Memory's questions to the index: one space, some groups or all, perhaps some items only."""

from collections.abc import Collection, Sequence
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.memory.contracts.spaces import group_key
from pramana.retrieval.contracts import MOST_HITS, Hit, Query
from pramana.retrieval.domain.recipes import recipe_named
from pramana.retrieval.filters import Filters
from pramana.retrieval.selectors import search

FEW = 20
"""Up to this many are asked for quickly; for more, each leg looks further."""


def recipe_for(limit: int) -> str:
    return "fast" if limit <= FEW else "balanced"


def is_all(hits: Sequence[Hit], limit: int) -> bool:
    """Whether nothing was left behind: no leg brought as many as it may bring."""
    return len(hits) < recipe_named(recipe_for(limit)).candidates


def ask(
    scope: Scope,
    text: str,
    space: str,
    *,
    group_ids: Sequence[str] | None,
    limit: int,
    among: Collection[UUID] | None = None,
) -> list[Hit]:
    """Everything the legs bring in, best first: what is asked for is chosen from it."""
    groups = None
    if group_ids is not None:
        groups = frozenset(group_key(scope.tenant_id, each) for each in group_ids)
    only = None if among is None else frozenset(among)
    asked = Query(
        text=text,
        spaces=(space,),
        filters=Filters(collection_ids=groups, parent_ids=only),
        limit=MOST_HITS,
        recipe=recipe_for(limit),
    )
    return search(scope, asked)
