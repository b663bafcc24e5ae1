"""Stacks and the documents in them."""

from datetime import datetime
from uuid import UUID

from ninja import Router, Status

from pramana.extraction.api.stacks.asked import (
    After,
    Limit,
    StackChangeIn,
    StackDocumentsIn,
    StackIn,
)
from pramana.extraction.api.stacks.told import (
    StackAddedOut,
    StackedDocumentsOut,
    StacksOut,
)
from pramana.extraction.contracts.stacks.views import StackedDocument, StackView
from pramana.extraction.selectors.stacks.stack import get_stack, stacked_documents, stacks_page
from pramana.extraction.services.stacks.keeping import change_stack, create_stack, delete_stack
from pramana.extraction.services.stacks.papers import add_documents, remove_document
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["stacks"])


@router.post("/", response={201: StackView}, auth=needs(Role.REVIEWER))
def create(request: ScopedRequest, body: StackIn) -> Status[StackView]:
    """A stack of your own, with documents in this order. It is yours until you share it."""
    return Status(201, create_stack(request.scope, body.name, body.document_ids))


@router.get("/", response=StacksOut)
def list_stacks(
    request: ScopedRequest, before: datetime | None = None, limit: Limit = 50
) -> dict[str, list[StackView]]:
    """Your stacks and the shared ones, newest first. Continue with the last `created_at`."""
    return {"stacks": stacks_page(request.scope, before=before, limit=limit)}


@router.get("/{uuid:stack_id}", response=StackView)
def one_stack(request: ScopedRequest, stack_id: UUID) -> StackView:
    """One stack."""
    return get_stack(request.scope, stack_id)


@router.patch("/{uuid:stack_id}", response=StackView, auth=needs(Role.REVIEWER))
def change(request: ScopedRequest, stack_id: UUID, body: StackChangeIn) -> StackView:
    """Call it otherwise, share it with everyone here, or take that back."""
    return change_stack(request.scope, stack_id, name=body.name, shared=body.shared)


@router.delete("/{uuid:stack_id}", response={204: None}, auth=needs(Role.REVIEWER))
def remove(request: ScopedRequest, stack_id: UUID) -> Status[None]:
    """Erase a stack of yours with its tables. The documents stay."""
    delete_stack(request.scope, stack_id)
    return Status(204, None)


@router.get("/{uuid:stack_id}/documents", response=StackedDocumentsOut)
def list_documents(
    request: ScopedRequest, stack_id: UUID, after: After = 0, limit: Limit = 50
) -> dict[str, list[StackedDocument]]:
    """The stack's documents in order. Continue with `after` = the last `position`."""
    get_stack(request.scope, stack_id)
    return {"documents": stacked_documents(request.scope, stack_id, after=after, limit=limit)}


@router.post("/{uuid:stack_id}/documents", response=StackAddedOut, auth=needs(Role.REVIEWER))
def add(request: ScopedRequest, stack_id: UUID, body: StackDocumentsIn) -> StackAddedOut:
    """Put documents into the stack; those that are in it already stay where they are."""
    return StackAddedOut(added=add_documents(request.scope, stack_id, body.document_ids))


@router.delete(
    "/{uuid:stack_id}/documents/{uuid:document_id}",
    response={204: None},
    auth=needs(Role.REVIEWER),
)
def take_out(request: ScopedRequest, stack_id: UUID, document_id: UUID) -> Status[None]:
    """Take a document out of the stack, with its rows. The document stays."""
    remove_document(request.scope, stack_id, document_id)
    return Status(204, None)
