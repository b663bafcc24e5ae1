"""Stacks, the documents in them, and their tables and columns."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from pramana.documents.errors import DocumentNotFound
from pramana.documents.selectors import documents_by_id
from pramana.extraction.contracts.stacks import (
    ColumnSpec,
    RowStatus,
    StackView,
    TableStatus,
    TableView,
)
from pramana.extraction.domain.stack_tables import (
    ColumnsUpdate,
    extended_columns,
    replacement_columns,
)
from pramana.extraction.errors import (
    NotInStack,
    StackOfAnother,
    StackTooLarge,
    TableBusy,
    TableIncomplete,
)
from pramana.extraction.models import (
    Stack,
    StackCorrection,
    StackDocument,
    StackTable,
    StackTableRow,
)
from pramana.extraction.selectors.stacks import (
    get_stack,
    lock_stack,
    table_columns,
    table_record,
    table_view,
)
from pramana.extraction.services.stack_runs import mark_stale, settle_run
from pramana.kit.clock import utcnow
from pramana.kit.errors import Unauthorized
from pramana.kit.scope import Scope
from pramana.kit.texts import with_visible_overrides
from pramana.tenancy.services import audit, delete_runs, delete_tool_calls

if TYPE_CHECKING:
    from django.db.models import QuerySet


MOST_DOCUMENTS = 10_000
UNFINISHED = (RowStatus.WAITING, RowStatus.RUNNING)


@transaction.atomic
def add_documents(scope: Scope, stack_id: UUID, document_ids: Sequence[UUID]) -> int:
    """Add documents at the end of a stack, with a row in each table. Return how many are new."""
    stack = lock_stack(scope, stack_id)
    requested = list(dict.fromkeys(document_ids))
    if len(documents_by_id(scope, requested)) < len(requested):
        raise DocumentNotFound()
    inside = StackDocument.objects.in_scope(scope).filter(stack_id=stack.id)
    existing = set(inside.filter(document_id__in=requested).values_list("document_id", flat=True))
    new = [document_id for document_id in requested if document_id not in existing]
    if inside.count() + len(new) > MOST_DOCUMENTS:
        raise StackTooLarge(MOST_DOCUMENTS)
    first = (inside.aggregate(last=Max("position"))["last"] or 0) + 1
    positions = list(enumerate(new, start=first))
    StackDocument.objects.bulk_create(
        StackDocument(
            tenant_id=scope.tenant_id,
            stack_id=stack.id,
            document_id=document_id,
            position=position,
            added_by_id=scope.actor_id,
        )
        for position, document_id in positions
    )
    for table in StackTable.objects.in_scope(scope).filter(stack_id=stack.id):
        add_rows(scope, table, positions)
    audit(scope, "stack.documents_added", "stack", stack.id, count=len(new))
    return len(new)


def add_rows(scope: Scope, table: StackTable, positions: Sequence[tuple[int, UUID]]) -> None:
    """Create an empty row for each document."""
    StackTableRow.objects.bulk_create(
        StackTableRow(
            tenant_id=scope.tenant_id, table=table, document_id=document_id, position=position
        )
        for position, document_id in positions
    )


@transaction.atomic
def remove_document(scope: Scope, stack_id: UUID, document_id: UUID) -> None:
    """Remove a document from a stack, with its rows and their history."""
    stack = lock_stack(scope, stack_id)
    if not _remove_documents(scope, [stack.id], [document_id]):
        raise NotInStack(document_id)
    audit(scope, "stack.document_removed", "stack", stack.id, document_id=str(document_id))


@transaction.atomic
def erase_documents_from_stacks(scope: Scope, document_ids: Sequence[UUID]) -> None:
    """Erase what was read from deleted documents, and the corrections of the tables they were in.

    A correction may quote any document of its table, so it is erased too.
    """
    inside = StackDocument.objects.in_scope(scope).filter(document_id__in=document_ids)
    stacks = list(inside.order_by("stack_id").values_list("stack_id", flat=True).distinct())
    if not stacks:
        return
    corrections = StackCorrection.objects.in_scope(scope).filter(table__stack_id__in=stacks)
    delete_tool_calls(scope, [correction.pk for correction in corrections])
    runs = [correction.run_id for correction in corrections if correction.run_id]
    _remove_documents(scope, stacks, document_ids)
    corrections.delete()
    delete_runs(scope, runs)


def _remove_documents(scope: Scope, stacks: Collection[UUID], documents: Collection[UUID]) -> int:
    """Remove documents from stacks. A current run then has fewer rows to read."""
    tables = list(
        StackTable.objects.in_scope(scope)
        .filter(stack_id__in=stacks)
        .order_by("pk")
        .select_for_update(of=("self",))
    )
    for table in tables:
        _remove_rows(scope, table, documents)
    inside = StackDocument.objects.in_scope(scope).filter(stack_id__in=stacks)
    removed, _ = inside.filter(document_id__in=documents).delete()
    return removed


def _remove_rows(scope: Scope, table: StackTable, documents: Collection[UUID]) -> None:
    rows = StackTableRow.objects.in_scope(scope).filter(
        table_id=table.id, document_id__in=documents
    )
    left = rows.filter(run_id=table.run_id, status__in=UNFINISHED).count()
    delete_tool_calls(scope, list(rows.values_list("pk", flat=True)))
    rows.delete()
    if table.status == TableStatus.IN_PROGRESS:
        table.total -= left
        settle_run(scope, table)


@transaction.atomic
def create_stack(scope: Scope, name: str, document_ids: Sequence[UUID] = ()) -> StackView:
    """Create a stack for this person, with these documents in this order."""
    if scope.actor_id is None:
        raise Unauthorized("A stack belongs to a person. Use the key of one.")
    row = Stack(tenant_id=scope.tenant_id, user_id=scope.actor_id, name=_name_on_pages(name))
    row.save(force_insert=True)
    if document_ids:
        add_documents(scope, row.id, document_ids)
    audit(scope, "stack.created", "stack", row.id)
    return get_stack(scope, row.id)


@transaction.atomic
def update_stack(
    scope: Scope, stack_id: UUID, *, name: str | None = None, shared: bool | None = None
) -> StackView:
    """Rename a stack, share it with the tenant, or stop sharing it."""
    row = lock_stack(scope, stack_id)
    if shared is not None and shared != row.shared:
        _check_owner(scope, row)
        row.shared = shared
        audit(scope, "stack.shared" if shared else "stack.unshared", "stack", row.id)
    row.name = _name_on_pages(name) if name else row.name
    row.updated_at = utcnow()
    row.save(update_fields=["name", "shared", "updated_at"])
    return get_stack(scope, row.id)


@transaction.atomic
def delete_stack(scope: Scope, stack_id: UUID) -> None:
    """Delete a stack with its tables, history and runs. Its documents stay."""
    row = lock_stack(scope, stack_id)
    _check_owner(scope, row)
    erase_tables(scope, StackTable.objects.in_scope(scope).filter(stack_id=row.id))
    Stack.objects.in_scope(scope).filter(pk=row.id).delete()
    audit(scope, "stack.deleted", "stack", stack_id)


def erase_tables(scope: Scope, tables: "QuerySet[StackTable]") -> None:
    """Delete tables with everything that was read for them."""
    locked_tables = list(tables.order_by("pk").select_for_update(of=("self",)))
    ids = [table.pk for table in locked_tables]
    corrections = StackCorrection.objects.in_scope(scope).filter(table_id__in=ids)
    rows = StackTableRow.objects.in_scope(scope).filter(table_id__in=ids)
    runs = [table.run_id for table in locked_tables] + [one.run_id for one in corrections]
    subjects = [*ids, *(one.pk for one in corrections), *rows.values_list("pk", flat=True)]
    delete_tool_calls(scope, subjects)
    StackTable.objects.in_scope(scope).filter(pk__in=ids).delete()
    delete_runs(scope, [run for run in runs if run])


def _name_on_pages(name: str) -> str:
    return with_visible_overrides(name)[:200]


def _check_owner(scope: Scope, row: Stack) -> None:
    if row.user_id != scope.actor_id:
        raise StackOfAnother()


@transaction.atomic
def create_table(
    scope: Scope,
    stack_id: UUID,
    name: str,
    *,
    instructions: str = "",
    columns: Sequence[ColumnSpec] = (),
) -> TableView:
    """Create a table with a row for each document. Without columns, they are inferred later."""
    stack = lock_stack(scope, stack_id)
    defined = replacement_columns((), columns).columns if columns else ()
    row = StackTable(
        tenant_id=scope.tenant_id,
        stack=stack,
        name=_name_on_pages(name),
        instructions=instructions,
        columns=[column.model_dump(mode="json") for column in defined],
    )
    row.save(force_insert=True)
    inside = StackDocument.objects.in_scope(scope).filter(stack_id=stack.id)
    add_rows(scope, row, list(inside.values_list("position", "document_id")))
    audit(scope, "stack.table_created", "stack_table", row.id)
    row.refresh_from_db()
    return table_view(row)


@transaction.atomic
def delete_table(scope: Scope, stack_id: UUID, table_id: UUID) -> None:
    """Delete a table with its rows, history and runs."""
    row = table_record(scope, stack_id, table_id)
    erase_tables(scope, StackTable.objects.in_scope(scope).filter(pk=row.id))
    audit(scope, "stack.table_deleted", "stack_table", table_id)


@transaction.atomic
def replace_columns(
    scope: Scope, stack_id: UUID, table_id: UUID, requested: Sequence[ColumnSpec]
) -> TableView:
    """Replace the columns. Cells of a changed column become stale; decided cells stay.

    Cells of a column that is left out are hidden, and return if the column does.
    """
    row = table_record(scope, stack_id, table_id, lock=True)
    if row.status == TableStatus.IN_PROGRESS:
        raise TableBusy()
    return set_columns(scope, row, replacement_columns(table_columns(row), requested))


@transaction.atomic
def extend_columns(
    scope: Scope,
    stack_id: UUID,
    table_id: UUID,
    requested: Sequence[ColumnSpec],
    removed: Collection[str] = (),
) -> TableView:
    """Add or change columns. Only the named ones are removed."""
    row = table_record(scope, stack_id, table_id, lock=True)
    return set_columns(scope, row, extended_columns(table_columns(row), requested, removed))


def set_columns(scope: Scope, row: StackTable, defined: ColumnsUpdate) -> TableView:
    """Store the columns of a locked table and mark changed ones as stale."""
    row.columns = [column.model_dump(mode="json") for column in defined.columns]
    row.updated_at = utcnow()
    row.save(update_fields=["columns", "updated_at"])
    mark_stale(scope, row.id, defined.changed)
    return table_view(row)


@transaction.atomic
def complete_table(scope: Scope, stack_id: UUID, table_id: UUID) -> TableView:
    """Mark the table as complete. Raises TableIncomplete if a document has no finished row."""
    row = table_record(scope, stack_id, table_id, lock=True)
    if row.status == TableStatus.IN_PROGRESS:
        raise TableBusy()
    rows = StackTableRow.objects.in_scope(scope).filter(table_id=row.id)
    missing = rows.exclude(status=RowStatus.DONE).count()
    if missing or not row.columns:
        raise TableIncomplete(missing, rows.count())
    row.status, row.error, row.updated_at = TableStatus.COMPLETED, "", utcnow()
    row.save(update_fields=["status", "error", "updated_at"])
    return table_view(row)
