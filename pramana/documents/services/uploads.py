"""Uploads: check a file, store it, and queue the reading in the same transaction.

The files inside a mail or an archive become documents of their own.
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import PurePath
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.files.base import File
from django.db import transaction
from django.db.models import Q

from pramana.documents.contracts import (
    BatchResult,
    Continuation,
    DocumentView,
    RefusedFile,
    Status,
)
from pramana.documents.errors import (
    CollectionNotFound,
    FileTooLarge,
    NothingToRetry,
)
from pramana.documents.models import Collection, Document, Page
from pramana.documents.reading import file_kinds
from pramana.documents.reading.contracts import FileKind, ReadOptions
from pramana.documents.reading.errors import Unreadable
from pramana.documents.selectors import document_view
from pramana.documents.services.reading import lock_document
from pramana.jobs.cpu import run_cpu
from pramana.jobs.errors import CpuTimeout
from pramana.jobs.queue import enqueue
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.kit.texts import storable, with_visible_overrides
from pramana.postgres.loans import return_to_pool
from pramana.tenancy.contracts import Quota
from pramana.tenancy.services import release_file, start_run, store_file
from pramana.tenancy.services.files import check_known_bytes, content_digest
from pramana.tenancy.services.quotas import check_quota

MEGABYTE = 1024 * 1024
EXTENSIONS = tuple(file_kinds.EXTENSIONS)
"""The file name extensions that are accepted."""

CHECK_SECONDS = 30.0
FILE_ERRORS = frozenset({400, 413})
"""The statuses of errors that are about one file; any other error is about the whole batch."""


def add_files(
    scope: Scope, files: "Sequence[tuple[str, File[bytes]]]", *, collection_id: UUID | None = None
) -> list[DocumentView]:
    """Add several files, or none of them if one is refused.

    All files are checked before the first is stored, because files on disk do not roll back. The
    checks take a while, so they come before the transaction and hold no connection.
    """
    for name, content in files:
        check_file(safe_name(name), content)
    return _store_checked(scope, files, collection_id)


def add_batch(
    scope: Scope, files: "Sequence[tuple[str, File[bytes]]]", *, collection_id: UUID | None = None
) -> BatchResult:
    """Add the good files of a batch and name the others with their errors.

    A batch without a good file is refused with its first error, and so is one that does not fit the
    quotas.
    """
    good, refused, first_error = [], [], None
    for name, content in files:
        try:
            check_file(safe_name(name), content)
        except AppError as error:
            if error.status not in FILE_ERRORS and not isinstance(error, CpuTimeout):
                raise
            first_error = first_error or error
            refused.append(RefusedFile(safe_name(name), error.code.upper(), error.message))
        else:
            good.append((name, content))
    if first_error and not good:
        raise first_error
    return BatchResult(_store_checked(scope, good, collection_id), refused)


def _store_checked(
    scope: Scope, files: "Sequence[tuple[str, File[bytes]]]", collection_id: UUID | None
) -> list[DocumentView]:
    """Store files that have been checked, in one transaction."""
    digests = [checked_digest(scope, content) for _, content in files]
    with transaction.atomic():
        check_quota(scope, Quota.DOCUMENTS, adding=len(files))
        check_quota(scope, Quota.BYTES, adding=sum(content.size for _, content in files))
        return [
            store_document(scope, name, content, sha256=sha256, collection_id=collection_id)
            for (name, content), sha256 in zip(files, digests, strict=True)
        ]


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
    """Add a file and queue its reading; `then` is queued when the reading has ended."""
    check_file(safe_name(filename), content)
    sha256 = checked_digest(scope, content)
    with transaction.atomic():
        check_quota(scope, Quota.DOCUMENTS, adding=1)
        return store_document(
            scope,
            filename,
            content,
            sha256=sha256,
            collection_id=collection_id,
            title=title,
            url=url,
            charset=charset,
            then=then,
        )


def checked_digest(scope: Scope, content: "File[bytes]") -> str:
    """The digest; where its bytes are stored already, they are verified before the transaction."""
    sha256 = content_digest(content)
    check_known_bytes(scope, sha256)
    return sha256


def store_document(
    scope: Scope,
    filename: str,
    content: "File[bytes]",
    *,
    sha256: str,
    collection_id: UUID | None,
    title: str = "",
    url: str = "",
    charset: str = "",
    then: Continuation | None = None,
    container: Document | None = None,
    container_path: str = "",
) -> DocumentView:
    name = safe_name(filename)
    if collection_id and not Collection.objects.in_scope(scope).filter(pk=collection_id).exists():
        raise CollectionNotFound()
    stored = store_file(scope, content, sha256=sha256)
    earlier = Document.objects.in_scope(scope).filter(file_id=stored.id).order_by("created_at")
    duplicate_of = earlier.values_list("pk", flat=True).first()
    row = Document(
        tenant_id=scope.tenant_id,
        title=with_visible_overrides(title or PurePath(name).stem or name)[:500],
        filename=name,
        file_id=stored.id,
        collection_id=collection_id,
        size=stored.size,
        url=url,
        charset=charset[:40],
        created_by_id=scope.actor_id,
        container=container,
        container_path=container_path,
    )
    queue_reading(scope, row, then)
    return document_view(row, duplicate_of=duplicate_of)


def queue_reading(scope: Scope, row: Document, then: Continuation | None = None) -> None:
    """Save the row and queue its reading in the same transaction."""
    row.run_id = start_run(scope, "documents.read")
    row.status, row.error = Status.QUEUED, ""
    row.save()
    further: dict[str, Any] = {"then": asdict(then)} if then else {}
    enqueue(scope, "documents.read", run_id=row.run_id, document_id=row.id, **further)


@transaction.atomic
def retry_document(
    scope: Scope, document_id: UUID, *, then: Continuation | None = None
) -> DocumentView:
    """Read a document again after a failure; pages that were read are not read again."""
    row = lock_document(scope, document_id)
    if row.status != Status.FAILED:
        raise NothingToRetry()
    Page.objects.in_scope(scope).filter(document=row).exclude(error="").delete()
    queue_reading(scope, row, then)
    return document_view(row)


def replace_content(
    scope: Scope,
    row: Document,
    filename: str,
    content: "File[bytes]",
    *,
    sha256: str,
    charset: str,
    then: Continuation | None = None,
) -> None:
    """Replace a document's file by a checked one, queue its reading, and release the old file."""
    before, stored = row.file_id, store_file(scope, content, sha256=sha256)
    row.file_id, row.filename, row.size = stored.id, filename, stored.size
    row.charset = charset[:40]
    Page.objects.in_scope(scope).filter(document=row).delete()
    queue_reading(scope, row, then)
    if before != stored.id:
        release_file(scope, before)


