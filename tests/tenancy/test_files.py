import os
from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from pramana.documents.contracts import Status
from pramana.documents.models import Document
from pramana.tenancy.errors import FileGone, StorageFull
from pramana.tenancy.models import StoredFile
from pramana.tenancy.services import open_file, release_file, store_file, sweep_files


def stored(scope, content=b"words"):
    return store_file(scope, ContentFile(content))


def test_the_same_bytes_are_kept_once_per_tenant(scope, other_scope):
    assert stored(scope).id == stored(scope).id
    assert stored(scope).key != stored(other_scope).key


def test_what_was_stored_comes_back(scope):
    with open_file(scope, stored(scope, b"\x00\xff" * 100_000).id) as file:
        assert file.read() == b"\x00\xff" * 100_000


def test_another_tenants_file_is_not_there(scope, other_scope):
    with pytest.raises(FileGone), open_file(other_scope, stored(scope).id):
        pass


def test_released_bytes_are_erased(scope, django_capture_on_commit_callbacks):
    row = stored(scope)
    with django_capture_on_commit_callbacks(execute=True):
        release_file(scope, row.id)
    assert not default_storage.exists(row.key)


def test_bytes_that_something_rests_on_stay(scope, django_capture_on_commit_callbacks):
    row = stored(scope)
    Document.objects.create(
        tenant_id=scope.tenant_id, title="t", filename="t.txt", file=row, size=5,
        status=Status.QUEUED,
    )  # fmt: skip
    with django_capture_on_commit_callbacks(execute=True):
        release_file(scope, row.id)
    assert default_storage.exists(row.key)
    assert StoredFile.objects.in_scope(scope).filter(pk=row.pk).exists()


def test_the_sweep_takes_old_bytes_without_a_row_and_nothing_else(scope):
    kept, orphan, young = stored(scope, b"kept"), stored(scope, b"orphan"), stored(scope, b"young")
    for row in (orphan, young):
        StoredFile.objects.in_scope(scope).filter(pk=row.pk).delete()
    long_ago = 1_000_000_000
    for row in (kept, orphan):
        os.utime(default_storage.path(row.key), (long_ago, long_ago))
    assert sweep_files() == 1
    assert [default_storage.exists(row.key) for row in (kept, orphan, young)] == [True, False, True]


def test_a_half_written_file_is_never_seen(scope):
    class Broken(ContentFile):
        def chunks(self, chunk_size=None):
            yield b"half"
            raise OSError(28, "No space left on device")

    with pytest.raises(StorageFull):
        default_storage.save("a/b/c", Broken(b"whole"))
    assert not default_storage.exists("a/b/c")
    assert default_storage.listdir("a/b") == ([], [])


def test_time_is_left_for_transactions_that_have_not_committed():
    from pramana.tenancy.services.files import GRACE_PERIOD

    assert timedelta(minutes=10) <= GRACE_PERIOD
