"""The demonstration's stack: the bids of a second tender in one table."""

from collections.abc import Sequence
from datetime import datetime
from importlib.resources import files
from uuid import UUID

from django.core.files.base import ContentFile

from pramana.documents.services import add_files
from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.stacks import (
    CellState,
    ColumnSpec,
    StackView,
    TableStatus,
    TableView,
)
from pramana.extraction.models import CellChange, Stack, StackTable, StackTableRow
from pramana.extraction.selectors.stacks import all_rows, stacks_page, tables_of_stack
from pramana.extraction.services.stack_cells import judge_cell
from pramana.extraction.services.stack_runs import start_table_extraction
from pramana.extraction.services.stacks import (
    create_stack,
    create_table,
    erase_tables,
    replace_columns,
    update_stack,
)
from pramana.kit.scope import Scope

NAME = "Bids for the Kalika footbridge"
COLUMNS = (
    ColumnSpec(name="Bidder"),
    ColumnSpec(name="Bid amount", type=FieldType.MONEY, instructions="With tax."),
    ColumnSpec(name="Bid security", type=FieldType.MONEY),
    ColumnSpec(name="Bank"),
    ColumnSpec(name="Date", type=FieldType.DATE),
    ColumnSpec(name="Telephone"),
    ColumnSpec(name="Director"),
)
SHARED_PHONE = "9800000217"
"""Two bidders give the same number, which is why the first tender was cancelled."""


def extract_bids(scope: Scope) -> StackView:
    """Add the bids and start extracting the same seven columns from each, in the background."""
    sources = sorted(
        (source for source in files(__package__).iterdir() if source.name.endswith(".txt")),
        key=lambda source: source.name,
    )
    added = add_files(
        scope, [(source.name, ContentFile(source.read_bytes())) for source in sources]
    )
    stack = create_stack(scope, NAME, [document.id for document in added])
    table = create_table(scope, stack.id, NAME, columns=COLUMNS)
    start_table_extraction(scope, stack.id, table.id)
    return update_stack(scope, stack.id, shared=True)


def is_read(scope: Scope) -> bool:
    """Whether the extraction has ended, including rows that failed."""
    return bids_table(scope).status is not TableStatus.IN_PROGRESS


def review_table(scope: Scope) -> None:
    """Leave the table as after a first review: flags, a decision, a changed column."""
    table = bids_table(scope)
    for row in all_rows(scope, table):
        place = (scope, table.stack_id, table.id, row.document_id)
        if row.cells["telephone"]["value"] == SHARED_PHONE:
            judge_cell(*place, "telephone", CellState.FLAGGED)
        if row.position == 1:
            judge_cell(*place, "bidder", CellState.REVIEWED)
            judge_cell(*place, "bid_amount", CellState.LOCKED)
    specs = [ColumnSpec.model_validate(column.model_dump()) for column in table.columns]
    specs[-1].instructions = "Who signs for the bidder."
    replace_columns(scope, table.stack_id, table.id, specs)


def bids_table(scope: Scope) -> TableView:
    """The demonstration's table."""
    stack = next(each for each in stacks_page(scope, limit=200) if each.name == NAME)
    return tables_of_stack(scope, stack.id)[0]


def flagged_bid(scope: Scope, stack_id: UUID) -> UUID | None:
    """A bid whose telephone number is flagged, if there is one."""
    rows = StackTableRow.objects.in_scope(scope).filter(
        table__stack_id=stack_id, cells__telephone__state=CellState.FLAGGED
    )
    return rows.order_by("position").values_list("document_id", flat=True).first()


def is_judged(scope: Scope, stack_id: UUID, *, since: datetime) -> bool | None:
    """Whether somebody judged a cell since then; None if the stack is gone."""
    if not Stack.objects.in_scope(scope).filter(pk=stack_id).exists():
        return None
    changes = CellChange.objects.in_scope(scope).filter(table__stack_id=stack_id, by_hand=True)
    return changes.filter(created_at__gt=since).exists()


def table_ids(scope: Scope, stack_ids: Sequence[UUID]) -> list[UUID]:
    """The ids of the stacks' tables."""
    rows = StackTable.objects.in_scope(scope).filter(stack_id__in=stack_ids)
    return list(rows.values_list("pk", flat=True))


def remove_stacks(scope: Scope, stack_ids: Sequence[UUID]) -> int:
    """Delete the stacks with their tables, whoever made them. Their documents stay."""
    erase_tables(scope, StackTable.objects.in_scope(scope).filter(stack_id__in=stack_ids))
    gone = Stack.objects.in_scope(scope).filter(pk__in=stack_ids).delete()[1]
    return gone.get(Stack._meta.label, 0)
