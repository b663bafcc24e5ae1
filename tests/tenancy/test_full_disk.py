"""A disk without room: told so, nothing left behind, and well again once there is room."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import psycopg
import pytest
from django.core.files.base import ContentFile
from django.db import OperationalError

from pramana.api.routes import access
from pramana.api.routes.health import CHECKS, Health
from pramana.documents.models import Document
from pramana.documents.services import add_file
from pramana.jobs.models import Job
from pramana.kit.scope import Scope
from pramana.tenancy import storage
from pramana.tenancy.errors import StorageFull
from pramana.tenancy.models import StoredFile
from pramana.tenancy.testing import make_key
from tests.callers import with_key

ROOM = 512 * 1024


@pytest.fixture
def small_disk(tmp_path: Path, settings) -> Iterator[Path]:
    """The files' own file system, with half a megabyte in it."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("A small disk can only be made by root who may mount; this was NOT tried.")
    small = {**settings.STORAGES["default"], "OPTIONS": {"location": str(place)}}
    settings.STORAGES = {**settings.STORAGES, "default": small}
    yield place
    subprocess.run(["umount", str(place)], check=True)


def files_in(place: Path) -> list[Path]:
    return [file for file in place.rglob("*") if file.is_file()]


def test_a_file_that_finds_no_room_leaves_nothing(scope: Scope, small_disk: Path) -> None:
    with pytest.raises(StorageFull):
        add_file(scope, "large.txt", ContentFile(b"words " * ROOM))

    assert files_in(small_disk) == []
    for rows in (Document.objects, StoredFile.objects, Job.objects):
        assert not rows.in_scope(scope).exists()
    add_file(scope, "small.txt", ContentFile(b"words"))
    assert len(files_in(small_disk)) == 1


def test_a_database_without_room_is_told_as_full(
    scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = OperationalError("could not extend file")
    full.__cause__ = psycopg.errors.DiskFull("could not extend file")
    monkeypatch.setattr(storage, "_full_until", 0.0)
    monkeypatch.setattr(access, "keys_of", Mock(side_effect=full))

    answer = with_key(make_key(scope)).get("/api/keys/")

    assert answer.status_code == 503
    assert "The disk is full" in answer.content.decode()
    found = CHECKS["files"]()
    assert (found.status, "full" in (found.error or "")) == (Health.DEGRADED, True)
    monkeypatch.setattr(storage, "_full_until", 0.0)
    assert CHECKS["files"]().status is Health.HEALTHY


def test_the_sender_is_told_to_come_back(scope: Scope, small_disk: Path) -> None:
    large = ContentFile(b"words " * ROOM, "large.txt")
    answer = with_key(make_key(scope)).post("/api/documents/", {"file": large})
    assert answer.status_code == 503
    assert "The disk is full" in answer.content.decode()
    assert int(answer.headers["Retry-After"]) > 0
