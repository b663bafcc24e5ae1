"""Undoing what a person changed in the graph, and confirming or undoing a merge."""

from uuid import UUID

from django.db import transaction

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.edits import EditKind, GraphEditView
from pramana.memory.contracts.graph import DuplicateView, EntityView
from pramana.memory.errors import (
    DuplicateAlreadyUndone,
    DuplicateNotFound,
)
from pramana.memory.models import Duplicate, EntityRow, GraphEdit
from pramana.memory.selectors.edits import edit_view
from pramana.memory.selectors.graph import entity_view, get_duplicate
from pramana.memory.services.edit_history import mark_undone, take_edit
from pramana.memory.services.entity_edits import undo_join, undo_rename
from pramana.memory.services.entity_splits import separate_name, undo_split
from pramana.memory.services.fact_edits import undo_fact_edit
from pramana.memory.services.indexing import index_pending


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
    }[EditKind(edit.kind)](scope, edit)


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
