"""What stays is made right again after something it rested on has gone."""

from collections.abc import Collection, Iterable
from uuid import UUID

from django.db.models import Q

from pramana.jobs.services import push
from pramana.kit.scope import Scope
from pramana.memory.domain.naming import keys_of
from pramana.memory.models import (
    CommunityDue,
    CommunityMember,
    Duplicate,
    Entity,
    EntityKey,
    FactClosing,
    FactRow,
    Mention,
    Unindexed,
)
from pramana.memory.selectors.communities import homes_of
from pramana.memory.services.communities import LANE, UPDATE, remove_communities, unsay
from pramana.retrieval import services as retrieval


def reopen(scope: Scope, **by: UUID) -> int:
    """Undo the closings that one fact or one episode made; return how many facts hold again.

    A fact that something else closed since stays closed.
    """
    closings = FactClosing.objects.in_scope(scope).filter(undone_at=None, **by)
    reopened = 0
    for closing in closings.order_by("-created_at"):
        fact = FactRow.objects.in_scope(scope).filter(pk=closing.fact_id, invalid_at=closing.at)
        reopened += fact.update(
            invalid_at=closing.was_invalid_at, expired_at=closing.was_expired_at
        )
    FactClosing.objects.in_scope(scope).filter(**by).delete()
    return reopened


def mend_entities(scope: Scope, entity_ids: Collection[UUID], *, without: UUID) -> None:
    """Entities that an episode mentioned: gone if nothing else knows them, else retold."""
    Duplicate.objects.in_scope(scope).filter(episode_id=without).delete()
    for entity in Entity.objects.in_scope(scope).filter(pk__in=entity_ids):
        mentions = list(
            Mention.objects.in_scope(scope).filter(entity_id=entity.pk).order_by("created_at")
        )
        if mentions or entity.by_hand or _has_facts(scope, entity.pk):
            retell(scope, entity, mentions)
        else:
            delete_entity(scope, entity)


def mend_communities(scope: Scope, group_id: str, entity_ids: Collection[UUID]) -> None:
    """What was told of these entities' communities is taken back, and told again without them."""
    homes = set(homes_of(scope, entity_ids).values())
    if homes:
        unsay(scope, homes)
        push(scope, LANE, UPDATE, group_id=group_id)


def _has_facts(scope: Scope, entity_id: UUID) -> bool:
    either = Q(subject_id=entity_id) | Q(object_id=entity_id)
    return FactRow.objects.in_scope(scope).filter(either).exists()


def retell(scope: Scope, entity: Entity, mentions: Iterable[Mention]) -> None:
    """Name, names it is found by, and attributes, from the mentions that are left."""
    said = list(mentions)
    names = list(dict.fromkeys(each.name for each in said))
    if names and not entity.by_hand and entity.name not in names:
        entity.name = names[0]
    entity.attributes = {key: value for each in said for key, value in each.learnt.items()}
    entity.save(update_fields=["name", "attributes"])
    keys = {key for name in (entity.name, *names) for key in keys_of(name)}
    EntityKey.objects.in_scope(scope).filter(entity_id=entity.pk).delete()
    EntityKey.objects.bulk_create(
        EntityKey(tenant_id=scope.tenant_id, group_id=entity.group_id, key=key, entity=entity)
        for key in sorted(keys)
    )


def delete_entity(scope: Scope, entity: Entity) -> None:
    """Erase an entity with what it is found by; its facts and mentions are gone already."""
    Unindexed.objects.in_scope(scope).filter(item_id=entity.pk).delete()
    EntityKey.objects.in_scope(scope).filter(entity_id=entity.pk).delete()
    Duplicate.objects.in_scope(scope).filter(entity_id=entity.pk).delete()
    retrieval.remove(scope, item_ids=[entity.pk])
    _leave_community(scope, entity.pk)
    entity.delete()


def _leave_community(scope: Scope, entity_id: UUID) -> None:
    """Take an entity out of its community; one that is left by its last member goes too."""
    CommunityDue.objects.in_scope(scope).filter(entity_id=entity_id).delete()
    home = homes_of(scope, [entity_id]).get(entity_id)
    links = CommunityMember.objects.in_scope(scope)
    links.filter(entity_id=entity_id).delete()
    if home is not None and not links.filter(community_id=home).exists():
        remove_communities(scope, [home])
