"""Servers too old for us or too new for our programs, played by a loopback server.

It speaks just enough of PostgreSQL's wire format to let anyone in and say its version.
"""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pramana.postgres.binaries import MAJOR
from pramana.postgres.dump import dump_database, restore_database
from pramana.postgres.errors import BackupFailed, ServerUnsuitable
from pramana.postgres.external import check_server


@contextmanager
def server_of_version(version: str) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, args=(listener, version), daemon=True).start()
        yield f"postgresql://someone@127.0.0.1:{listener.getsockname()[1]}/any?sslmode=disable"
        listener.shutdown(socket.SHUT_RDWR)


def serve(listener: socket.socket, version: str) -> None:
    while True:
        try:
            client, _ = listener.accept()
        except OSError:
            return
        with client:
            client.recv(4096)
            client.sendall(greeting(version))
            client.recv(4096)


def greeting(version: str) -> bytes:
    said = message(b"R", struct.pack("!i", 0))
    for name, value in (("server_version", version), ("client_encoding", "UTF8")):
        said += message(b"S", f"{name}\0{value}\0".encode())
    return said + message(b"K", struct.pack("!ii", 1, 1)) + message(b"Z", b"I")


def message(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack("!i", len(body) + 4) + body


def test_a_server_that_is_too_old_is_told_so() -> None:
    with (
        server_of_version("15.9") as url,
        pytest.raises(ServerUnsuitable, match="PostgreSQL 15, and Pramana needs 16 or newer"),
    ):
        check_server(url)


def test_a_server_newer_than_every_pg_dump_names_the_package_to_install(tmp_path: Path) -> None:
    with (
        server_of_version("99.1") as url,
        pytest.raises(BackupFailed, match="postgresql-client-99"),
    ):
        dump_database(url, tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []


def test_a_backup_of_a_newer_server_is_not_forced_into_an_older_one(
    server: str, tmp_path: Path
) -> None:
    backup = tmp_path / "backup"
    dump_database(server, backup)
    with (
        server_of_version("16.4") as url,
        pytest.raises(BackupFailed, match=f"made by PostgreSQL {MAJOR} and this server is 16"),
    ):
        restore_database(url, backup)
