"""Communities as others see them, and what it takes to form and tell them. All of it bounded."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.memory.contracts.communities import CommunityView, TellInput
from pramana.memory.models import Community, CommunityDue, CommunityMember, Entity, FactRow
from pramana.memory.postgres import rows

MOST_ENTITIES = 100_000
MOST_FACTS = 500_000
"""What a full build looks at, newest first; beyond that a group is too large to be told anyway."""

MOST_MEMBERS = 40
MOST_TOLD_FACTS = 30
"""What a model is given of one community."""

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
    found = Community.objects.in_scope(scope).filter(group_id=group_id)
    return _views(scope, list(found.order_by("created_at", "pk")[offset : offset + limit]))


def communities_by_id(scope: Scope, ids: Collection[UUID]) -> list[CommunityView]:
    found = Community.objects.in_scope(scope).filter(pk__in=ids).order_by("created_at", "pk")
    return _views(scope, list(found))


def _views(scope: Scope, found: Sequence[Community]) -> list[CommunityView]:
    members: dict[UUID, list[UUID]] = defaultdict(list)
    links = CommunityMember.objects.in_scope(scope).filter(community__in=found)
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
        for row in found
    ]


def homes_of(scope: Scope, entity_ids: Collection[UUID]) -> dict[UUID, UUID]:
    """The community of each of these entities that has one."""
    found = CommunityMember.objects.in_scope(scope).filter(entity_id__in=entity_ids)
    return dict(found.values_list("entity_id", "community_id"))


def neighbours_of(scope: Scope, entity_ids: Collection[UUID]) -> dict[UUID, list[tuple[UUID, int]]]:
    """Whom these entities share facts with that hold, and how many."""
    found: dict[UUID, list[tuple[UUID, int]]] = defaultdict(list)
    for row in rows(NEIGHBOURS, {"tenant": scope.tenant_id, "entities": list(entity_ids)}):
        found[row["entity"]].append((row["other"], row["facts"]))
    return found


def graph_of(scope: Scope, group_id: str) -> dict[UUID, Counter[UUID]]:
    """A whole group's entities, each with those it shares facts with that hold."""
    entities = Entity.objects.in_scope(scope).filter(group_id=group_id).order_by("-created_at")
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


def to_tell(scope: Scope, community_id: UUID) -> TellInput:
    """A community's best connected members, and facts that hold between them, newest first."""
    ids = CommunityMember.objects.in_scope(scope).filter(community_id=community_id).values("entity")
    facts = FactRow.objects.in_scope(scope).filter(invalid_at=None)
    inside = facts.filter(subject_id__in=ids, object_id__in=ids).order_by("-created_at")
    among = list(inside.values_list("subject_id", "object_id", "text")[:MOST_TOLD_FACTS])
    linked = Counter(entity for one, other, _ in among for entity in (one, other))
    names = _names(scope, ids.values_list("entity", flat=True), linked)
    return TellInput(names, tuple(text[:LONGEST_FACT] for _, _, text in among))


def _names(scope: Scope, ids: Iterable[UUID], linked: Counter[UUID]) -> tuple[str, ...]:
    found = Entity.objects.in_scope(scope).filter(pk__in=ids)
    named = found.order_by("created_at", "pk").values_list("pk", "name")[: 10 * MOST_MEMBERS]
    ordered = sorted(named, key=lambda each: -linked[each[0]])
    return tuple(name for _, name in ordered[:MOST_MEMBERS])


def tenants_due() -> list[UUID]:
    """Tenants with a group in which something is left to do."""
    why = "the clock asks for what a crash or a failure left behind"
    due = CommunityDue.objects.unscoped(why).order_by().values_list("tenant_id", flat=True)
    untold = Community.objects.unscoped(why).filter(is_told=False).order_by()
    return sorted({*due.distinct(), *untold.values_list("tenant_id", flat=True).distinct()})


def groups_due(scope: Scope) -> list[str]:
    """Groups with entities that messages resolved since communities were last looked at, or with
    communities that are not told yet."""
    due = CommunityDue.objects.in_scope(scope).order_by().values_list("group_id", flat=True)
    untold = Community.objects.in_scope(scope).filter(is_told=False).order_by()
    return sorted({*due.distinct(), *untold.values_list("group_id", flat=True).distinct()})
