"""Communities formed: each entity in one, joined as messages come or built anew from all facts."""

from collections.abc import Collection, Iterable, Sequence
from uuid import UUID, uuid4

from django.db import transaction

from pramana.jobs.services import push
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.communities import Membership
from pramana.memory.contracts.spaces import COMMUNITIES
from pramana.memory.domain.communities import gather, propagate
from pramana.memory.models import Community, CommunityDue, CommunityMember, Entity, Unindexed
from pramana.memory.postgres import rows
from pramana.memory.selectors.communities import graph_of, groups_due, homes_of, neighbours_of
from pramana.memory.selectors.graph import check_group_known
from pramana.memory.services.holding import hold_group
from pramana.retrieval import services as retrieval

UPDATE, BUILD = "memory.update_communities", "memory.build_communities"
LANE = "memory communities"
BATCH = 200
"""Entities whose community is looked at in one transaction."""

TAKE_DUE = """
    DELETE FROM memory_communitydue
     WHERE tenant_id = %(tenant)s AND id IN (
           SELECT id FROM memory_communitydue
            WHERE tenant_id = %(tenant)s AND group_id = %(group)s LIMIT %(batch)s)
 RETURNING entity_id
"""


def ask_for_updates(scope: Scope) -> None:
    """Ask for what messages left to do, in each group that wants communities."""
    for group_id in groups_due(scope):
        push(scope, LANE, UPDATE, group_id=group_id)


def ask_for_build(scope: Scope, group_id: str) -> UUID:
    """Ask for a group's communities to be built anew; return the job's id."""
    check_group_known(scope, group_id)
    return push(scope, LANE, BUILD, group_id=group_id)


@transaction.atomic
def join_communities(scope: Scope, group_id: str) -> list[Membership]:
    """Give the next entities that messages resolved their community.

    One that has none joins the community that most of its facts lead to, or begins its own. All
    communities that are touched are to be told again.
    """
    hold_group(scope, group_id)
    given = {"tenant": scope.tenant_id, "group": group_id, "batch": BATCH}
    due = [row["entity_id"] for row in rows(TAKE_DUE, given)]
    known = Entity.objects.in_scope(scope).filter(pk__in=due, group_id=group_id)
    entities = list(known.order_by("created_at", "pk").values_list("pk", flat=True))
    near = neighbours_of(scope, entities)
    homes = homes_of(scope, {*entities, *(other for each in near.values() for other, _ in each)})
    found = gather(entities, near, homes, uuid4)
    _begin(scope, group_id, sorted(set(found.values()) - set(homes.values())))
    links = [Membership(entity, home) for entity, home in found.items()]
    _enter(scope, group_id, [each for each in links if each.entity_id not in homes])
    touched = Community.objects.in_scope(scope).filter(pk__in=set(found.values()))
    touched.update(is_told=False)
    return links


@transaction.atomic
def build_communities(scope: Scope, group_id: str) -> int:
    """Form a group's communities anew from all its facts; return how many there are.

    A community whose members stay the same stays itself, with what was told of it.
    """
    hold_group(scope, group_id)
    CommunityDue.objects.in_scope(scope).filter(group_id=group_id).delete()
    wanted = propagate(graph_of(scope, group_id))
    kept = _those_that_stay(scope, group_id, set(wanted))
    gone = Community.objects.in_scope(scope).filter(group_id=group_id).exclude(pk__in=kept.values())
    remove_communities(scope, list(gone.values_list("pk", flat=True)))
    homes = {members: uuid4() for members in wanted if members not in kept}
    _begin(scope, group_id, list(homes.values()))
    links = (Membership(entity, home) for members, home in homes.items() for entity in members)
    _enter(scope, group_id, links)
    return len(wanted)


def _those_that_stay(
    scope: Scope, group_id: str, wanted: Collection[frozenset[UUID]]
) -> dict[frozenset[UUID], UUID]:
    members: dict[UUID, set[UUID]] = {}
    links = CommunityMember.objects.in_scope(scope).filter(group_id=group_id)
    for community_id, entity_id in links.values_list("community_id", "entity_id"):
        members.setdefault(community_id, set()).add(entity_id)
    found = {frozenset(each): community_id for community_id, each in members.items()}
    return {each: community_id for each, community_id in found.items() if each in wanted}


def _begin(scope: Scope, group_id: str, ids: Sequence[UUID]) -> None:
    now = utcnow()
    Community.objects.bulk_create(
        Community(id=id_, tenant_id=scope.tenant_id, group_id=group_id, created_at=now)
        for id_ in ids
    )


def _enter(scope: Scope, group_id: str, links: Iterable[Membership]) -> None:
    CommunityMember.objects.bulk_create(
        (
            CommunityMember(
                tenant_id=scope.tenant_id,
                group_id=group_id,
                community_id=each.community_id,
                entity_id=each.entity_id,
            )
            for each in links
        ),
        batch_size=2_000,
    )


def remove_communities(scope: Scope, ids: Collection[UUID]) -> None:
    """Communities with their links, and what search knows of them."""
    if ids:
        unsay(scope, ids)
        CommunityMember.objects.in_scope(scope).filter(community_id__in=ids).delete()
        Community.objects.in_scope(scope).filter(pk__in=ids).delete()


def unsay(scope: Scope, ids: Collection[UUID]) -> None:
    """Take back what was told of communities: it may hold words that are to be forgotten."""
    Unindexed.objects.in_scope(scope).filter(item_id__in=ids, space=COMMUNITIES).delete()
    retrieval.remove(scope, COMMUNITIES, item_ids=ids)
    found = Community.objects.in_scope(scope).filter(pk__in=ids)
    found.update(name="", summary="", engine="", is_told=False)
