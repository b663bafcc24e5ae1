"""A change of a cell is taken back."""

from uuid import UUID

from django.db import transaction

from pramana.extraction.contracts.stacks.views import CellChangeView
from pramana.extraction.errors.extractions import ChangeNotFound, ChangeOvertaken
from pramana.extraction.models import CellChange
from pramana.extraction.selectors.stacks.history import change_view
from pramana.extraction.selectors.stacks.tables import table_row
from pramana.extraction.services.stacks.cells import locked_row, store
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit


@transaction.atomic
def undo_change(scope: Scope, stack_id: UUID, table_id: UUID, change_id: UUID) -> CellChangeView:
    """Put back what stood there before, if nobody has changed the cell since.

    A second time does nothing. The change stays in the history, marked.
    """
    table_row(scope, stack_id, table_id)
    rows = CellChange.objects.in_scope(scope).filter(table_id=table_id, pk=change_id)
    change = rows.select_for_update(of=("self",)).first()
    if change is None:
        raise ChangeNotFound()
    if change.undone_at is None:
        row = locked_row(scope, table_id, change.document_id)
        if row.cells.get(change.column) != change.after:
            raise ChangeOvertaken(change.column)
        change.undone_at, change.undone_by_id = utcnow(), scope.actor_id
        change.save(update_fields=["undone_at", "undone_by_id"])
        store(scope, row, {change.column: change.before}, at=change.undone_at)
        audit(scope, "stack.change_undone", "stack_table", table_id, column=change.column)
    return change_view(change)
