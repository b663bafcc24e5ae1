"""Data directories we must not, or cannot, use: one sentence each, and every byte as it was."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pramana.kit.errors import Misconfigured
from pramana.postgres.cluster import require_space, start_error
from pramana.postgres.data_dir import Layout, claim_data_dir, default_data_dir, explain_os_errors
from pramana.postgres.errors import (
    DataDirUnusable,
    ForeignDirectory,
    NoSpace,
    ServerDidNotStart,
)
from pramana.postgres.server import use_server
from pramana.postgres.testing import processes_in

StartUser = Callable[..., Any]


def contents(directory: Path) -> dict[str, tuple[int, int, str]]:
    """Every file under a directory, with its owner, its mode and its bytes."""
    found = {}
    for path in sorted(directory.rglob("*")):
        about = path.lstat()
        digest = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        found[str(path.relative_to(directory))] = (about.st_uid, about.st_mode, digest)
    return found


def refused(data: Path) -> str:
    with pytest.raises(Misconfigured) as caught, use_server(data):
        pass
    return f"{type(caught.value).__name__} {caught.value.message}"


@pytest.mark.parametrize("version", ["19", "17"])
def test_files_of_another_major_version_are_left_alone(data: Path, version: str) -> None:
    with use_server(data):
        pass
    (data / "postgres" / "PG_VERSION").write_text(f"{version}\n")
    before = contents(data)
    assert f"was written by PostgreSQL {version}" in refused(data)
    assert contents(data) == before


def test_a_directory_of_someone_elses_files_is_left_alone(new_data: Path) -> None:
    new_data.mkdir()
    (new_data / "holiday.txt").write_text("not yours")
    before = contents(new_data)
    assert "'holiday.txt'" in refused(new_data)
    assert contents(new_data) == before


def test_someone_elses_folder_in_the_place_of_the_cluster_is_left_alone(new_data: Path) -> None:
    claim_data_dir(new_data)
    (new_data / "postgres").mkdir()
    (new_data / "postgres" / "queries.sql").write_text("SELECT 1")
    before = contents(new_data)
    assert refused(new_data).startswith(ForeignDirectory.__name__)
    assert contents(new_data) == before


def test_a_new_disk_with_its_lost_and_found_is_empty(new_data: Path) -> None:
    (new_data / "lost+found").mkdir(parents=True)
    assert claim_data_dir(new_data) == Layout(new_data)


@pytest.mark.parametrize("names", [["files"], ["secret_key", "anything"]])
def test_what_another_part_of_the_product_made_first_is_ours(
    new_data: Path, names: list[str]
) -> None:
    for name in names:
        (new_data / name).mkdir(parents=True)
    assert claim_data_dir(new_data) == Layout(new_data)


def test_a_file_is_no_data_directory(new_data: Path) -> None:
    new_data.write_text("a file")
    assert refused(new_data).startswith(DataDirUnusable.__name__)
    assert new_data.read_text() == "a file"


def test_a_read_only_directory_is_left_alone(
    new_data: Path, start_user: StartUser, ordinary: tuple[object, ...]
) -> None:
    new_data.mkdir()
    if ordinary:
        os.chown(new_data, int(str(ordinary[1])), int(str(ordinary[2])))
    user = start_user(new_data, *ordinary)
    user.enter()
    user.leave()
    new_data.chmod(0o555)
    before = contents(new_data)
    said = start_user(new_data, *ordinary).new_lines()
    new_data.chmod(0o755)
    assert said.startswith(f"refused {DataDirUnusable.__name__}"), said
    assert "read-only" in said
    assert contents(new_data) == before


def test_an_unreadable_directory_is_named(
    new_data: Path, start_user: StartUser, ordinary: tuple[object, ...]
) -> None:
    new_data.mkdir(mode=0o000)
    said = start_user(new_data, *ordinary).new_lines()
    new_data.chmod(0o700)
    assert said.startswith(f"refused {DataDirUnusable.__name__}"), said
    assert str(new_data) in said


def test_too_little_disk_space_is_said_before_anything_is_made(new_data: Path) -> None:
    new_data.mkdir()
    with pytest.raises(NoSpace, match="MB are needed"):
        require_space(new_data, 1 << 60)


def test_a_disk_that_fills_up_is_one_sentence_however_it_shows(new_data: Path) -> None:
    with pytest.raises(NoSpace), explain_os_errors(new_data):
        raise OSError(28, "No space left on device")
    said = 'FATAL:  could not write lock file "postmaster.pid": No space left on device'
    assert isinstance(start_error("PostgreSQL did not start.", said, Layout(new_data)), NoSpace)


def test_a_failed_start_repeats_the_servers_own_words(data: Path) -> None:
    with use_server(data):
        pass
    with (data / "postgres" / "postgresql.auto.conf").open("a") as settings:
        settings.write("shared_buffers = 'a lot'\n")
    said = refused(data)
    assert said.startswith(ServerDidNotStart.__name__)
    assert 'invalid value for parameter "shared_buffers": "a lot"' in said
    assert processes_in(data) == []


def test_the_default_place_is_the_systems_for_root_and_the_homes_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if os.geteuid() == 0:
        assert default_data_dir() == Path("/var/lib/pramana/data")
        return
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert default_data_dir() == Path("/somewhere/pramana")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert default_data_dir() == Path.home() / ".local" / "share" / "pramana"
