"""Facts for a question."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.spaces import FACTS, group_key
from pramana.memory.contracts.views import FactView
from pramana.memory.selectors.graph import facts_by_id
from pramana.retrieval import contracts as retrieval
from pramana.retrieval.filters import Filters
from pramana.retrieval.selectors import search as ranked

MORE = 4
"""How many times as many facts are ranked as are asked for: some no longer hold."""


def search_facts(
    scope: Scope,
    query: str,
    *,
    group_ids: Sequence[str] | None = None,
    limit: int = 10,
    as_of: datetime | None = None,
    include_invalid: bool = False,
    center_id: UUID | None = None,
) -> list[FactView]:
    """The facts of these groups, or of all, that fit a question and hold now, or held then."""
    groups = None if group_ids is None else frozenset(_keys(scope, group_ids))
    asked = retrieval.Query(
        text=query,
        spaces=(FACTS,),
        filters=Filters(collection_ids=groups),
        limit=min(retrieval.MOST_HITS, limit * MORE),
    )
    hits = ranked(scope, asked)
    facts = facts_by_id(scope, [hit.item_id for hit in hits])
    moment = as_of or utcnow()
    found = (facts[hit.item_id] for hit in hits if hit.item_id in facts)
    return [each for each in found if include_invalid or _holds(each, moment)][:limit]


def _keys(scope: Scope, group_ids: Sequence[str]) -> list[UUID]:
    return [group_key(scope.tenant_id, each) for each in group_ids]


def _holds(fact: FactView, moment: datetime) -> bool:
    begun = fact.valid_at is None or fact.valid_at <= moment
    return begun and (fact.invalid_at is None or moment < fact.invalid_at)
