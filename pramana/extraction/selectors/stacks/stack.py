"""Stacks and their documents, as the person who asks may see them."""

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from pramana.extraction.contracts.stacks.views import StackedDocument, StackView
from pramana.extraction.errors.stacks import NotInStack, StackNotFound
from pramana.extraction.models import Stack, StackDocument
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from django.db.models import QuerySet


def visible_stacks(scope: Scope) -> "QuerySet[Stack]":
    """A stack belongs to its person until it is shared with the tenant."""
    mine = Q(user_id=scope.actor_id) if scope.actor_id else Q(pk__in=())
    return Stack.objects.in_scope(scope).filter(mine | Q(shared=True))


def stacks_page(
    scope: Scope, *, before: datetime | None = None, limit: int = 50
) -> list[StackView]:
    """Newest first; `before` continues where a page ended."""
    rows = _counted(scope, visible_stacks(scope))
    if before:
        rows = rows.filter(created_at__lt=before)
    return [stack_view(row) for row in rows[:limit]]


def get_stack(scope: Scope, stack_id: UUID) -> StackView:
    row = _counted(scope, visible_stacks(scope)).filter(pk=stack_id).first()
    if row is None:
        raise StackNotFound()
    return stack_view(row)


def _counted(scope: Scope, rows: "QuerySet[Stack]") -> "QuerySet[Stack]":
    inside = StackDocument.objects.in_scope(scope).filter(stack_id=OuterRef("pk")).order_by()
    number = inside.values("stack_id").annotate(number=Count("pk")).values("number")
    return rows.annotate(number=Coalesce(Subquery(number), 0))


def locked_stack(scope: Scope, stack_id: UUID) -> Stack:
    """The row for a change, within a transaction."""
    row = visible_stacks(scope).select_for_update(of=("self",)).filter(pk=stack_id).first()
    if row is None:
        raise StackNotFound()
    return row


def stacked_documents(
    scope: Scope, stack_id: UUID, *, after: int = 0, limit: int = 50
) -> list[StackedDocument]:
    """The stack's documents in the order they came, from behind position `after`."""
    rows = (
        StackDocument.objects.in_scope(scope)
        .filter(stack_id=stack_id, position__gt=after)
        .order_by("position")
        .values_list(
            "document_id",
            "document__title",
            "document__filename",
            "document__status",
            "document__page_count",
            "position",
            "added_at",
        )
    )
    return [StackedDocument(*row) for row in rows[:limit]]


def must_be_stacked(scope: Scope, stack_id: UUID, document_id: UUID) -> None:
    """Before anything is said about a document. Raises NotInStack."""
    inside = StackDocument.objects.in_scope(scope)
    if not inside.filter(stack_id=stack_id, document_id=document_id).exists():
        raise NotInStack(document_id)


def stack_view(row: Stack) -> StackView:
    return StackView(
        id=row.id,
        name=row.name,
        owner_id=row.user_id,
        shared=row.shared,
        document_count=getattr(row, "number", 0),
        created_at=row.created_at,
        updated_at=row.updated_at,
    )
