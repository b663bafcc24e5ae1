"""The demonstration's extraction, a scanned invoice whose total does not add up, and its stack: the
bids of a second tender in one table.
"""

from collections.abc import Sequence
from datetime import datetime
from importlib.resources import files
from uuid import UUID

from django.core.files.base import ContentFile

from pramana.documents.services import add_file, add_files
from pramana.extraction.contracts.extractions import ExtractionStatus, ExtractionView
from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.stacks import (
    CellState,
    ColumnSpec,
    StackView,
    TableStatus,
    TableView,
)
from pramana.extraction.models import (
    CellChange,
    Extraction,
    FieldChange,
    Stack,
    StackTable,
    StackTableRow,
)
from pramana.extraction.selectors.extractions import extractions_page
from pramana.extraction.selectors.stacks import all_rows, stacks_page, tables_of_stack
from pramana.extraction.services.extractions import share_extraction, start_extraction
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

INVOICE_FILE = "invoice-kalika-footbridge.jpg"
"""A drawn picture, tilted and speckled like a scan, so that its text comes from OCR."""


def add_invoice(scope: Scope) -> UUID:
    """Add the invoice. It must be read before its fields can be extracted."""
    source = files(__package__).joinpath(INVOICE_FILE).read_bytes()
    return add_file(scope, INVOICE_FILE, ContentFile(source)).id


def extract_invoice(scope: Scope, document_id: UUID) -> ExtractionView:
    """Start the extraction and share it, so that anyone may approve it."""
    return share_extraction(scope, start_extraction(scope, document_id).id, shared=True)


def is_done(scope: Scope) -> bool:
    """Whether no extraction is running any more, including failed ones."""
    return not extractions_page(scope, status=ExtractionStatus.IN_PROGRESS, limit=1)


def is_corrected(scope: Scope, extraction_id: UUID) -> bool | None:
    """Whether somebody corrected a value or approved the extraction; None if it is gone."""
    rows = Extraction.objects.in_scope(scope).filter(pk=extraction_id)
    approval_times = rows.values_list("approved_at", flat=True)[:1]
    if not (approvals := list(approval_times)):
        return None
    by_hand = FieldChange.objects.in_scope(scope).filter(extraction_id=extraction_id, by_hand=True)
    return approvals[0] is not None or by_hand.exists()


BIDS = "Bids for the Kalika footbridge"
BID_COLUMNS = (
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
        (
            source
            for source in files(__package__).joinpath("stacks").iterdir()
            if source.name.endswith(".txt")
        ),
        key=lambda source: source.name,
    )
    added = add_files(
        scope, [(source.name, ContentFile(source.read_bytes())) for source in sources]
    )
    stack = create_stack(scope, BIDS, [document.id for document in added])
    table = create_table(scope, stack.id, BIDS, columns=BID_COLUMNS)
    start_table_extraction(scope, stack.id, table.id)
    return update_stack(scope, stack.id, shared=True)


def is_table_read(scope: Scope) -> bool:
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
    stack = next(each for each in stacks_page(scope, limit=200) if each.name == BIDS)
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
