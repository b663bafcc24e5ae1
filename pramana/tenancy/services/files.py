"""Stored files: named by their content, and written to disk before the row that names them."""

import hashlib
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import IO, Any
from uuid import UUID

from django.core.files.base import File
from django.core.files.storage import FileSystemStorage, default_storage, storages
from django.db import connection, transaction
from django.db.models import ProtectedError, Sum

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Quota
from pramana.tenancy.errors import FileGone
from pramana.tenancy.models import StoredFile
from pramana.tenancy.services.quotas import check_quota

CHUNK = 1024 * 1024


@transaction.atomic
def store_file(scope: Scope, content: "File[bytes]") -> StoredFile:
    """Store the bytes once per tenant. Call it in the transaction of the row that uses them."""
    row = StoredFile(tenant_id=scope.tenant_id, sha256=_digest(content), size=content.size)
    _lock_bytes(row.key)
    known = StoredFile.objects.in_scope(scope).filter(sha256=row.sha256).first()
    if known is not None:
        return known
    check_quota(scope, Quota.BYTES, adding=row.size)
    content.seek(0)
    default_storage.save(row.key, content)
    row.save(force_insert=True)
    return row


def _digest(content: "File[bytes]") -> str:
    sha256 = hashlib.sha256()
    for chunk in content.chunks(CHUNK):
        sha256.update(chunk)
    return sha256.hexdigest()


def _lock_bytes(key: str) -> None:
    """Keep other transactions from storing or sweeping these bytes until this one ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 1))", [key])


@contextmanager
def open_file(scope: Scope, file_id: UUID) -> Iterator[IO[Any]]:
    """The bytes of a file of this tenant."""
    row = StoredFile.objects.in_scope(scope).filter(pk=file_id).first()
    if row is None or not default_storage.exists(row.key):
        raise FileGone()
    with default_storage.open(row.key, "rb") as file:
        yield file


@contextmanager
def local_file(scope: Scope, file_id: UUID) -> Iterator[str]:
    """A local path to the bytes: the stored file itself, or a temporary copy of it."""
    with open_file(scope, file_id) as file:
        if isinstance(storages["default"], FileSystemStorage):
            yield file.name
            return
        with tempfile.NamedTemporaryFile(prefix="pramana-") as copy:
            shutil.copyfileobj(file, copy, CHUNK)
            copy.flush()
            yield copy.name


@transaction.atomic
def release_file(scope: Scope, file_id: UUID) -> None:
    """Delete the file if nothing else in the tenant refers to it.

    The bytes are deleted after the row's deletion is committed. A crash in between leaves bytes
    without a row, which the sweep deletes.
    """
    row = StoredFile.objects.in_scope(scope).filter(pk=file_id).first()
    if row is None:
        return
    _lock_bytes(row.key)
    try:
        with transaction.atomic():
            StoredFile.objects.in_scope(scope).filter(pk=file_id).delete()
    except ProtectedError:
        return
    transaction.on_commit(lambda: erase_unreferenced(row.key))


@transaction.atomic
def erase_unreferenced(key: str) -> bool:
    """Delete bytes that no row names. True if they were deleted."""
    _lock_bytes(key)
    tenant_id, _, sha256 = key.split("/")
    rows = StoredFile.objects.unscoped("the key carries its tenant")
    if rows.filter(tenant_id=tenant_id, sha256=sha256).exists():
        return False
    default_storage.delete(key)
    return True


GRACE_PERIOD = timedelta(hours=1)
"""Younger bytes may belong to a transaction that has not committed yet, so a sweep keeps them."""

KEY = re.compile(r"[0-9a-f-]{36}/[0-9a-f]{2}/[0-9a-f]{64}")


def sweep_files() -> int:
    """Delete old bytes that no row names, and return how many files that were."""
    before = utcnow() - GRACE_PERIOD
    return sum(
        erase_unreferenced(key)
        for key in _stored_keys("")
        if KEY.fullmatch(key) and default_storage.get_modified_time(key) < before
    )


def _stored_keys(folder: str) -> Iterator[str]:
    try:
        folders, files = default_storage.listdir(folder)
    except FileNotFoundError:  # nothing was ever stored
        return
    for name in files:
        yield f"{folder}{name}"
    for name in folders:
        yield from _stored_keys(f"{folder}{name}/")


def stored_files() -> Iterator[tuple[str, int]]:
    """The key and size of every tenant's files, for backup."""
    rows = StoredFile.objects.unscoped("a backup holds every tenant's files")
    return ((row.key, row.size) for row in rows.iterator())


def stored_bytes(scope: Scope) -> int:
    """The total size of the tenant's files."""
    return int(StoredFile.objects.in_scope(scope).aggregate(total=Sum("size"))["total"] or 0)
