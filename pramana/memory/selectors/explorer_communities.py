"""A group's communities as its page lists them: the largest first, each with a few members."""

from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Count

from pramana.kit.scope import Scope
from pramana.memory.models import Community, CommunityMember
from pramana.memory.postgres import rows
from pramana.memory.selectors.explorer_facts import End

MOST = 50
MEMBERS = 12
MEMBERS_OF = """
    SELECT asked.id AS community, member.id, member.name, member.type
      FROM unnest(%(communities)s::uuid[]) AS asked (id)
     CROSS JOIN LATERAL (
        SELECT entity.id, entity.name, entity.type
          FROM memory_communitymember link
          JOIN memory_entity entity ON entity.id = link.entity_id
         WHERE link.tenant_id = %(tenant)s AND link.community_id = asked.id
         ORDER BY entity.created_at, entity.id LIMIT %(members)s
     ) AS member
"""


@dataclass(frozen=True)
class CommunityLine:
    """A community with its first members; `more` are those that are not named."""

    id: UUID
    name: str = field(repr=False)
    summary: str = field(repr=False)
    engine: str
    size: int
    members: tuple[End, ...]

    @property
    def more(self) -> int:
        return self.size - len(self.members)


def community_lines(scope: Scope, group_id: str, *, limit: int = MOST) -> list[CommunityLine]:
    """The largest communities of a group; an entity by itself is none worth telling of."""
    links = CommunityMember.objects.in_scope(scope).filter(group_id=group_id).order_by()
    counted = links.values_list("community_id").annotate(size=Count("pk")).filter(size__gt=1)
    sizes = dict(counted.order_by("-size", "community_id")[:limit])
    found = Community.objects.in_scope(scope).in_bulk(list(sizes))
    members: dict[UUID, list[End]] = {each: [] for each in sizes}
    given = {"tenant": scope.tenant_id, "communities": list(sizes), "members": MEMBERS}
    for row in rows(MEMBERS_OF, given):
        members[row["community"]].append(End(row["id"], row["name"], row["type"]))
    return [
        CommunityLine(each, one.name, one.summary, one.engine, size, tuple(members[each]))
        for each, size in sizes.items()
        if (one := found.get(each))
    ]
