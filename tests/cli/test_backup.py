"""A backup is private, whole or refused, and no way to act as someone who was signed in."""

import hashlib
import io
import json
import os
import stat
import tarfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection

from pramana.cli.backup_encryption import CHUNK, MAGIC, MIN_LENGTH, SALT_BYTES, read_passphrase
from pramana.cli.commands.backup import (
    CHECKSUMS,
    DUMP,
    FILES,
    MANIFEST,
    ArchivedFiles,
    restore_archive,
    verify_archive,
    write_archive,
)
from pramana.kit.errors import InvalidRequest, Misconfigured
from pramana.kit.scope import Scope
from pramana.postgres.errors import BackupFailed
from pramana.postgres.testing import drop_database, template_database
from pramana.tenancy.models import StoredFile
from pramana.tenancy.services.files import store_file
from pramana.tenancy.sessions import SessionStore, stored_key
from pramana.tenancy.testing import make_tenant
from tests.prepared import run_prepared

WORDS = b"The words of a stored file. " * 50
PASSPHRASE = "correct horse battery"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scope() -> Scope:
    made = make_tenant("backed-up")
    store_file(made, ContentFile(WORDS))
    return made


@pytest.fixture
def url(database_url: str) -> str:
    return database_url


@pytest.fixture
def empty(database_url: str, worker_id: str) -> Iterator[str]:
    """The address of an empty database to restore into."""
    name = f"restored_{worker_id}"
    yield template_database(database_url, name)
    drop_database(database_url, name)


def write_by_hand(place: Path, entries: dict[str, bytes]) -> None:
    """An archive with right checksums, whatever it holds."""
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in entries.items()}
    whole = {MANIFEST: b'{"format": 2}', **entries, CHECKSUMS: json.dumps(digests).encode()}
    with tarfile.open(place, "w") as archive:
        for name, content in whole.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))


def stored_keys() -> list[str]:
    root = Path(default_storage.path(""))
    return sorted(str(file) for file in root.rglob("*") if file.is_file())


def test_a_backup_can_be_read_by_its_owner_only_and_holds_no_sessions(
    scope: Scope, url: str, empty: str, tmp_path: Path
) -> None:
    session = SessionStore()
    session["person"] = "somebody"
    session.create()
    backup = tmp_path / "b.tar"

    assert write_archive(url, backup) == ArchivedFiles(1, ())
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    verify_archive(backup)
    assert restore_archive(empty, backup) == 1
    with psycopg.connect(empty) as restored:
        assert restored.execute("SELECT count(*) FROM django_session").fetchone() == (0,)
        assert restored.execute("SELECT count(*) FROM tenancy_tenant").fetchone() == (1,)


def test_what_the_database_holds_of_a_session_does_not_sign_anyone_in(scope: Scope) -> None:
    session = SessionStore()
    session["person"] = "somebody"
    session.create()
    key = session.session_key or ""

    with connection.cursor() as cursor:
        cursor.execute("SELECT session_key FROM django_session")
        stored = cursor.fetchone()[0]

    assert stored == stored_key(key) != key
    assert SessionStore(key)["person"] == "somebody"
    assert SessionStore(stored).load() == {}
    assert not SessionStore().exists(stored)
    session.delete()
    assert SessionStore(key).load() == {}
    assert settings.SESSION_ENGINE == "pramana.tenancy.sessions"


@pytest.mark.parametrize("at", [0.05, 0.3, 0.6, 0.9, 0.97])
def test_an_altered_byte_anywhere_is_noticed(
    scope: Scope, url: str, tmp_path: Path, at: float
) -> None:
    backup = tmp_path / "b.tar"
    write_archive(url, backup)
    content = bytearray(backup.read_bytes())
    place = int(len(content) * at)
    while content[place] == 0:  # padding between entries carries nothing
        place -= 1
    content[place] ^= 1
    backup.write_bytes(content)

    with pytest.raises(InvalidRequest):
        verify_archive(backup)


@pytest.mark.parametrize("keep", [0.0, 0.1, 0.5, 0.9])
def test_a_cut_backup_is_refused(scope: Scope, url: str, tmp_path: Path, keep: float) -> None:
    backup = tmp_path / "b.tar"
    write_archive(url, backup)
    content = backup.read_bytes()
    backup.write_bytes(content[: int(len(content) * keep)])

    with pytest.raises(InvalidRequest):
        verify_archive(backup)


@pytest.mark.parametrize(
    "entries",
    [
        {},
        {FILES + "a/b": b"x"},
        {DUMP: b"x", "../evil": b"x"},
        {DUMP: b"x", FILES + "../../evil": b"x"},
        {DUMP: b"x", FILES + "/etc/evil": b"x"},
    ],
)
def test_an_archive_that_no_backup_wrote_is_refused(
    scope: Scope, tmp_path: Path, entries: dict[str, bytes]
) -> None:
    write_by_hand(tmp_path / "b.tar", entries)

    with pytest.raises(InvalidRequest):
        verify_archive(tmp_path / "b.tar")


@pytest.mark.parametrize("content", [b"", b"\x00" * 2048, b"no archive at all " * 500])
def test_garbage_is_refused_in_one_sentence(scope: Scope, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "b.tar").write_bytes(content)

    with pytest.raises(InvalidRequest) as refused:
        verify_archive(tmp_path / "b.tar")
    assert "\n" not in refused.value.message


