"""Searching facts and entities.

A fact is found by its words, by its meaning, and by the entities that the query names. If facts
that do not pass the temporal filter crowd out those that do, the index is searched again among
the latter alone.
"""

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.language.stems import content_stems, stems
from pramana.memory.contracts.graph import ENTITIES, FACTS, EntityView, FactView
from pramana.memory.search.query import (
    NamedEntities,
    is_complete,
    name_keys_in,
    named_entities,
    query_index,
)
from pramana.memory.search.spheres import (
    TIE_SPHERES,
    in_both_scripts,
    prefer_spheres,
    tied_entities,
)
from pramana.memory.selectors.graph import TemporalFilter, entities_by_id
from pramana.memory.selectors.search import (
    entities_by_key,
    facts_around,
    filter_facts,
    matching_fact_ids,
)
from pramana.memory.selectors.summaries import with_summaries
from pramana.retrieval.contracts import Hit
from pramana.retrieval.domain.fusion import fuse_by_rank

FAR = 2
"""The distance of a fact that is about neither the entity nor one of its neighbours."""


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
    """The facts of these groups, or of all, that fit a query and hold now.

    With `as_of`, those that held then; with `known_at`, as known then. With `known_at` alone, those
    that were then believed to hold. With `center_id`, facts nearest to that entity come first.
    """
    moment = as_of or known_at or utcnow()
    temporal = TemporalFilter(moment, known_at=known_at, include_closed=include_invalid)
    facts = _FactSearch(scope, query, group_ids, limit, temporal).ranked_facts()
    if center_id is not None:
        facts = _nearest_first(facts, center_id, facts_around(scope, [center_id], temporal))
    return facts[:limit]


@dataclass(frozen=True)
class _FactSearch:
    scope: Scope
    text: str
    group_ids: Sequence[str] | None
    limit: int
    temporal: TemporalFilter

    def ranked_facts(self) -> list[FactView]:
        """Facts by all ways, fused by rank, so that a fact found in several ways comes first."""
        keys = name_keys_in(self.text)
        named = named_entities(keys, entities_by_key(self.scope, keys, self.group_ids))
        around = facts_around(self.scope, named.entities, self.temporal)
        about: Collection[UUID] = named.entities
        question = in_both_scripts(self.text)
        tied = tied_entities(question, named.entities, around.values())
        if tied:
            around |= facts_around(self.scope, tied, self.temporal)
            about = tied
        hits = query_index(self.scope, self.text, FACTS, group_ids=self.group_ids, limit=self.limit)
        indexed = self._filter(hits)
        if len(indexed) < self.limit and self._may_have_missed(hits, named):
            indexed = self._filter(self._search_filtered())
        rankings = [list(indexed), rank_by_shared_words(self.text, around, first=indexed)]
        scores = fuse_by_rank([ranking for ranking in rankings if ranking])
        facts = indexed | around
        ranked = [facts[each] for each in sorted(scores, key=lambda each: -scores[each])]
        without = TIE_SPHERES if tied else ()
        return prefer_spheres(question, ranked, about, without=without)

    def _filter(self, hits: Sequence[Hit]) -> dict[UUID, FactView]:
        """The facts of the hits that pass the temporal filter, in the order of the hits."""
        facts = filter_facts(self.scope, [hit.item_id for hit in hits], self.temporal)
        return {hit.item_id: facts[hit.item_id] for hit in hits if hit.item_id in facts}

    def _may_have_missed(self, hits: Sequence[Hit], named: NamedEntities) -> bool:
        """Whether excluded facts may have crowded out others.

        If the query is nothing but names, the facts around those entities are all there is.
        """
        saw_all = is_complete(hits, self.limit) or (named.is_only_names and bool(named.entities))
        return self.temporal.excludes_some and not saw_all

    def _search_filtered(self) -> list[Hit]:
        ids = matching_fact_ids(self.scope, self.group_ids, self.temporal)
        return query_index(
            self.scope, self.text, FACTS, group_ids=None, limit=self.limit, among=ids
        )


def rank_by_shared_words(
    question: str, around: Mapping[UUID, FactView], *, first: Container[UUID]
) -> list[UUID]:
    """Facts around the named entities by how many words of the question they contain.

    Among equals, facts that the index also found (`first`) come first, then the latest.
    """
    words = set(content_stems(stems(question)))
    shared = {each.id: len(words.intersection(stems(each.text))) for each in around.values()}
    return sorted(around, key=lambda each: (-shared[each], each not in first))


def _nearest_first(
    facts: Sequence[FactView], center: UUID, around: Mapping[UUID, FactView]
) -> list[FactView]:
    """Sort by the distance of the nearer end from the entity; equal distances keep their order."""
    distances = {end: 1 for each in around.values() for end in (each.subject_id, each.object_id)}
    distances[center] = 0

    def distance(fact: FactView) -> int:
        ends = (fact.subject_id, fact.object_id)
        return min(distances.get(end, FAR) for end in ends)

    return sorted(facts, key=distance)


def search_entities(
    scope: Scope, query: str, *, group_ids: Sequence[str] | None = None, limit: int = 10
) -> list[EntityView]:
    """Entities that the query names, that have a similar name, or whose facts fit it."""
    keys = name_keys_in(query)
    named = named_entities(keys, entities_by_key(scope, keys, group_ids)).entities
    hits = query_index(scope, query, ENTITIES, group_ids=group_ids, limit=limit)
    rankings = [
        named,
        [hit.item_id for hit in hits],
        _entities_of_facts(scope, query, group_ids, limit),
    ]
    scores = fuse_by_rank([ranking for ranking in rankings if ranking])
    best = sorted(scores, key=lambda each: -scores[each])
    entities = entities_by_id(scope, best)
    found = [entities[each] for each in best if each in entities][:limit]
    return with_summaries(scope, found)


def _entities_of_facts(
    scope: Scope, query: str, group_ids: Sequence[str] | None, limit: int
) -> list[UUID]:
    facts = search_facts(scope, query, group_ids=group_ids, limit=limit)
    return list(dict.fromkeys(end for each in facts for end in (each.subject_id, each.object_id)))
