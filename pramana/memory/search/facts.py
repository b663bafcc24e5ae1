"""Facts for a question.

Three ways lead to a fact: its words, its meaning, and the entities that the question names. Time
is never a matter of luck: where facts that no longer hold crowd out those that do, search is asked
again among those alone.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.language.function_words import content_stems
from pramana.language.stems import stems
from pramana.memory.contracts.spaces import FACTS
from pramana.memory.contracts.views import FactView
from pramana.memory.search.asking import ask, is_all
from pramana.memory.search.naming import Named, keys_in, named
from pramana.memory.selectors.search import (
    Counting,
    entities_known_by,
    facts_around,
    facts_that_count,
    ids_that_count,
)
from pramana.retrieval.contracts import Hit
from pramana.retrieval.domain.fusion import fuse_by_rank

ELSEWHERE = 2
"""The distance of a fact that is not about an entity or one of its neighbours."""


def search_facts(
    scope: Scope,
    query: str,
    *,
    group_ids: Sequence[str] | None = None,
    limit: int = 10,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
    include_invalid: bool = False,
    center_id: UUID | None = None,
) -> list[FactView]:
    """The facts of these groups, or of all, that fit a question and hold now, or held then.

    `as_of` is when they held, `known_at` when we knew it; with `known_at` alone, what was then
    believed to hold. With `center_id` the facts nearest to that entity come first.
    """
    moment = as_of or known_at or utcnow()
    counting = Counting(moment, known_at=known_at, closed_too=include_invalid)
    asked = _Asked(scope, query, group_ids, limit, counting)
    facts = asked.found()
    if center_id is not None:
        facts = _nearest_first(facts, center_id, facts_around(scope, [center_id], counting))
    return facts[:limit]


@dataclass(frozen=True)
class _Asked:
    scope: Scope
    text: str
    group_ids: Sequence[str] | None
    limit: int
    counting: Counting

    def found(self) -> list[FactView]:
        """Facts by all ways, fused by rank: what several lead to comes first."""
        keys = keys_in(self.text)
        called = named(keys, entities_known_by(self.scope, keys, self.group_ids))
        around = facts_around(self.scope, called.entities, self.counting)
        hits = ask(self.scope, self.text, FACTS, group_ids=self.group_ids, limit=self.limit)
        wide = self._counted(hits)
        if len(wide) < self.limit and self._may_have_missed(hits, called):
            wide = self._counted(self._among_those_that_count())
        rankings = [list(wide), by_shared_words(self.text, around, first=wide)]
        scores = fuse_by_rank([ranking for ranking in rankings if ranking])
        facts = wide | around
        return [facts[each] for each in sorted(scores, key=lambda each: -scores[each])]

    def _counted(self, hits: Sequence[Hit]) -> dict[UUID, FactView]:
        """The hits that count, in their order."""
        facts = facts_that_count(self.scope, [hit.item_id for hit in hits], self.counting)
        return {hit.item_id: facts[hit.item_id] for hit in hits if hit.item_id in facts}

    def _may_have_missed(self, hits: Sequence[Hit], called: Named) -> bool:
        """Whether facts that do not count may have crowded out some that do.

        Where a question is nothing but names, all there is to find is around them.
        """
        all_seen = is_all(hits, self.limit) or (called.is_all_said and bool(called.entities))
        return self.counting.leaves_out and not all_seen

    def _among_those_that_count(self) -> list[Hit]:
        ids = ids_that_count(self.scope, self.group_ids, self.counting)
        return ask(self.scope, self.text, FACTS, group_ids=None, limit=self.limit, among=ids)


def by_shared_words(
    question: str, around: Mapping[UUID, FactView], *, first: Container[UUID]
) -> list[UUID]:
    """Facts around those named by how much of the question they say, the latest first among equals.

    Those that words and meaning brought in too go before the others.
    """
    asked = set(content_stems(stems(question)))
    shared = {each.id: len(asked.intersection(stems(each.text))) for each in around.values()}
    return sorted(around, key=lambda each: (-shared[each], each not in first))


def _nearest_first(
    facts: Sequence[FactView], center: UUID, around: Mapping[UUID, FactView]
) -> list[FactView]:
    """By the distance of their nearer end; within it the order stays."""
    distances = {end: 1 for each in around.values() for end in (each.subject_id, each.object_id)}
    distances[center] = 0

    def distance(fact: FactView) -> int:
        ends = (fact.subject_id, fact.object_id)
        return min(distances.get(end, ELSEWHERE) for end in ends)

    return sorted(facts, key=distance)