@pytest.mark.parametrize("at", [0.1, 0.5, 0.95])
def test_an_altered_backup_is_refused_before_anything_is_touched(
    scope: Scope, url: str, tmp_path: Path, at: float
) -> None:
    """Not even a database is made for it."""
    backup, data = tmp_path / "b.tar", tmp_path / "new"
    write_archive(url, backup)
    content = bytearray(backup.read_bytes())
    place = int(len(content) * at)
    while content[place] == 0:
        place -= 1
    content[place] ^= 1
    backup.write_bytes(content)
    bare = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}

    restored = run_prepared(
        ["-m", "pramana.cli", "restore", str(backup), "--data", str(data)], env=bare
    )

    assert restored.returncode == 1
    assert len(restored.stderr.strip().splitlines()) == 1, restored.stderr
    assert not data.exists()


def test_a_database_that_cannot_be_restored_leaves_no_files_behind(
    scope: Scope, empty: str, tmp_path: Path
) -> None:
    write_by_hand(tmp_path / "b.tar", {FILES + "new/file": b"x", DUMP: b"no dump"})
    verify_archive(tmp_path / "b.tar")

    with pytest.raises(BackupFailed):
        restore_archive(empty, tmp_path / "b.tar")
    assert not [key for key in stored_keys() if "new/file" in key]


def test_a_file_that_was_there_before_a_failed_restore_stays(
    scope: Scope, empty: str, tmp_path: Path
) -> None:
    [row] = StoredFile.objects.in_scope(scope)
    write_by_hand(tmp_path / "b.tar", {FILES + row.key: WORDS, DUMP: b"no dump"})

    with pytest.raises(BackupFailed):
        restore_archive(empty, tmp_path / "b.tar")
    assert default_storage.exists(row.key)


NEWER = """
    INSERT INTO django_migrations (app, name, applied)
    VALUES ('tenancy', '9999_from_the_future', now())
"""


def test_a_backup_of_a_newer_version_is_refused_and_nothing_is_restored(
    scope: Scope, url: str, empty: str, tmp_path: Path
) -> None:
    backup = tmp_path / "b.tar"
    with connection.cursor() as cursor:
        cursor.execute(NEWER)
    try:
        write_archive(url, backup)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE name = '9999_from_the_future'")
    [row] = StoredFile.objects.in_scope(scope)
    default_storage.delete(row.key)

    with pytest.raises(Misconfigured, match="newer version"):
        restore_archive(empty, backup)
    assert not default_storage.exists(row.key)
    with psycopg.connect(empty) as target:
        rows = target.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        assert rows.fetchone() == (0,)


def test_damaged_files_do_not_stop_a_backup_and_are_named(
    scope: Scope, url: str, tmp_path: Path
) -> None:
    for content in (b"cut off", b"gone"):
        store_file(scope, ContentFile(content))
    cut, gone = (
        StoredFile.objects.in_scope(scope).get(sha256=hashlib.sha256(each).hexdigest()).key
        for each in (b"cut off", b"gone")
    )
    Path(default_storage.path(cut)).write_bytes(b"cut")
    default_storage.delete(gone)

    written = write_archive(url, tmp_path / "b.tar")

    assert (written.count, set(written.damaged)) == (2, {cut, gone})
    verify_archive(tmp_path / "b.tar")


def test_a_part_that_somebody_left_is_not_written_into(
    scope: Scope, url: str, tmp_path: Path
) -> None:
    other = tmp_path / "others"
    other.write_bytes(b"theirs")
    other.chmod(0o644)
    (tmp_path / "b.tar.part").symlink_to(other)

    write_archive(url, tmp_path / "b.tar")

    assert other.read_bytes() == b"theirs"
    assert stat.S_IMODE((tmp_path / "b.tar").stat().st_mode) == 0o600


def test_an_encrypted_backup_needs_its_passphrase(
    scope: Scope, url: str, empty: str, tmp_path: Path
) -> None:
    backup = tmp_path / "b.tar"
    write_archive(url, backup, PASSPHRASE)

    assert WORDS[:20] not in backup.read_bytes()
    for wrong in (None, "another passphrase"):
        with pytest.raises(InvalidRequest):
            verify_archive(backup, wrong)
    verify_archive(backup, PASSPHRASE)
    assert restore_archive(empty, backup, PASSPHRASE) == 1


def test_an_encrypted_backup_cut_between_two_chunks_is_refused(
    scope: Scope, url: str, tmp_path: Path
) -> None:
    store_file(scope, ContentFile(b"\x07" * (3 * CHUNK)))
    backup = tmp_path / "b.tar"
    write_archive(url, backup, PASSPHRASE)
    chunk = CHUNK + 16
    content = backup.read_bytes()
    header = len(MAGIC) + SALT_BYTES
    backup.write_bytes(content[: header + 2 * chunk])

    with pytest.raises(InvalidRequest):
        verify_archive(backup, PASSPHRASE)


def test_a_passphrase_comes_from_a_file_or_the_environment_and_is_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "words").write_text(f"{PASSPHRASE}\n")
    (tmp_path / "short").write_text("x" * (MIN_LENGTH - 1))
    monkeypatch.delenv("PRAMANA_BACKUP_PASSPHRASE", raising=False)

    assert read_passphrase(tmp_path / "words") == PASSPHRASE
    assert read_passphrase(None) is None
    for bad in (tmp_path / "short", tmp_path / "missing"):
        with pytest.raises(InvalidRequest):
            read_passphrase(bad)
    monkeypatch.setenv("PRAMANA_BACKUP_PASSPHRASE", PASSPHRASE)
    assert read_passphrase(None) == PASSPHRASE


def test_a_manifest_of_another_shape_is_refused(scope: Scope, tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "b.tar", "w") as archive:
        entry = tarfile.TarInfo(MANIFEST)
        entry.size = 2
        archive.addfile(entry, io.BytesIO(b"[]"))

    with pytest.raises(InvalidRequest):
        verify_archive(tmp_path / "b.tar")
