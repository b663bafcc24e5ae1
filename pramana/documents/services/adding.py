"""Taking files in. Accepted and queued are one fact."""

from collections.abc import Sequence
from pathlib import PurePath
from uuid import UUID

from django.core.files.base import File
from django.db import transaction

from pramana.documents.contracts import DocumentView, Status
from pramana.documents.errors import CollectionNotFound, DocumentNotFound, NothingToRetry
from pramana.documents.models import Collection, Document, Page
from pramana.documents.selectors import view
from pramana.documents.services.inspecting import inspect, safe_name
from pramana.jobs.services import enqueue
from pramana.kit.scope import Scope
from pramana.tenancy.services import start_run, store_file


@transaction.atomic
def add_files(
    scope: Scope, files: "Sequence[tuple[str, File[bytes]]]", *, collection_id: UUID | None = None
) -> list[DocumentView]:
    """Take in several files, or none of them when one is refused."""
    return [add_file(scope, name, content, collection_id=collection_id) for name, content in files]


@transaction.atomic
def add_file(
    scope: Scope,
    filename: str,
    content: "File[bytes]",
    *,
    collection_id: UUID | None = None,
    title: str = "",
    url: str = "",
) -> DocumentView:
    """Take a file in and ask for it to be read."""
    name = safe_name(filename)
    inspect(name, content)
    if collection_id and not Collection.objects.in_scope(scope).filter(pk=collection_id).exists():
        raise CollectionNotFound()
    stored = store_file(scope, content)
    earlier = Document.objects.in_scope(scope).filter(file_id=stored.id).order_by("created_at")
    duplicate_of = earlier.values_list("pk", flat=True).first()
    row = Document(
        tenant_id=scope.tenant_id,
        title=(title or PurePath(name).stem or name)[:500],
        filename=name,
        file_id=stored.id,
        collection_id=collection_id,
        size=stored.size,
        url=url,
        created_by_id=scope.actor_id,
    )
    ask_to_read(scope, row)
    return view(row, duplicate_of=duplicate_of)


def ask_to_read(scope: Scope, row: Document) -> None:
    """Queue the reading of a row in the transaction that saves it."""
    row.run_id = start_run(scope, "documents.read")
    row.status, row.error = Status.QUEUED, ""
    row.save()
    enqueue(scope, "documents.read", run_id=row.run_id, document_id=row.id)


@transaction.atomic
def retry_document(scope: Scope, document_id: UUID) -> DocumentView:
    """Read a document again whose reading failed; pages that were read are not read again."""
    row = Document.objects.in_scope(scope).select_for_update().filter(pk=document_id).first()
    if row is None:
        raise DocumentNotFound()
    if row.status != Status.FAILED:
        raise NothingToRetry()
    Page.objects.in_scope(scope).filter(document=row).exclude(error="").delete()
    ask_to_read(scope, row)
    return view(row)
