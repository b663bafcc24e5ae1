"""Undoing what a person changed in the graph."""

from uuid import UUID

from django.db import transaction

from pramana.kit.scope import Scope
from pramana.memory.contracts.edits import EditKind, GraphEditView
from pramana.memory.models import GraphEdit
from pramana.memory.selectors.edits import edit_view
from pramana.memory.services.edit_history import mark_undone, take_edit
from pramana.memory.services.entity_edits import undo_join, undo_rename
from pramana.memory.services.entity_splits import undo_split
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
