"""Stored files: named by their content, and written to disk before the row that names them.

Bytes are compared with their name before they are read, so that what comes out is what went in.
"""

import hashlib
import logging
import re
import shutil
import tempfile
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import IO, Any
from uuid import UUID

from django.core.files.base import File
from django.core.files.storage import FileSystemStorage, default_storage, storages
from django.db import transaction
from django.db.models import ProtectedError, QuerySet, Sum

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.postgres.loans import return_to_pool
from pramana.tenancy.contracts import Quota
from pramana.tenancy.errors import FileDamaged, FileGone
from pramana.tenancy.locking import LockedKind, lock_name
from pramana.tenancy.models import StoredFile
from pramana.tenancy.services.quotas import check_quota

CHUNK = 1024 * 1024
VERIFIED_S = 600.0
"""For how long a file that was verified, and has not been touched since, is not hashed again."""
MOST_VERIFIED = 10_000
logger = logging.getLogger(__name__)
_intact: "OrderedDict[str, tuple[object, float]]" = OrderedDict()
"""When each file was last verified by this process, and what the storage said about it then."""


@transaction.atomic
def store_file(scope: Scope, content: "File[bytes]", *, sha256: str = "") -> StoredFile:
    """Store the bytes once per tenant. Call it in the transaction of the row that uses them.

    Bytes that are known already replace the stored ones where those are missing or damaged. A
    caller that knows the digest gives it, so that nothing is hashed in its transaction.
    """
    sha256 = sha256 or content_digest(content)
    row = StoredFile(tenant_id=scope.tenant_id, sha256=sha256, size=content.size)
    _lock_bytes(row.key)
    known = StoredFile.objects.in_scope(scope).filter(sha256=row.sha256).first()
    if known is not None:
        _repair(known, content)
        return known
    check_quota(scope, Quota.BYTES, adding=row.size)
    content.seek(0)
    default_storage.save(row.key, content)
    row.save(force_insert=True)
    return row


def content_digest(content: "File[bytes]") -> str:
    """The SHA-256 of the bytes, which is also the name they are stored under."""
    sha256 = hashlib.sha256()
    for chunk in content.chunks(CHUNK):
        sha256.update(chunk)
    return sha256.hexdigest()


def _repair(row: StoredFile, content: "File[bytes]") -> None:
    """Store the bytes again if what is stored is not what was given."""
    if is_intact(row):
        return
    logger.error("a stored file was missing or damaged and is repaired by a new upload")
    content.seek(0)
    default_storage.save(row.key, content)
    _intact.pop(row.key, None)
    _same_row(row).update(damaged_at=None)


def check_known_bytes(scope: Scope, sha256: str) -> None:
    """Verify the stored bytes of this digest, if there are any, before a transaction needs them."""
    row = StoredFile.objects.in_scope(scope).filter(sha256=sha256).first()
    if row is not None:
        is_intact(row)


def is_intact(row: StoredFile, *, anew: bool = False) -> bool:
    """Whether the stored bytes are those that were given. `anew` trusts no earlier look."""
    return_to_pool()
    state = _storage_state(row.key)
    if state is None:
        return False
    seen, until = _intact.get(row.key, (None, 0.0))
    if not anew and seen == state and time.monotonic() < until:
        return True
    with default_storage.open(row.key, "rb") as file:
        if content_digest(file) != row.sha256:
            return False
    _intact[row.key] = (state, time.monotonic() + VERIFIED_S)
    if len(_intact) > MOST_VERIFIED:
        _intact.popitem(last=False)
    return True


def _storage_state(key: str) -> object:
    """Size and time of change, or None where there is no such file."""
    try:
        return default_storage.size(key), default_storage.get_modified_time(key)
    except OSError:
        return None


def report_damage(row: StoredFile) -> None:
    """Remember that the bytes are missing or damaged, for health and for people."""
    logger.error("a stored file is missing or damaged", extra={"file_id": str(row.pk)})
    _same_row(row).filter(damaged_at=None).update(damaged_at=utcnow())


def _same_row(row: StoredFile) -> "QuerySet[StoredFile]":
    return StoredFile.objects.in_scope(Scope(tenant_id=row.tenant_id)).filter(pk=row.pk)


def damaged_count() -> int:
    """How many stored files of all tenants are known to be missing or damaged."""
    rows = StoredFile.objects.unscoped("health counts every tenant's files")
    return rows.filter(damaged_at__isnull=False).count()


def verify_all() -> Iterator[tuple[StoredFile, bool]]:
    """Hash every stored file of every tenant, and record which are damaged and which no more."""
    for row in StoredFile.objects.unscoped("an operator verifies every tenant's files").iterator():
        intact = is_intact(row, anew=True)
        if not intact:
            report_damage(row)
        elif row.damaged_at is not None:
            _same_row(row).update(damaged_at=None)
        yield row, intact


def _lock_bytes(key: str) -> None:
    """Keep other transactions from storing or sweeping these bytes until this one ends."""
    lock_name(LockedKind.FILE, key)


@contextmanager
def open_file(scope: Scope, file_id: UUID) -> Iterator[IO[Any]]:
    """The bytes of a file of this tenant, which are what was given; `FileDamaged` if not."""
    row = StoredFile.objects.in_scope(scope).filter(pk=file_id).first()
    if row is None:
        raise FileGone()
    if not is_intact(row):
        report_damage(row)
        raise FileDamaged()
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


def stored_files() -> Iterator[str]:
    """The keys of every tenant's files, for backup."""
    rows = StoredFile.objects.unscoped("a backup holds every tenant's files")
    return (row.key for row in rows.iterator())


def stored_bytes(scope: Scope) -> int:
    """The total size of the tenant's files."""
    return int(StoredFile.objects.in_scope(scope).aggregate(total=Sum("size"))["total"] or 0)
