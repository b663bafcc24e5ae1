"""Stacks are made, named, shared and erased."""

from collections.abc import Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction

from pramana.extraction.contracts.stacks.views import StackView
from pramana.extraction.errors.stacks import StackOfAnother
from pramana.extraction.models import Stack, StackCorrection, StackTable, StackTableRow, ToolCall
from pramana.extraction.selectors.stacks.stack import get_stack, locked_stack
from pramana.extraction.services.stacks.papers import add_documents
from pramana.kit.clock import utcnow
from pramana.kit.errors import Unauthorized
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit, forget_runs

if TYPE_CHECKING:
    from django.db.models import QuerySet


@transaction.atomic
def create_stack(scope: Scope, name: str, document_ids: Sequence[UUID] = ()) -> StackView:
    """A stack of the person who asks, with these documents in this order."""
    if scope.actor_id is None:
        raise Unauthorized("A stack belongs to a person. Use the key of one.")
    row = Stack(tenant_id=scope.tenant_id, user_id=scope.actor_id, name=name)
    row.save(force_insert=True)
    if document_ids:
        add_documents(scope, row.id, document_ids)
    audit(scope, "stack.created", "stack", row.id)
    return get_stack(scope, row.id)


@transaction.atomic
def change_stack(
    scope: Scope, stack_id: UUID, *, name: str | None = None, shared: bool | None = None
) -> StackView:
    """Call it otherwise, or share it with the tenant, or take that back."""
    row = locked_stack(scope, stack_id)
    if shared is not None and shared != row.shared:
        _refuse_others(scope, row)
        row.shared = shared
        audit(scope, "stack.shared" if shared else "stack.unshared", "stack", row.id)
    row.name = name or row.name
    row.updated_at = utcnow()
    row.save(update_fields=["name", "shared", "updated_at"])
    return get_stack(scope, row.id)


@transaction.atomic
def delete_stack(scope: Scope, stack_id: UUID) -> None:
    """Erase a stack with its tables, history and runs; its documents stay."""
    row = locked_stack(scope, stack_id)
    _refuse_others(scope, row)
    erase_tables(scope, StackTable.objects.in_scope(scope).filter(stack_id=row.id))
    Stack.objects.in_scope(scope).filter(pk=row.id).delete()
    audit(scope, "stack.deleted", "stack", stack_id)


def erase_tables(scope: Scope, tables: "QuerySet[StackTable]") -> None:
    """Remove tables with every trace of what was read for them."""
    found = list(tables.order_by("pk").select_for_update(of=("self",)))
    ids = [table.pk for table in found]
    corrections = StackCorrection.objects.in_scope(scope).filter(table_id__in=ids)
    rows = StackTableRow.objects.in_scope(scope).filter(table_id__in=ids)
    runs = [table.run_id for table in found] + [one.run_id for one in corrections]
    subjects = [*ids, *(one.pk for one in corrections), *rows.values_list("pk", flat=True)]
    ToolCall.objects.in_scope(scope).filter(subject_id__in=subjects).delete()
    StackTable.objects.in_scope(scope).filter(pk__in=ids).delete()
    forget_runs(scope, [run for run in runs if run])


def _refuse_others(scope: Scope, row: Stack) -> None:
    if row.user_id != scope.actor_id:
        raise StackOfAnother()
