"""Changes by a person: adding an entity, reopening a fact, confirming or undoing a merge."""

from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import Q

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import ENTITIES, DuplicateView, EntityView, FactView
from pramana.memory.domain.groups import GENERIC, check_group
from pramana.memory.domain.name_keys import exact_key, keys_of
from pramana.memory.errors import (
    ClosingNotFound,
    DuplicateAlreadyUndone,
    DuplicateNotFound,
    EntityIdTaken,
)
from pramana.memory.models import (
    Community,
    CommunityDue,
    Duplicate,
    EntityKey,
    EntityRow,
    FactClosing,
    FactRow,
    FactSource,
    MentionRow,
    UnindexedItem,
)
from pramana.memory.selectors.graph import entity_view, get_duplicate, get_fact
from pramana.memory.services.communities import request_updates
from pramana.memory.services.deletion import rebuild_entity, times_before
from pramana.memory.services.indexing import index_pending, unindexed_items


@transaction.atomic
def undo_closing(scope: Scope, fact_id: UUID) -> FactView:
    """Undo the last closing of a fact. The closing stays in the history, marked undone."""
    closings = FactClosing.objects.in_scope(scope).select_for_update(of=("self",))
    closing = closings.filter(fact_id=fact_id, undone_at=None).order_by("-created_at").first()
    if closing is None:
        raise ClosingNotFound(fact_id)
    FactRow.objects.in_scope(scope).filter(pk=fact_id).update(**times_before(closing))
    closing.undone_at = utcnow()
    closing.save(update_fields=["undone_at"])
    return get_fact(scope, fact_id)


@transaction.atomic
def confirm_duplicate(scope: Scope, duplicate_id: UUID) -> DuplicateView:
    """Record that a person confirmed a merge. Confirming it again changes nothing."""
    duplicates = Duplicate.objects.in_scope(scope).select_for_update(of=("self",))
    link = duplicates.filter(pk=duplicate_id).first()
    if link is None:
        raise DuplicateNotFound(duplicate_id)
    if link.undone_at is not None:
        raise DuplicateAlreadyUndone(duplicate_id)
    if link.confirmed_at is None:
        link.confirmed_at, link.confirmed_by_id = utcnow(), scope.actor_id
        link.save(update_fields=["confirmed_at", "confirmed_by_id"])
    return get_duplicate(scope, duplicate_id)


@transaction.atomic
def undo_duplicate(scope: Scope, duplicate_id: UUID) -> EntityView:
    """Undo a merge: make the name an entity of its own again.

    Its mentions move to the new entity, and so do the facts that only episodes with that name
    state. Later messages match the name with the new entity.
    """
    duplicates = Duplicate.objects.in_scope(scope).select_for_update(of=("self",))
    link = duplicates.filter(pk=duplicate_id, undone_at=None).first()
    if link is None:
        raise DuplicateNotFound(duplicate_id)
    original = EntityRow.objects.in_scope(scope).get(pk=link.entity_id)
    separate = _create_separate_entity(scope, link, original)
    episodes = _move_mentions(scope, link.name, original.pk, separate.pk)
    _move_facts(scope, episodes, original.pk, separate.pk)
    for entity in (original, separate):
        mentions = MentionRow.objects.in_scope(scope).filter(entity_id=entity.pk)
        rebuild_entity(scope, entity, mentions.order_by("created_at"))
    link.undone_at = utcnow()
    link.save(update_fields=["undone_at"])
    _request_community_update(scope, separate)
    return entity_view(separate)


def _request_community_update(scope: Scope, separate: EntityRow) -> None:
    """If the group has communities, request one for the new entity."""
    group = {"tenant_id": scope.tenant_id, "group_id": separate.group_id}
    if Community.objects.in_scope(scope).filter(**group).exists():
        CommunityDue.objects.create(**group, entity_id=separate.pk)
        request_updates(scope)


def _create_separate_entity(scope: Scope, link: Duplicate, original: EntityRow) -> EntityRow:
    at = utcnow()
    entity_row = EntityRow.objects.create(
        id=uuid4(),
        tenant_id=scope.tenant_id,
        group_id=link.group_id,
        name=link.name,
        type=original.type,
        attributes={},
        by_hand=True,  # a person decided this, so deleting episodes does not remove it
        created_at=at,
    )
    EntityKey.objects.in_scope(scope).filter(entity=original, key__in=keys_of(link.name)).delete()
    UnindexedItem.objects.create(
        tenant_id=scope.tenant_id,
        space=ENTITIES,
        item_id=entity_row.pk,
        group_id=link.group_id,
        created_at=at,
    )
    return entity_row


def _move_mentions(scope: Scope, name: str, original: UUID, separate: UUID) -> list[UUID]:
    mentions = MentionRow.objects.in_scope(scope).filter(entity_id=original)
    ours = [each for each in mentions if exact_key(each.name) == exact_key(name)]
    mentions.filter(pk__in=[each.pk for each in ours]).update(entity_id=separate)
    return [each.episode_id for each in ours]


def _move_facts(scope: Scope, episodes: list[UUID], original: UUID, separate: UUID) -> None:
    sources = FactSource.objects.in_scope(scope)
    elsewhere = sources.exclude(episode_id__in=episodes).values("fact_id")
    stated = sources.filter(episode_id__in=episodes).exclude(fact_id__in=elsewhere)
    facts = FactRow.objects.in_scope(scope).filter(pk__in=stated.values("fact_id"))
    facts.filter(Q(subject_id=original)).update(subject_id=separate)
    facts.filter(Q(object_id=original)).update(object_id=separate)


def add_entity(
    scope: Scope, group_id: str, name: str, *, summary: str = "", entity_id: UUID | None = None
) -> EntityView:
    """Add an entity by hand. Later messages are matched with it."""
    check_group(group_id)
    row = EntityRow(
        id=entity_id or uuid4(),
        tenant_id=scope.tenant_id,
        group_id=group_id,
        name=name.strip(),
        type=GENERIC,
        summary=summary,
        attributes={},
        by_hand=True,
        created_at=utcnow(),
    )
    entries = unindexed_items(scope, ENTITIES, group_id, {row.pk: row.name})
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            EntityKey.objects.bulk_create(
                EntityKey(tenant_id=scope.tenant_id, group_id=group_id, key=key, entity=row)
                for key in keys_of(row.name)
            )
            UnindexedItem.objects.bulk_create(entries)
    except IntegrityError:
        raise EntityIdTaken(row.pk) from None
    index_pending(scope)
    return entity_view(row)
