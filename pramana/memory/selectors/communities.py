"""Communities as others see them, and what forming and summarising them needs; all bounded."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.memory.contracts.extraction import SummaryRequest
from pramana.memory.contracts.graph import CommunityView
from pramana.memory.models import Community, CommunityDue, CommunityMember, EntityRow, FactRow
from pramana.postgres.sql import fetch_rows

MOST_ENTITIES = 100_000
MOST_FACTS = 500_000
"""Limits of a full build, newest first."""

MOST_MEMBERS = 40
MOST_SUMMARY_FACTS = 30
"""Limits of what a model is given of one community."""

LONGEST_FACT = 300
NEIGHBOURS = """
    SELECT asked.id AS entity, near.other, count(*) AS facts
      FROM unnest(%(entities)s::uuid[]) AS asked (id)
     CROSS JOIN LATERAL (
        (SELECT object_id AS other, tenant_id FROM memory_fact
          WHERE subject_id = asked.id AND invalid_at IS NULL LIMIT 200)
        UNION ALL
        (SELECT subject_id, tenant_id FROM memory_fact
          WHERE object_id = asked.id AND invalid_at IS NULL LIMIT 200)
     ) AS near
     WHERE near.tenant_id = %(tenant)s
     GROUP BY asked.id, near.other
"""


def communities_of(
    scope: Scope, group_id: str, *, offset: int = 0, limit: int = 100
) -> list[CommunityView]:
    """A group's communities, oldest first."""
    rows = Community.objects.in_scope(scope).filter(group_id=group_id)
    return _community_views(scope, list(rows.order_by("created_at", "pk")[offset : offset + limit]))


def communities_by_id(scope: Scope, ids: Collection[UUID]) -> list[CommunityView]:
    rows = Community.objects.in_scope(scope).filter(pk__in=ids).order_by("created_at", "pk")
    return _community_views(scope, list(rows))


def _community_views(scope: Scope, rows: Sequence[Community]) -> list[CommunityView]:
    members: dict[UUID, list[UUID]] = defaultdict(list)
    links = CommunityMember.objects.in_scope(scope).filter(community__in=rows)
    for community_id, entity_id in links.order_by("entity_id").values_list("community", "entity"):
        members[community_id].append(entity_id)
    return [
        CommunityView(
            id=row.pk,
            group_id=row.group_id,
            name=row.name,
            summary=row.summary,
            engine=row.engine,
            member_ids=tuple(members[row.pk]),
            created_at=row.created_at,
        )
        for row in rows
    ]


def communities_of_entities(scope: Scope, entity_ids: Collection[UUID]) -> dict[UUID, UUID]:
    """The community of each of these entities, if it has one."""
    rows = CommunityMember.objects.in_scope(scope).filter(entity_id__in=entity_ids)
    return dict(rows.values_list("entity_id", "community_id"))


def neighbours_of(scope: Scope, entity_ids: Collection[UUID]) -> dict[UUID, list[tuple[UUID, int]]]:
    """For each of these entities, the entities it shares open facts with, and how many."""
    neighbours: dict[UUID, list[tuple[UUID, int]]] = defaultdict(list)
    for row in fetch_rows(NEIGHBOURS, {"tenant": scope.tenant_id, "entities": list(entity_ids)}):
        neighbours[row["entity"]].append((row["other"], row["facts"]))
    return neighbours


def graph_of(scope: Scope, group_id: str) -> dict[UUID, Counter[UUID]]:
    """For each entity of a group, the entities it shares open facts with, and how many."""
    entities = EntityRow.objects.in_scope(scope).filter(group_id=group_id).order_by("-created_at")
    graph: dict[UUID, Counter[UUID]] = {
        entity: Counter() for entity in entities.values_list("pk", flat=True)[:MOST_ENTITIES]
    }
    facts = FactRow.objects.in_scope(scope).filter(group_id=group_id, invalid_at=None)
    pairs = facts.order_by("-created_at").values_list("subject_id", "object_id")[:MOST_FACTS]
    for one, other in pairs.iterator(chunk_size=5_000):
        if one in graph and other in graph:
            graph[one][other] += 1
            graph[other][one] += 1
    return graph


def summary_request(scope: Scope, community_id: UUID) -> SummaryRequest:
    """A community's best connected members, and the open facts between them, newest first."""
    ids = CommunityMember.objects.in_scope(scope).filter(community_id=community_id).values("entity")
    facts = FactRow.objects.in_scope(scope).filter(invalid_at=None)
    inside = facts.filter(subject_id__in=ids, object_id__in=ids).order_by("-created_at")
    among = list(inside.values_list("subject_id", "object_id", "text")[:MOST_SUMMARY_FACTS])
    degrees = Counter(entity for one, other, _ in among for entity in (one, other))
    names = _member_names(scope, ids.values_list("entity", flat=True), degrees)
    return SummaryRequest(names, tuple(text[:LONGEST_FACT] for _, _, text in among))


def _member_names(scope: Scope, ids: Iterable[UUID], degrees: Counter[UUID]) -> tuple[str, ...]:
    rows = EntityRow.objects.in_scope(scope).filter(pk__in=ids)
    names = rows.order_by("created_at", "pk").values_list("pk", "name")[: 10 * MOST_MEMBERS]
    ordered = sorted(names, key=lambda each: -degrees[each[0]])
    return tuple(name for _, name in ordered[:MOST_MEMBERS])


def tenants_with_pending() -> list[UUID]:
    """Tenants with a group whose communities are not up to date."""
    why = "a periodic task requests what a crash or a failure left undone"
    due = CommunityDue.objects.unscoped(why).order_by().values_list("tenant_id", flat=True)
    outdated = Community.objects.unscoped(why).filter(is_told=False).order_by()
    return sorted({*due.distinct(), *outdated.values_list("tenant_id", flat=True).distinct()})


def groups_with_pending(scope: Scope) -> list[str]:
    """Groups with entities that wait for a community, or communities that wait for a summary."""
    due = CommunityDue.objects.in_scope(scope).order_by().values_list("group_id", flat=True)
    outdated = Community.objects.in_scope(scope).filter(is_told=False).order_by()
    return sorted({*due.distinct(), *outdated.values_list("group_id", flat=True).distinct()})
