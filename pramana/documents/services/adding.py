"""Taking files in. Accepted and queued are one fact."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import PurePath
from typing import Any
from uuid import UUID

from django.core.files.base import File
from django.db import transaction

from pramana.documents.contracts import Continuation, DocumentView, Status
from pramana.documents.errors import CollectionNotFound, DocumentNotFound, NothingToRetry
from pramana.documents.models import Collection, Document, Page
from pramana.documents.selectors import view
from pramana.documents.services.inspecting import inspect, safe_name
from pramana.jobs.services import enqueue
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Quota
from pramana.tenancy.quotas import within
from pramana.tenancy.services import start_run, store_file


@transaction.atomic
def add_files(
    scope: Scope, files: "Sequence[tuple[str, File[bytes]]]", *, collection_id: UUID | None = None
) -> list[DocumentView]:
    """Take in several files, or none of them when one is refused.

    All are looked at before the first is stored: bytes on disk do not roll back.
    """
    for name, content in files:
        inspect(safe_name(name), content)
    within(scope, Quota.DOCUMENTS, adding=len(files))
    within(scope, Quota.BYTES, adding=sum(content.size for _, content in files))
    return [_take(scope, name, content, collection_id=collection_id) for name, content in files]


@transaction.atomic
def add_file(
    scope: Scope,
    filename: str,
    content: "File[bytes]",
    *,
    collection_id: UUID | None = None,
    title: str = "",
    url: str = "",
    charset: str = "",
    then: Continuation | None = None,
) -> DocumentView:
    """Take a file in and ask for it to be read; `then` is asked for when that has ended."""
    inspect(safe_name(filename), content)
    within(scope, Quota.DOCUMENTS, adding=1)
    return _take(
        scope,
        filename,
        content,
        collection_id=collection_id,
        title=title,
        url=url,
        charset=charset,
        then=then,
    )


def _take(
    scope: Scope,
    filename: str,
    content: "File[bytes]",
    *,
    collection_id: UUID | None,
    title: str = "",
    url: str = "",
    charset: str = "",
    then: Continuation | None = None,
) -> DocumentView:
    name = safe_name(filename)
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
        charset=charset[:40],
        created_by_id=scope.actor_id,
    )
    ask_to_read(scope, row, then)
    return view(row, duplicate_of=duplicate_of)


def ask_to_read(scope: Scope, row: Document, then: Continuation | None = None) -> None:
    """Queue the reading of a row in the transaction that saves it."""
    row.run_id = start_run(scope, "documents.read")
    row.status, row.error = Status.QUEUED, ""
    row.save()
    further: dict[str, Any] = {"then": asdict(then)} if then else {}
    enqueue(scope, "documents.read", run_id=row.run_id, document_id=row.id, **further)


@transaction.atomic
def retry_document(
    scope: Scope, document_id: UUID, *, then: Continuation | None = None
) -> DocumentView:
    """Read a document again whose reading failed; pages that were read are not read again."""
    row = Document.objects.in_scope(scope).select_for_update().filter(pk=document_id).first()
    if row is None:
        raise DocumentNotFound()
    if row.status != Status.FAILED:
        raise NothingToRetry()
    Page.objects.in_scope(scope).filter(document=row).exclude(error="").delete()
    ask_to_read(scope, row, then)
    return view(row)
