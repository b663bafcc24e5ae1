"""Documents come into a stack and leave it; each table has one row for each of them."""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from pramana.documents.errors import DocumentNotFound
from pramana.documents.selectors import documents_by_id
from pramana.extraction.contracts.stacks.cells import RowStatus, TableStatus
from pramana.extraction.errors.stacks import NotInStack, StackTooLarge
from pramana.extraction.models import (
    StackCorrection,
    StackDocument,
    StackTable,
    StackTableRow,
    ToolCall,
)
from pramana.extraction.selectors.stacks.stack import locked_stack
from pramana.extraction.services.stacks.runs import settle
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit, forget_runs

MOST_DOCUMENTS = 10_000
UNDER_WAY = (RowStatus.WAITING, RowStatus.RUNNING)


@transaction.atomic
def add_documents(scope: Scope, stack_id: UUID, document_ids: Sequence[UUID]) -> int:
    """Put documents at the end of a stack, with a row in each table; return how many are new."""
    stack = locked_stack(scope, stack_id)
    wanted = list(dict.fromkeys(document_ids))
    if len(documents_by_id(scope, wanted)) < len(wanted):
        raise DocumentNotFound()
    inside = StackDocument.objects.in_scope(scope).filter(stack_id=stack.id)
    known = set(inside.filter(document_id__in=wanted).values_list("document_id", flat=True))
    new = [document_id for document_id in wanted if document_id not in known]
    if inside.count() + len(new) > MOST_DOCUMENTS:
        raise StackTooLarge(MOST_DOCUMENTS)
    first = (inside.aggregate(last=Max("position"))["last"] or 0) + 1
    placed = list(enumerate(new, start=first))
    StackDocument.objects.bulk_create(
        StackDocument(
            tenant_id=scope.tenant_id,
            stack_id=stack.id,
            document_id=document_id,
            position=position,
            added_by_id=scope.actor_id,
        )
        for position, document_id in placed
    )
    for table in StackTable.objects.in_scope(scope).filter(stack_id=stack.id):
        add_rows(scope, table, placed)
    audit(scope, "stack.documents_added", "stack", stack.id, count=len(new))
    return len(new)


def add_rows(scope: Scope, table: StackTable, placed: Sequence[tuple[int, UUID]]) -> None:
    """A row for each document, with nothing in it yet."""
    StackTableRow.objects.bulk_create(
        StackTableRow(
            tenant_id=scope.tenant_id, table=table, document_id=document_id, position=position
        )
        for position, document_id in placed
    )


@transaction.atomic
def remove_document(scope: Scope, stack_id: UUID, document_id: UUID) -> None:
    """Take a document out of a stack, with its rows and their history."""
    stack = locked_stack(scope, stack_id)
    if not _take_out(scope, [stack.id], [document_id]):
        raise NotInStack(document_id)
    audit(scope, "stack.document_removed", "stack", stack.id, document_id=str(document_id))


@transaction.atomic
def forget_documents(scope: Scope, document_ids: Sequence[UUID]) -> None:
    """Erase what was read from deleted documents, and what was said about the tables they were in.

    A correction's words may quote any document of its table, so those go too.
    """
    inside = StackDocument.objects.in_scope(scope).filter(document_id__in=document_ids)
    stacks = list(inside.order_by("stack_id").values_list("stack_id", flat=True).distinct())
    if not stacks:
        return
    corrections = StackCorrection.objects.in_scope(scope).filter(table__stack_id__in=stacks)
    _forget_calls(scope, [correction.pk for correction in corrections])
    runs = [correction.run_id for correction in corrections if correction.run_id]
    _take_out(scope, stacks, document_ids)
    corrections.delete()
    forget_runs(scope, runs)


def _take_out(scope: Scope, stacks: Collection[UUID], documents: Collection[UUID]) -> int:
    """Remove documents from stacks; a run under way has that much less to do."""
    tables = list(
        StackTable.objects.in_scope(scope)
        .filter(stack_id__in=stacks)
        .order_by("pk")
        .select_for_update(of=("self",))
    )
    for table in tables:
        _drop_rows(scope, table, documents)
    inside = StackDocument.objects.in_scope(scope).filter(stack_id__in=stacks)
    removed, _ = inside.filter(document_id__in=documents).delete()
    return removed


def _drop_rows(scope: Scope, table: StackTable, documents: Collection[UUID]) -> None:
    rows = StackTableRow.objects.in_scope(scope).filter(
        table_id=table.id, document_id__in=documents
    )
    left = rows.filter(run_id=table.run_id, status__in=UNDER_WAY).count()
    _forget_calls(scope, list(rows.values_list("pk", flat=True)))
    rows.delete()
    if table.status == TableStatus.IN_PROGRESS:
        table.total -= left
        settle(scope, table)


def _forget_calls(scope: Scope, subjects: Collection[UUID]) -> None:
    ToolCall.objects.in_scope(scope).filter(subject_id__in=subjects).delete()