def check_file(name: str, content: "File[bytes]") -> FileKind:
    """The file's kind, or an error where it cannot be read.

    It refuses a wrong extension, an empty, encrypted or oversized file, and a zip bomb, before
    anything is stored.
    """
    limit = settings.PRAMANA.upload_limit_mb
    if content.size > limit * MEGABYTE:
        raise FileTooLarge(limit)
    return_to_pool()
    content.seek(0)
    head = content.read(file_kinds.HEAD_BYTES)
    kind = file_kinds.kind_of(name, head)
    if kind in file_kinds.TEXT_KINDS:
        _refuse_nul(content, head)
    else:
        with _on_disk(content) as path:
            run_cpu(
                "pramana.documents.reading.file_reader.document_info",
                path,
                name,
                options=read_options(),
                timeout=CHECK_SECONDS,
            )
    content.seek(0)
    return kind


def _refuse_nul(content: "File[bytes]", head: bytes) -> None:
    if head.startswith(file_kinds.UTF16):
        return
    if any(b"\x00" in chunk for chunk in content.chunks()):
        raise Unreadable("The file contains NUL bytes, so it is not a text file.")


@contextmanager
def _on_disk(content: "File[bytes]") -> Iterator[str]:
    """A path for the child process: the upload's own temporary file, or a copy."""
    if hasattr(content, "temporary_file_path"):
        yield content.temporary_file_path()
        return
    with tempfile.NamedTemporaryFile(prefix="pramana-") as copy:
        content.seek(0)
        for chunk in content.chunks():
            copy.write(chunk)
        copy.flush()
        yield copy.name


def safe_name(filename: str) -> str:
    """The last part of a path, from any operating system."""
    name = PurePath(storable(filename).replace("\\", "/")).name.strip()
    return with_visible_overrides(name)[-255:]


def read_options(charset: str = "") -> ReadOptions:
    """The configured limits for reading a file."""
    return ReadOptions(
        assets=str(settings.PRAMANA.assets),
        max_pages=settings.PRAMANA.max_pages,
        charset=charset,
    )


MAX_DEPTH = 3
"""Files are taken from an archive in an archive in a mail, but no deeper."""

MAX_CONTAINED = 2_000
"""The most documents that one upload may become, at all depths together."""


def add_contained_file(
    scope: Scope, container_id: UUID, member: str, filename: str, content: "File[bytes]"
) -> DocumentView | None:
    """Add a file that was unpacked from a document; None where it is there already or too much.

    A file that turns out to be damaged is a document whose reading fails, with the reason.
    """
    if content.size > settings.PRAMANA.upload_limit_mb * MEGABYTE:
        return None
    sha256 = checked_digest(scope, content)
    with transaction.atomic():
        container = lock_document(scope, container_id)
        if not _has_room(scope, container, member):
            return None
        check_quota(scope, Quota.DOCUMENTS, adding=1)
        check_quota(scope, Quota.BYTES, adding=content.size)
        return store_document(
            scope,
            filename,
            content,
            sha256=sha256,
            collection_id=container.collection_id,
            container=container,
            container_path=member,
        )


def _has_room(scope: Scope, container: Document, member: str) -> bool:
    """Whether the file is new, and neither too deep nor one too many."""
    documents = Document.objects.with_trash(scope)
    if documents.filter(container=container, container_path=member).exists():
        return False
    root, depth = container, 1
    while root.container_id is not None and depth <= MAX_DEPTH:
        root, depth = documents.get(pk=root.container_id), depth + 1
    if depth > MAX_DEPTH:
        return False
    inside = (
        Q(container=root) | Q(container__container=root) | Q(container__container__container=root)
    )
    return documents.filter(inside).count() < MAX_CONTAINED
