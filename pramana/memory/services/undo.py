"""Undoing what was done to the graph: an edit, a merge, or an entity that holds two things."""

from collections.abc import Collection, Sequence
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import DuplicateView, EditKind, EntityView, GraphEditView
from pramana.memory.domain.names import exact_key, keys_of
from pramana.memory.errors import (
    DuplicateAlreadyUndone,
    DuplicateNotFound,
    EditOutdated,
    FactNotFound,
    InvalidEdit,
)
from pramana.memory.models import (
    Duplicate,
    EntityKey,
    EntityRow,
    FactRow,
    FactSource,
    GraphEdit,
    MentionRow,
)
from pramana.memory.selectors.evidence import edit_view
from pramana.memory.selectors.graph import entity_view, get_duplicate
from pramana.memory.services.deletion import (
    clear_community_summaries,
    delete_entity,
    rebuild_entity,
)
from pramana.memory.services.edit_history import mark_undone, record_edit, take_edit
from pramana.memory.services.entity_edits import (
    add_keys,
    distinguish,
    edited_entity_id,
    queue_for_index,
    request_community_update,
    row_ids,
    take_entity,
    undo_join,
    undo_rename,
)
from pramana.memory.services.fact_edits import undo_fact_edit
from pramana.memory.services.indexing import index_pending
from pramana.memory.services.merging import move_everything


@transaction.atomic
def split_entity(
    scope: Scope,
    entity_id: UUID,
    name: str,
    reason: str,
    *,
    fact_ids: Collection[UUID] | None = None,
) -> EntityView:
    """Make a part of an entity an entity of its own, under a name.

    The mentions under that name move, and so do these facts; without a choice, those that only
    episodes with that name state.
    """
    original = take_entity(scope, entity_id)
    if exact_key(name) == exact_key(""):
        raise InvalidEdit("Name the new entity.")
    return entity_view(separate_name(scope, original, name.strip(), reason, fact_ids=fact_ids))


def separate_name(
    scope: Scope,
    original: EntityRow,
    name: str,
    reason: str,
    *,
    fact_ids: Collection[UUID] | None = None,
    duplicate_id: UUID | None = None,
) -> EntityRow:
    """Create an entity for a name of another, move what belongs to it, and record the edit."""
    separate = _create_separate_entity(scope, original, name)
    episodes = _move_mentions(scope, name, original.pk, separate.pk)
    chosen = _facts_of_episodes(scope, episodes) if fact_ids is None else set(fact_ids)
    _move_facts(scope, chosen, original.pk, separate.pk, must_exist=fact_ids is not None)
    for entity in (original, separate):
        mentions = MentionRow.objects.in_scope(scope).filter(entity_id=entity.pk)
        rebuild_entity(scope, entity, mentions.order_by("created_at"))
    distinguish(scope, original, separate)
    record_edit(
        *(scope, original.group_id, EditKind.ENTITY_SPLIT, reason),
        entity_id=original.pk,
        before={"name": original.name},
        after={"name": separate.name, "id": separate.pk},
        moved={"duplicate": duplicate_id} if duplicate_id else {},
    )
    clear_community_summaries(scope, original.group_id, [original.pk])
    request_community_update(scope, separate)
    return separate


def _create_separate_entity(scope: Scope, original: EntityRow, name: str) -> EntityRow:
    row = EntityRow.objects.create(
        id=uuid4(),
        tenant_id=scope.tenant_id,
        group_id=original.group_id,
        name=name,
        type=original.type,
        attributes={},
        by_hand=True,  # a person decided this, so deleting episodes does not remove it
        created_at=utcnow(),
    )
    EntityKey.objects.in_scope(scope).filter(entity=original, key__in=keys_of(name)).delete()
    queue_for_index(scope, row)
    return row


def _move_mentions(scope: Scope, name: str, original: UUID, separate: UUID) -> list[UUID]:
    mentions = MentionRow.objects.in_scope(scope).filter(entity_id=original)
    ours = [each for each in mentions if exact_key(each.name) == exact_key(name)]
    mentions.filter(pk__in=[each.pk for each in ours]).update(entity_id=separate)
    return [each.episode_id for each in ours]


