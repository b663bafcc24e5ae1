"""`pramana backup` and `restore`: one tar with the database dump and every stored file.

Stored files are named by their content and never change, so they are copied before the dump and
once more after it: whatever the dump names is in the archive even while the product keeps working.
Sign-in sessions are left out, so that nobody can use a backup to act as someone who was signed in.
"""

import argparse
import hashlib
import io
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from pramana import __version__
from pramana.cli.backup_encryption import decrypted, encrypted, read_passphrase
from pramana.cli.product import (
    check_schema,
    migrate,
    read_environment,
    ready_product,
    refuse_newer,
    say,
)
from pramana.kit.clock import utcnow
from pramana.kit.errors import Conflict, InvalidRequest

FORMAT = 2
WITHOUT_CHECKSUMS = 1
"""The first format. Stored files are checked by their names, the dump only by PostgreSQL."""
DUMP, MANIFEST, CHECKSUMS, FILES = "database.dump", "manifest.json", "checksums.json", "files/"
SESSIONS = "django_session"
CHUNK = 1 << 20


@dataclass(frozen=True)
class ArchivedFiles:
    """How many stored files an archive holds, and the keys of those that are not as given."""

    count: int
    damaged: tuple[str, ...]


def write_archive(url: str, place: Path, passphrase: str | None = None) -> ArchivedFiles:
    """Write the archive completely or not at all, for its owner's eyes only."""
    part = place.with_name(place.name + ".part")
    try:
        part.unlink(missing_ok=True)  # one that a killed backup or somebody else left
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with (
            open(descriptor, "wb") as raw,
            encrypted(raw, passphrase) as target,
            tarfile.open(fileobj=target, mode="w|") as archive,
        ):
            files = _Writer(archive).write_all(url)
        part.rename(place)
    finally:
        part.unlink(missing_ok=True)
    return files


class _Writer:
    """Adds entries to an archive and records the checksum of each."""

    def __init__(self, archive: tarfile.TarFile) -> None:
        self._archive = archive
        self._checksums: dict[str, str] = {}
        self._damaged: dict[str, None] = {}

    def write_all(self, url: str) -> ArchivedFiles:
        from pramana.postgres.dump import dump_database

        manifest = {"format": FORMAT, "version": __version__, "made_at": utcnow().isoformat()}
        self._add_bytes(MANIFEST, json.dumps(manifest).encode())
        self._add_stored_files()
        with tempfile.TemporaryDirectory() as folder:
            dump = Path(folder) / DUMP
            dump_database(url, dump, without_rows_of=[SESSIONS])
            with dump.open("rb") as content:
                self._add(DUMP, content, dump.stat().st_size)
        self._add_stored_files()
        count = sum(name.startswith(FILES) for name in self._checksums)
        self._add_bytes(CHECKSUMS, json.dumps(self._checksums).encode())
        return ArchivedFiles(count, tuple(self._damaged))

    def _add_stored_files(self) -> None:
        """Add the files as they are. A damaged one must not stop the backup of the others."""
        from django.core.files.storage import default_storage

        from pramana.tenancy.services.files import stored_files

        for key in stored_files():
            if FILES + key in self._checksums:
                continue
            if not default_storage.exists(key):
                self._damaged[key] = None
                continue
            with default_storage.open(key, "rb") as content:
                self._add(FILES + key, content, default_storage.size(key))
            if self._checksums[FILES + key] != Path(key).name:
                self._damaged[key] = None

    def _add_bytes(self, name: str, content: bytes) -> None:
        self._add(name, io.BytesIO(content), len(content))

    def _add(self, name: str, content: Any, size: int) -> None:
        entry = tarfile.TarInfo(name)
        entry.size, entry.mode = size, 0o600
        reader = HashingReader(content)
        self._archive.addfile(entry, reader)
        self._checksums[name] = reader.digest


class HashingReader(io.RawIOBase):
    """Passes bytes on and computes their SHA-256."""

    def __init__(self, source: Any) -> None:
        self._source, self._sha256 = source, hashlib.sha256()

    @property
    def digest(self) -> str:
        return self._sha256.hexdigest()

    def read(self, size: int = -1) -> bytes:
        data: bytes = self._source.read(size)
        self._sha256.update(data)
        return data

    def read_to_end(self) -> str:
        while self.read(CHUNK):
            pass
        return self.digest


def verify_archive(place: Path, passphrase: str | None = None) -> None:
    """Read the whole archive, and raise unless every entry is present and unchanged."""
    digests: dict[str, str] = {}
    expected: dict[str, str] = {}
    format_number = None
    with _readable(place):
        for entry, content in _entries(place, passphrase):
            if format_number is None:
                format_number = _format(entry, content, place)
            elif entry.name == CHECKSUMS:
                expected = _read_checksums(content, place)
            else:
                digests[entry.name] = HashingReader(content).read_to_end()
    if format_number is None or DUMP not in digests:
        raise InvalidRequest(f"{place} is not a complete backup: the database is missing.")
    if format_number == WITHOUT_CHECKSUMS:
        expected = {
            name: digest if name == DUMP else Path(name).name for name, digest in digests.items()
        }
    expected.pop(MANIFEST, None)
    if digests != expected:
        wrong = sorted(
            name for name in digests.keys() | expected.keys()
            if digests.get(name) != expected.get(name)
        )  # fmt: skip
        raise InvalidRequest(
            f"{place} was altered or cut off: the checksum of {wrong[0]} does not match. "
            "Nothing was restored."
        )


