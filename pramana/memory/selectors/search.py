"""What search asks of the graph: who is known by a key, what is around them, which facts count."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Left

from pramana.kit.scope import Scope
from pramana.memory.contracts.views import EntityView, EpisodeView, FactView
from pramana.memory.models import Entity, Episode, FactRow
from pramana.memory.postgres import rows
from pramana.memory.selectors.graph import entity_view, episode_view, fact_view

PER_KEY = 8
"""Entities of one key, at most: one that leads to more names nobody in particular."""
AROUND = 200
"""Facts around the entities of a question, the latest of them."""
MOST_COUNTED = 50_000
"""Facts among which search looks when those that no longer hold crowd out the others."""
NEWEST = 100
"""Episodes of a group that tell who speaks in it."""
FEW_GROUPS = 10
"""Groups that are looked at for who speaks in them."""
BEGINNING = 300

KNOWN_BY = """
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


@dataclass(frozen=True)
class Counting:
    """Which facts count: those that held at a moment, as we knew it at another; or the closed too.

    What began at an unknown time is taken to have begun before.
    """

    at: datetime
    known_at: datetime | None = None
    closed_too: bool = False

    @property
    def leaves_out(self) -> bool:
        return not self.closed_too or self.known_at is not None

    def condition(self) -> Q:
        known = Q() if self.known_at is None else Q(created_at__lte=self.known_at)
        if self.closed_too:
            return known
        lasting = Q(invalid_at=None) | Q(invalid_at__gt=self.at)
        if self.known_at is not None:
            lasting |= Q(expired_at__gt=self.known_at)  # its end was not known yet
        return known & lasting & (Q(valid_at=None) | Q(valid_at__lte=self.at))


def entities_known_by(
    scope: Scope, keys: Collection[str], group_ids: Sequence[str] | None
) -> dict[str, list[UUID]]:
    """Entities by key, of some groups or of all."""
    if not keys:
        return {}
    groups = None if group_ids is None else list(group_ids)
    given = {"tenant": scope.tenant_id, "keys": list(keys), "groups": groups, "most": PER_KEY + 1}
    found: dict[str, list[UUID]] = {}
    for row in rows(KNOWN_BY, given):
        found.setdefault(row["key"], []).append(row["entity_id"])
    return {key: entities for key, entities in found.items() if len(entities) <= PER_KEY}


def facts_around(
    scope: Scope, entity_ids: Collection[UUID], counting: Counting
) -> dict[UUID, FactView]:
    """The facts that count about any of these entities, latest first."""
    if not entity_ids:
        return {}
    ends = Q(subject_id__in=entity_ids) | Q(object_id__in=entity_ids)
    found = FactRow.objects.in_scope(scope).filter(ends, counting.condition())
    latest = found.order_by(F("valid_at").desc(nulls_last=True), "-created_at")[:AROUND]
    return {row.pk: fact_view(row) for row in latest}


def facts_that_count(
    scope: Scope, ids: Collection[UUID], counting: Counting
) -> dict[UUID, FactView]:
    found = FactRow.objects.in_scope(scope).filter(counting.condition(), pk__in=ids)
    return {row.pk: fact_view(row) for row in found}


def ids_that_count(
    scope: Scope, group_ids: Sequence[str] | None, counting: Counting
) -> frozenset[UUID]:
    """Every fact that counts in these groups; the newest, where they are too many."""
    found: QuerySet[FactRow] = FactRow.objects.in_scope(scope).filter(counting.condition())
    if group_ids is not None:
        found = found.filter(group_id__in=group_ids)
    return frozenset(found.order_by("-created_at").values_list("pk", flat=True)[:MOST_COUNTED])


def entities_by_id(scope: Scope, ids: Collection[UUID]) -> dict[UUID, EntityView]:
    found = Entity.objects.in_scope(scope).filter(pk__in=ids)
    return {row.pk: entity_view(row) for row in found}


def episodes_by_id(scope: Scope, ids: Collection[UUID]) -> dict[UUID, EpisodeView]:
    found = Episode.objects.in_scope(scope).filter(pk__in=ids)
    return {row.pk: episode_view(row) for row in found}


def opening(scope: Scope, ids: Collection[UUID]) -> frozenset[UUID]:
    """Those of these episodes that follow no other."""
    found = Episode.objects.in_scope(scope).filter(pk__in=ids, follows_id=None)
    return frozenset(found.values_list("pk", flat=True))


def newest_beginnings(scope: Scope, group_ids: Sequence[str]) -> list[str]:
    """How the newest episodes of a few groups begin: there it stands who says them."""
    beginnings: list[str] = []
    for group_id in group_ids[:FEW_GROUPS]:
        found = Episode.objects.in_scope(scope).filter(group_id=group_id, source="message")
        newest = found.order_by("-valid_at", "-created_at")[:NEWEST]
        beginnings += newest.values_list(Left("content", BEGINNING), flat=True)
    return beginnings


def renewals_among(scope: Scope, ids: Sequence[UUID]) -> frozenset[tuple[UUID, UUID]]:
    """Pairs of these episodes of which the first ended a fact that the second states."""
    found = rows(RENEWALS, {"tenant": scope.tenant_id, "ids": list(ids)})
    return frozenset((row["newer"], row["older"]) for row in found)
