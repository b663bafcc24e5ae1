"""Decisions taken back: a fact that was closed holds again, a name becomes an entity of its own."""

from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.spaces import ENTITIES
from pramana.memory.contracts.views import DuplicateView, EntityView, FactView
from pramana.memory.domain.naming import exact_key, keys_of
from pramana.memory.errors import ClosingNotFound, DuplicateNotFound, DuplicateUndone
from pramana.memory.models import (
    Community,
    CommunityDue,
    Duplicate,
    Entity,
    EntityKey,
    FactClosing,
    FactRow,
    FactSource,
    Mention,
    Unindexed,
)
from pramana.memory.selectors.duplicates import get_duplicate
from pramana.memory.selectors.graph import entity_view, get_fact
from pramana.memory.services.communities import ask_for_updates
from pramana.memory.services.mending import retell


@transaction.atomic
def undo_closing(scope: Scope, fact_id: UUID) -> FactView:
    """Let a fact hold as it did before it was last closed. The closing stays, marked undone."""
    closings = FactClosing.objects.in_scope(scope).select_for_update(of=("self",))
    closing = closings.filter(fact_id=fact_id, undone_at=None).order_by("-created_at").first()
    if closing is None:
        raise ClosingNotFound(fact_id)
    FactRow.objects.in_scope(scope).filter(pk=fact_id).update(
        invalid_at=closing.was_invalid_at, expired_at=closing.was_expired_at
    )
    closing.undone_at = utcnow()
    closing.save(update_fields=["undone_at"])
    return get_fact(scope, fact_id)


@transaction.atomic
def confirm_duplicate(scope: Scope, duplicate_id: UUID) -> DuplicateView:
    """Keep that a person said that a name is rightly taken for an entity. Twice is no harm."""
    found = Duplicate.objects.in_scope(scope).select_for_update(of=("self",))
    link = found.filter(pk=duplicate_id).first()
    if link is None:
        raise DuplicateNotFound(duplicate_id)
    if link.undone_at is not None:
        raise DuplicateUndone(duplicate_id)
    if link.confirmed_at is None:
        link.confirmed_at, link.confirmed_by_id = utcnow(), scope.actor_id
        link.save(update_fields=["confirmed_at", "confirmed_by_id"])
    return get_duplicate(scope, duplicate_id)


@transaction.atomic
def undo_duplicate(scope: Scope, duplicate_id: UUID) -> EntityView:
    """Make a name that was taken for another an entity of its own again.

    What was said under that name goes with it: its mentions, and the facts that only episodes
    with that name state. From then on the name is found as its own.
    """
    found = Duplicate.objects.in_scope(scope).select_for_update(of=("self",))
    link = found.filter(pk=duplicate_id, undone_at=None).first()
    if link is None:
        raise DuplicateNotFound(duplicate_id)
    kept = Entity.objects.in_scope(scope).get(pk=link.entity_id)
    apart = _entity_apart(scope, link, kept)
    episodes = _move_mentions(scope, link.name, kept.pk, apart.pk)
    _move_facts(scope, episodes, kept.pk, apart.pk)
    for entity in (kept, apart):
        said = Mention.objects.in_scope(scope).filter(entity_id=entity.pk).order_by("created_at")
        retell(scope, entity, said)
    link.undone_at = utcnow()
    link.save(update_fields=["undone_at"])
    _ask_for_community(scope, apart)
    return entity_view(apart)


def _ask_for_community(scope: Scope, apart: Entity) -> None:
    """Where the group has communities, the new entity gets its own, and the old is told again."""
    mine = {"tenant_id": scope.tenant_id, "group_id": apart.group_id}
    if Community.objects.in_scope(scope).filter(**mine).exists():
        CommunityDue.objects.create(**mine, entity_id=apart.pk)
        ask_for_updates(scope)


def _entity_apart(scope: Scope, link: Duplicate, kept: Entity) -> Entity:
    at = utcnow()
    made = Entity.objects.create(
        id=uuid4(),
        tenant_id=scope.tenant_id,
        group_id=link.group_id,
        name=link.name,
        type=kept.type,
        attributes={},
        by_hand=True,  # a person's decision: it stays whatever is deleted
        created_at=at,
    )
    EntityKey.objects.in_scope(scope).filter(entity=kept, key__in=keys_of(link.name)).delete()
    Unindexed.objects.create(
        tenant_id=scope.tenant_id,
        space=ENTITIES,
        item_id=made.pk,
        group_id=link.group_id,
        created_at=at,
    )
    return made


def _move_mentions(scope: Scope, name: str, kept: UUID, apart: UUID) -> list[UUID]:
    mentions = Mention.objects.in_scope(scope).filter(entity_id=kept)
    ours = [each for each in mentions if exact_key(each.name) == exact_key(name)]
    mentions.filter(pk__in=[each.pk for each in ours]).update(entity_id=apart)
    return [each.episode_id for each in ours]


def _move_facts(scope: Scope, episodes: list[UUID], kept: UUID, apart: UUID) -> None:
    sources = FactSource.objects.in_scope(scope)
    elsewhere = sources.exclude(episode_id__in=episodes).values("fact_id")
    stated = sources.filter(episode_id__in=episodes).exclude(fact_id__in=elsewhere)
    facts = FactRow.objects.in_scope(scope).filter(pk__in=stated.values("fact_id"))
    facts.filter(Q(subject_id=kept)).update(subject_id=apart)
    facts.filter(Q(object_id=kept)).update(object_id=apart)
