"""Files through Django's storage, content-addressed, on disk before the row that names them."""

import hashlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any
from uuid import UUID

from django.core.files.base import File
from django.core.files.storage import FileSystemStorage, default_storage, storages
from django.db import connection, transaction
from django.db.models import ProtectedError

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Quota
from pramana.tenancy.errors import FileGone
from pramana.tenancy.models import StoredFile
from pramana.tenancy.quotas import within

CHUNK = 1024 * 1024


@transaction.atomic
def store_file(scope: Scope, content: "File[bytes]") -> StoredFile:
    """Keep the bytes, once per tenant; call it in the transaction of what will rest on them."""
    row = StoredFile(tenant_id=scope.tenant_id, sha256=_digest(content), size=content.size)
    _hold(row.key)
    known = StoredFile.objects.in_scope(scope).filter(sha256=row.sha256).first()
    if known is not None:
        return known
    within(scope, Quota.BYTES, adding=row.size)
    content.seek(0)
    default_storage.save(row.key, content)
    row.save(force_insert=True)
    return row


def _digest(content: "File[bytes]") -> str:
    sha256 = hashlib.sha256()
    for chunk in content.chunks(CHUNK):
        sha256.update(chunk)
    return sha256.hexdigest()


def _hold(key: str) -> None:
    """Until this transaction ends, nobody else stores or sweeps these bytes."""
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
    """A path to the bytes on this machine: the stored file itself, or a passing copy of it."""
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
    """Erase the bytes if nothing else in the tenant rests on them.

    The bytes go after the row is committed away; a crash in between leaves bytes without a row,
    which the sweep removes.
    """
    row = StoredFile.objects.in_scope(scope).filter(pk=file_id).first()
    if row is None:
        return
    _hold(row.key)
    try:
        with transaction.atomic():
            StoredFile.objects.in_scope(scope).filter(pk=file_id).delete()
    except ProtectedError:
        return
    transaction.on_commit(lambda: erase_unless_known(row.key))


@transaction.atomic
def erase_unless_known(key: str) -> bool:
    """Remove bytes that no row names. True if they were removed."""
    _hold(key)
    tenant_id, _, sha256 = key.split("/")
    rows = StoredFile.objects.unscoped("the key carries its tenant")
    if rows.filter(tenant_id=tenant_id, sha256=sha256).exists():
        return False
    default_storage.delete(key)
    return True
