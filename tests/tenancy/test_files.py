import os
from datetime import timedelta
from typing import NamedTuple

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from pramana.api.routes.health import CHECKS, Health
from pramana.documents.contracts import Status
from pramana.documents.models import Document
from pramana.tenancy.errors import FileDamaged, FileGone, StorageFull
from pramana.tenancy.models import StoredFile
from pramana.tenancy.services import open_file, release_file, store_file, sweep_files
from pramana.tenancy.services.files import damaged_count, verify_all


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


def alter(row: StoredFile, content: bytes) -> None:
    with open(default_storage.path(row.key), "wb") as file:
        file.write(content)


def test_altered_bytes_are_not_served(scope):
    row = stored(scope, b"the council met")
    alter(row, b"the council fled")

    with pytest.raises(FileDamaged), open_file(scope, row.id):
        pass

    assert damaged_count() == 1


def test_bytes_altered_after_they_were_read_are_noticed(scope):
    row = stored(scope, b"the council met")
    with open_file(scope, row.id) as file:
        assert file.read() == b"the council met"
    alter(row, b"the council fled")
    with pytest.raises(FileDamaged), open_file(scope, row.id):
        pass


@pytest.mark.parametrize("damage", [lambda row: alter(row, b"other"), None])
def test_an_upload_of_the_true_bytes_repairs_the_store(scope, damage):
    row = stored(scope, b"the council met")
    if damage:
        damage(row)
    else:
        default_storage.delete(row.key)
    with pytest.raises(FileDamaged), open_file(scope, row.id):
        pass

    assert stored(scope, b"the council met").id == row.id

    with open_file(scope, row.id) as file:
        assert file.read() == b"the council met"
    assert damaged_count() == 0


def test_verifying_walks_every_tenants_files_and_remembers(scope, other_scope):
    good, bad = stored(scope, b"good"), stored(other_scope, b"bad")
    alter(bad, b"worse")

    assert {row.id: intact for row, intact in verify_all()} == {good.id: True, bad.id: False}
    assert damaged_count() == 1

    alter(bad, b"bad")
    assert all(intact for _, intact in verify_all())
    assert damaged_count() == 0


def test_health_tells_of_damage_and_of_a_full_disk(scope, monkeypatch):
    assert CHECKS["files"]().status is Health.HEALTHY
    alter(stored(scope), b"other")
    list(verify_all())

    found = CHECKS["files"]()

    assert (found.status, "1 stored file" in found.error) == (Health.DEGRADED, True)
    monkeypatch.setattr("pramana.api.routes.health.shutil.disk_usage", lambda _: Disk(100, 95, 5))
    assert "full" in CHECKS["files"]().error


class Disk(NamedTuple):
    total: int
    used: int
    free: int


def test_other_users_of_the_machine_cannot_enter_the_files(scope, tmp_path, settings):
    storage = {**settings.STORAGES["default"], "OPTIONS": {"location": str(tmp_path / "files")}}
    settings.STORAGES = {**settings.STORAGES, "default": storage}
    stored(scope)
    folders = [
        tmp_path / "files",
        *(each for each in (tmp_path / "files").rglob("*") if each.is_dir()),
    ]
    assert len(folders) == 3
    assert {each.stat().st_mode & 0o777 for each in folders} == {0o700}
