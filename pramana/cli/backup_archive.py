"""A backup: one tar with the database dump and every stored file.

Files are content-addressed and never change, so they are copied before the dump and once more after
it: whatever the dump names is in the archive even while the product goes on working.
"""

import io
import json
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pramana import __version__
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest

FORMAT = 1
DUMP, MANIFEST, FILES = "database.dump", "manifest.json", "files/"


def write_archive(url: str, place: Path) -> int:
    """Write the archive whole or not at all, and return how many files it holds."""
    part = place.with_name(place.name + ".part")
    try:
        with tarfile.open(part, "w") as archive:
            count = _fill(archive, url)
        part.rename(place)
    finally:
        part.unlink(missing_ok=True)
    return count


def _fill(archive: tarfile.TarFile, url: str) -> int:
    from pramana.postgres.dump import dump_database

    manifest = {"format": FORMAT, "version": __version__, "made_at": utcnow().isoformat()}
    _add(archive, MANIFEST, json.dumps(manifest).encode())
    kept: set[str] = set()
    _add_files(archive, kept)
    with tempfile.TemporaryDirectory() as folder:
        dump_database(url, Path(folder) / DUMP)
        archive.add(Path(folder) / DUMP, DUMP)
    _add_files(archive, kept)
    return len(kept)


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    archive.addfile(entry, io.BytesIO(content))


def _add_files(archive: tarfile.TarFile, kept: set[str]) -> None:
    from django.core.files.storage import default_storage

    for key, size in _named():
        if key in kept or not default_storage.exists(key):
            continue
        entry = tarfile.TarInfo(FILES + key)
        entry.size = size
        with default_storage.open(key, "rb") as file:
            archive.addfile(entry, file)
        kept.add(key)


def _named() -> Iterator[tuple[str, int]]:
    from pramana.tenancy.services.files import stored_files

    return stored_files()


def read_archive(url: str, place: Path) -> int:
    """Put the archive's files and database into place, and return how many files there were."""
    from pramana.postgres.dump import restore_database

    count = 0
    with tempfile.TemporaryDirectory() as folder, tarfile.open(place, "r") as archive:
        _check(archive, place)
        for entry in archive:
            if entry.name == DUMP:
                _copy(archive, entry, Path(folder) / DUMP)
            elif entry.name.startswith(FILES):
                count += _store(archive, entry)
        restore_database(url, Path(folder) / DUMP)
    return count


def _check(archive: tarfile.TarFile, place: Path) -> None:
    first = archive.next()
    content = archive.extractfile(first) if first and first.name == MANIFEST else None
    if content is None or json.load(content).get("format") != FORMAT:
        raise InvalidRequest(f"{place} is not a backup this version can read.")


def _copy(archive: tarfile.TarFile, entry: tarfile.TarInfo, place: Path) -> None:
    source = archive.extractfile(entry)
    if source is None:
        raise InvalidRequest("The backup is damaged: its database is missing.")
    with place.open("wb") as target:
        shutil.copyfileobj(source, target)


def _store(archive: tarfile.TarFile, entry: tarfile.TarInfo) -> int:
    from django.core.files.base import File
    from django.core.files.storage import default_storage

    source = archive.extractfile(entry)
    if source is None:
        return 0
    content = File(source)
    content.size = entry.size
    default_storage.save(entry.name.removeprefix(FILES), content)
    return 1