def restore_archive(url: str, place: Path, passphrase: str | None = None) -> int:
    """Restore the files and the database of a verified archive; return how many files it has.

    The database is replaced in one transaction. If that fails, or a newer version made the backup,
    the files stored before it are removed again; those that were there before stay.
    """
    from django.core.files.storage import default_storage
    from django.db.migrations.loader import MigrationLoader

    from pramana.postgres.dump import restore_database, stored_rows

    count, stored = 0, list[str]()
    try:
        with tempfile.TemporaryDirectory() as folder:
            dump = Path(folder) / DUMP
            for entry, content in _entries(place, passphrase):
                if entry.name == DUMP:
                    with dump.open("wb") as target:
                        while data := content.read(CHUNK):
                            target.write(data)
                elif entry.name.startswith(FILES):
                    key, count = entry.name.removeprefix(FILES), count + 1
                    if not default_storage.exists(key):
                        stored.append(key)
                    _store(key, content, entry.size)
            rows = stored_rows(url, dump, "django_migrations")
            refuse_newer([(app, name) for _, app, name, *_ in rows], MigrationLoader(None))
            restore_database(url, dump)
    except BaseException:
        for key in stored:
            with suppress(OSError):
                default_storage.delete(key)
        raise
    return count


def _store(key: str, content: IO[bytes], size: int) -> None:
    from django.core.files.base import File
    from django.core.files.storage import default_storage

    file = File(content)
    file.size = size
    default_storage.save(key, file)


def _entries(place: Path, passphrase: str | None) -> Iterator[tuple[tarfile.TarInfo, IO[bytes]]]:
    with (
        decrypted(place, passphrase) as source,
        tarfile.open(fileobj=source, mode="r|*") as archive,
    ):
        for entry in archive:
            content = archive.extractfile(entry)
            if content is None or not _is_expected(entry.name):
                raise InvalidRequest(
                    f"{place} contains {entry.name!r}, which does not belong in a backup."
                )
            yield entry, content


@contextmanager
def _readable(place: Path) -> Iterator[None]:
    """Report any error that a broken archive causes as one sentence."""
    try:
        yield
    except (tarfile.TarError, EOFError, ValueError, OSError) as error:
        raise InvalidRequest(f"{place} is not a backup that can be read: {error}.") from None


def _is_expected(name: str) -> bool:
    if name.startswith(FILES):
        return ".." not in name.split("/") and not name.startswith(FILES + "/")
    return name in (DUMP, MANIFEST, CHECKSUMS)


def _format(entry: tarfile.TarInfo, content: IO[bytes], place: Path) -> int:
    manifest = json.loads(content.read(CHUNK)) if entry.name == MANIFEST else {}
    if not isinstance(manifest, dict) or manifest.get("format") not in (FORMAT, WITHOUT_CHECKSUMS):
        raise InvalidRequest(f"{place} is not a backup that this version can read.")
    return int(manifest["format"])


def _read_checksums(content: IO[bytes], place: Path) -> dict[str, str]:
    checksums = json.loads(content.read())
    if not isinstance(checksums, dict):
        raise InvalidRequest(f"{place} was altered: its checksums cannot be read.")
    return checksums


FILE_HELP = "a file that holds the passphrase (or set PRAMANA_BACKUP_PASSPHRASE)"


def backup_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--passphrase-file", metavar="FILE", type=Path, help=FILE_HELP)


def run_backup(options: argparse.Namespace) -> None:
    if options.file.exists():
        raise InvalidRequest(f"{options.file} already exists. Name a new file or remove it first.")
    passphrase = read_passphrase(options.passphrase_file)
    with ready_product(read_environment()) as url:
        check_schema()
        files = write_archive(url, options.file, passphrase)
    suffix = ", encrypted" if passphrase else ""
    say(f"Wrote the database and {files.count} files to {options.file}{suffix}.")
    if files.damaged:
        say(
            f"{len(files.damaged)} stored files are missing or damaged, here and in the backup. "
            "`pramana doctor --verify` names them."
        )


def restore_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--passphrase-file", metavar="FILE", type=Path, help=FILE_HELP)


def run_restore(options: argparse.Namespace) -> None:
    if not options.file.is_file():
        raise InvalidRequest(f"There is no file {options.file}.")
    passphrase = read_passphrase(options.passphrase_file)
    verify_archive(options.file, passphrase)
    with ready_product(read_environment()) as url:
        _refuse_to_overwrite()
        files = restore_archive(url, options.file, passphrase)
        migrate()
    say(f"Restored the database and {files} files from {options.file}.")


def _refuse_to_overwrite() -> None:
    from django.db import connection

    if "tenancy_tenant" in connection.introspection.table_names():
        raise Conflict(
            "This database already holds a product, which a restore would overwrite. "
            "Restore into a new directory with --data DIR, or into an empty database."
        )
    connection.close()
