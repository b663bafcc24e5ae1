"""Queries that search makes: entities by key, facts around them, texts for the index."""

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Left

from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import (
    COMMUNITIES,
    ENTITIES,
    EPISODES,
    EXCHANGES,
    FACTS,
    EntityView,
    FactView,
)
from pramana.memory.domain.names import keys_of
from pramana.memory.models import Community, EntityRow, EpisodeRow, FactRow
from pramana.memory.selectors.graph import TemporalFilter, entities_by_id, fact_view
from pramana.postgres.sql import fetch_rows
from pramana.retrieval.ports import Texts

MOST_PER_KEY = 8
"""Entities of one key. A key with more is too common to name anyone in particular."""
MOST_AROUND = 200
"""Facts around the entities of a question, latest first."""
MOST_FILTERED = 50_000
"""Facts to search among when closed facts crowd out the others."""
NEWEST_EPISODES = 100
"""Episodes of a group that are read to learn who speaks in it."""
FEW_GROUPS = 10
"""Groups that are read to learn who speaks in them."""
OPENING_LENGTH = 300

ENTITIES_BY_KEY = """
    SELECT asked.key, shared.entity_id
      FROM unnest(%(keys)s::text[]) AS asked (key)
     CROSS JOIN LATERAL (
           SELECT entity_id FROM memory_entitykey
            WHERE tenant_id = %(tenant)s AND key = asked.key
              AND (%(groups)s::text[] IS NULL OR group_id = ANY(%(groups)s::text[]))
            LIMIT %(most)s
     ) AS shared
"""
RENEWALS = """
    SELECT closing.episode_id AS newer, source.episode_id AS older
      FROM memory_fact_closing closing
      JOIN memory_fact_source source
        ON source.fact_id = closing.fact_id AND source.tenant_id = closing.tenant_id
     WHERE closing.tenant_id = %(tenant)s AND closing.undone_at IS NULL
       AND closing.episode_id = ANY(%(ids)s::uuid[]) AND source.episode_id = ANY(%(ids)s::uuid[])
"""


def entities_by_key(
    scope: Scope, keys: Collection[str], group_ids: Sequence[str] | None
) -> dict[str, list[UUID]]:
    """Entities by key, in some groups or in all."""
    if not keys:
        return {}
    groups = None if group_ids is None else list(group_ids)
    arguments = {
        "tenant": scope.tenant_id,
        "keys": list(keys),
        "groups": groups,
        "most": MOST_PER_KEY + 1,
    }
    by_key: dict[str, list[UUID]] = {}
    for row in fetch_rows(ENTITIES_BY_KEY, arguments):
        by_key.setdefault(row["key"], []).append(row["entity_id"])
    return {key: entities for key, entities in by_key.items() if len(entities) <= MOST_PER_KEY}


def facts_around(
    scope: Scope, entity_ids: Collection[UUID], temporal_filter: TemporalFilter
) -> dict[UUID, FactView]:
    """The facts about any of these entities that pass the filter, latest first."""
    if not entity_ids:
        return {}
    ends = Q(subject_id__in=entity_ids) | Q(object_id__in=entity_ids)
    facts = FactRow.objects.in_scope(scope).select_related("claimant")
    rows = facts.filter(ends, temporal_filter.condition())
    latest = rows.order_by(F("valid_at").desc(nulls_last=True), "-created_at")[:MOST_AROUND]
    return {row.pk: fact_view(row) for row in latest}


def filter_facts(
    scope: Scope, ids: Collection[UUID], temporal_filter: TemporalFilter
) -> dict[UUID, FactView]:
    facts = FactRow.objects.in_scope(scope).select_related("claimant")
    rows = facts.filter(temporal_filter.condition(), pk__in=ids)
    return {row.pk: fact_view(row) for row in rows}


def matching_fact_ids(
    scope: Scope, group_ids: Sequence[str] | None, temporal_filter: TemporalFilter
) -> frozenset[UUID]:
    """The ids of all facts in these groups that pass the filter, or of the newest if too many."""
    rows: QuerySet[FactRow] = FactRow.objects.in_scope(scope).filter(temporal_filter.condition())
    if group_ids is not None:
        rows = rows.filter(group_id__in=group_ids)
    return frozenset(rows.order_by("-created_at").values_list("pk", flat=True)[:MOST_FILTERED])


def first_episodes(scope: Scope, ids: Collection[UUID]) -> frozenset[UUID]:
    """The episodes among these that follow no other."""
    rows = EpisodeRow.objects.in_scope(scope).filter(pk__in=ids, follows_id=None)
    return frozenset(rows.values_list("pk", flat=True))


def newest_openings(scope: Scope, group_ids: Sequence[str]) -> list[str]:
    """The first characters of the newest episodes of a few groups, which contain the speaker."""
    beginnings: list[str] = []
    for group_id in group_ids[:FEW_GROUPS]:
        rows = EpisodeRow.objects.in_scope(scope).filter(group_id=group_id, source="message")
        newest = rows.order_by("-valid_at", "-created_at")[:NEWEST_EPISODES]
        beginnings += newest.values_list(Left("content", OPENING_LENGTH), flat=True)
    return beginnings


def renewals_between(scope: Scope, ids: Sequence[UUID]) -> frozenset[tuple[UUID, UUID]]:
    """Pairs of these episodes in which the first closed a fact that the second states."""
    rows = fetch_rows(RENEWALS, {"tenant": scope.tenant_id, "ids": list(ids)})
    return frozenset((row["newer"], row["older"]) for row in rows)


def fact_texts(scope: Scope, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    rows = FactRow.objects.in_scope(scope).filter(pk__in=ids)
    return dict(rows.values_list("pk", "text"))


def entity_texts(scope: Scope, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    rows = EntityRow.objects.in_scope(scope).filter(pk__in=ids)
    return dict(rows.values_list("pk", "name"))


def episode_texts(scope: Scope, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    rows = EpisodeRow.objects.in_scope(scope).filter(pk__in=ids).exclude(content="")
    return dict(rows.values_list("pk", "content"))


def exchange_texts(scope: Scope, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """The text of each episode with the one before it, if that still exists."""
    later = EpisodeRow.objects.in_scope(scope).filter(pk__in=ids).exclude(content="")
    pairs = later.values_list("pk", "follows_id", "content")
    earlier = episode_texts(scope, [follows for _, follows, _ in pairs if follows])
    return {
        pk: f"{earlier[follows]}\n{text}" if follows and follows in earlier else text
        for pk, follows, text in pairs
    }


def community_texts(scope: Scope, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    rows = Community.objects.in_scope(scope).filter(pk__in=ids, is_told=True)
    summaries = rows.values_list("pk", "name", "summary")
    return {pk: f"{name}. {summary}" for pk, name, summary in summaries}


TEXTS: Mapping[str, Texts] = {
    FACTS: fact_texts,
    ENTITIES: entity_texts,
    EPISODES: episode_texts,
    EXCHANGES: exchange_texts,
    COMMUNITIES: community_texts,
}


def entities_named(scope: Scope, words: str, *, limit: int) -> list[EntityView]:
    """Entities of every group whose name contains the words, then those that sound like them."""
    rows = EntityRow.objects.in_scope(scope).filter(name__icontains=words)
    containing = list(rows.order_by("name", "pk").values_list("pk", flat=True)[:limit])
    similar = entities_by_key(scope, keys_of(words), None).values()
    ids = dict.fromkeys([*containing, *(each for ids in similar for each in ids)])
    entities = entities_by_id(scope, ids)
    return [entities[each] for each in ids if each in entities][:limit]