def _facts_of_episodes(scope: Scope, episodes: Sequence[UUID]) -> set[UUID]:
    """The facts that only these episodes state."""
    sources = FactSource.objects.in_scope(scope)
    elsewhere = sources.exclude(episode_id__in=episodes).values("fact_id")
    stated = sources.filter(episode_id__in=episodes).exclude(fact_id__in=elsewhere)
    return set(stated.values_list("fact_id", flat=True))


def _move_facts(
    scope: Scope, fact_ids: set[UUID], original: UUID, separate: UUID, *, must_exist: bool
) -> None:
    facts = FactRow.objects.in_scope(scope).filter(pk__in=fact_ids)
    ours = facts.filter(Q(subject_id=original) | Q(object_id=original))
    if must_exist:
        for missing in fact_ids - set(row_ids(ours)):
            raise FactNotFound(missing)
    facts.filter(subject_id=original).update(subject_id=separate)
    facts.filter(object_id=original).update(object_id=separate)


def undo_split(scope: Scope, edit: GraphEdit) -> None:
    """Merge what was split off back, with what it learned since."""
    original = take_entity(scope, edited_entity_id(edit))
    separate = EntityRow.objects.in_scope(scope).filter(pk=edit.after["id"]).first()
    if separate is None:
        raise EditOutdated(edit.pk)
    between = FactRow.objects.in_scope(scope).filter(
        subject_id__in=(original.pk, separate.pk), object_id__in=(original.pk, separate.pk)
    )
    if between.exists():
        raise EditOutdated(edit.pk)
    move_everything(scope, separate.pk, original.pk)
    delete_entity(scope, separate)
    add_keys(scope, original)
    Duplicate.objects.in_scope(scope).filter(pk=edit.moved.get("duplicate")).update(undone_at=None)
    clear_community_summaries(scope, original.group_id, [original.pk])


def undo_edit(scope: Scope, edit_id: UUID) -> GraphEditView:
    """Undo an edit. The edit stays in the history, marked undone.

    409 if it was already undone, or if what it changed was changed again since.
    """
    with transaction.atomic():
        edit = take_edit(scope, edit_id)
        if edit.fact_id is not None:
            undo_fact_edit(scope, edit)
        else:
            undo_entity_edit(scope, edit)
        mark_undone(scope, edit)
    index_pending(scope)
    return edit_view(edit)


def undo_entity_edit(scope: Scope, edit: GraphEdit) -> None:
    """Put entities back as they were before the edit."""
    {
        EditKind.ENTITY_RENAMED: undo_rename,
        EditKind.ENTITIES_MERGED: undo_join,
        EditKind.ENTITY_SPLIT: undo_split,
        EditKind.DUPLICATE_CONFIRMED: undo_confirmation,
    }[EditKind(edit.kind)](scope, edit)


@transaction.atomic
def confirm_duplicate(scope: Scope, duplicate_id: UUID, reason: str) -> DuplicateView:
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
        record_edit(
            *(scope, link.group_id, EditKind.DUPLICATE_CONFIRMED, reason),
            entity_id=link.entity_id,
            after={"name": link.name},
            moved={"duplicate": link.pk},
        )
    return get_duplicate(scope, duplicate_id)


def undo_confirmation(scope: Scope, edit: GraphEdit) -> None:
    """Leave a merge undecided again."""
    confirmed = Duplicate.objects.in_scope(scope).filter(
        pk=edit.moved["duplicate"], confirmed_at__isnull=False, undone_at=None
    )
    if not confirmed.update(confirmed_at=None, confirmed_by_id=None):
        raise EditOutdated(edit.pk)


@transaction.atomic
def undo_duplicate(scope: Scope, duplicate_id: UUID, reason: str) -> EntityView:
    """Undo a merge: make the name an entity of its own again.

    Its mentions move to the new entity, and so do the facts that only episodes with that name
    state. Later messages match the name with the new entity.
    """
    duplicates = Duplicate.objects.in_scope(scope).select_for_update(of=("self",))
    link = duplicates.filter(pk=duplicate_id, undone_at=None).first()
    if link is None:
        raise DuplicateNotFound(duplicate_id)
    original = EntityRow.objects.in_scope(scope).get(pk=link.entity_id)
    separate = separate_name(scope, original, link.name, reason, duplicate_id=duplicate_id)
    link.undone_at = utcnow()
    link.save(update_fields=["undone_at"])
    return entity_view(separate)
