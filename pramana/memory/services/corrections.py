"""Entities by hand: adding one, and confirming or undoing a merge."""

from uuid import UUID, uuid4

from django.db import IntegrityError, transaction

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import ENTITIES, DuplicateView, EntityView
from pramana.memory.domain.groups import GENERIC, check_group
from pramana.memory.domain.name_keys import keys_of
from pramana.memory.errors import (
    DuplicateAlreadyUndone,
    DuplicateNotFound,
    EntityIdTaken,
)
from pramana.memory.models import Duplicate, EntityKey, EntityRow, UnindexedItem
from pramana.memory.selectors.graph import entity_view, get_duplicate
from pramana.memory.services.entity_splits import separate_name
from pramana.memory.services.indexing import index_pending, unindexed_items


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
    separate = separate_name(scope, original, link.name, duplicate_id=duplicate_id)
    link.undone_at = utcnow()
    link.save(update_fields=["undone_at"])
    return entity_view(separate)


def add_entity(
    scope: Scope, group_id: str, name: str, *, summary: str = "", entity_id: UUID | None = None
) -> EntityView:
    """Add an entity by hand. Later messages are matched with it.

    An id that another tenant uses is answered like a free one: the entity is added, under an id of
    its own, so that nobody learns which ids exist elsewhere.
    """
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
        if EntityRow.objects.in_scope(scope).filter(pk=row.pk).exists():
            raise EntityIdTaken(row.pk) from None
        return add_entity(scope, group_id, name, summary=summary)
    index_pending(scope)
    return entity_view(row)
