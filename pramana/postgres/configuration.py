"""The server's configuration: small in memory, durable, off the network, no data in its log.

It listens on a socket in a private folder, whose path must be short.
"""

import hashlib
import os
import sys
from pathlib import Path

from pramana.postgres.account import ServerAccount, user_name
from pramana.postgres.binaries import STATE
from pramana.postgres.data_dir import Layout
from pramana.postgres.errors import DataDirUnusable

SHARED_MEMORY_NEEDED = 256 * 1024 * 1024
"""For parallel index builds; containers often provide only 64 MB."""

PORT = 5432
"""Only part of the socket's name; set so that a PGPORT in the environment has no effect."""

SETTINGS = {
    "listen_addresses": "",
    "port": str(PORT),
    "max_connections": "200",
    "shared_buffers": "256MB",
    "effective_cache_size": "512MB",
    "work_mem": "8MB",
    "maintenance_work_mem": "128MB",
    "max_worker_processes": "4",
    "max_parallel_workers_per_gather": "1",
    "io_workers": "2",
    "jit": "off",
    "fsync": "on",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_logical_replication_workers": "0",
    "wal_compression": "on",
    "min_wal_size": "48MB",
    "max_wal_size": "512MB",
    "random_page_cost": "1.1",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "lc_messages": "C",
    "log_line_prefix": "%m [%p] ",
    "log_checkpoints": "off",
    # Rows hold people's documents. Failed statements are reported to the client, who may see
    # them, and not to the log, which therefore never holds a value.
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}


def write_configuration(layout: Layout, sockets: Path, account: ServerAccount) -> None:
    """Write the server's three files at each start, so that a newer Pramana brings new settings.

    `ALTER SYSTEM` takes precedence over them. Only the user who runs Pramana, the server's user
    and root may connect, as any role. Other users are refused by name and by the folder's mode.
    """
    hba, ident = layout.run / "pg_hba.conf", layout.run / "pg_ident.conf"
    names = sorted({user_name(os.geteuid()), account.name, "root"})
    _write(hba, "local all all peer map=pramana\n")
    _write(ident, "".join(f'pramana "{name}" all\n' for name in names))
    settings = SETTINGS | {
        "unix_socket_directories": '"{}"'.format(str(sockets).replace('"', '""')),
        "unix_socket_permissions": "0700",
        "dynamic_shared_memory_type": _shared_memory(),
        "hba_file": str(hba),
        "ident_file": str(ident),
    }
    lines = (f"{name} = {_quoted(value)}\n" for name, value in settings.items())
    _write(layout.configuration, "# Written by Pramana at each start.\n" + "".join(lines))


def _shared_memory() -> str:
    try:
        room = os.statvfs("/dev/shm")  # noqa: S108 - only its size is read
    except OSError:
        return "posix"
    return "posix" if room.f_blocks * room.f_frsize >= SHARED_MEMORY_NEEDED else "mmap"


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def _write(place: Path, text: str) -> None:
    """Replace a file atomically, so that a server that starts now never reads half of it."""
    own = place.with_name(f"{place.name}.new")
    own.write_text(text, "utf-8", errors="surrogateescape")
    own.chmod(0o644)
    own.replace(place)


SOCKET = f".s.PGSQL.{PORT}"
LONGEST_SOCKET_PATH = 103 if sys.platform == "darwin" else 107
"""In bytes; a limit of the operating system."""


def socket_directory(layout: Layout) -> Path:
    """The folder beside the cluster, or a short path that every process computes alike.

    A comma separates hosts in an address, so a path with a comma cannot be used either.
    """
    beside = layout.run / "socket"
    if len(os.fsencode(beside / SOCKET)) <= LONGEST_SOCKET_PATH and "," not in str(beside):
        return beside
    name = hashlib.sha256(os.fsencode(layout.data)).hexdigest()[:16]
    return _short_home() / name


def make_socket_directory(directory: Path, account: ServerAccount) -> None:
    """Create the folder and its parent; raise if someone else created them."""
    for folder, mode in ((directory.parent, 0o711), (directory, 0o700)):
        folder.mkdir(mode=mode, parents=True, exist_ok=True)
        _require_private(folder, {os.geteuid(), account.uid})
    account.take_ownership(directory)
    directory.chmod(0o700)


def _short_home() -> Path:
    if os.geteuid() == 0:
        return STATE / "run"
    return Path(f"/tmp/pramana-{os.geteuid()}")  # noqa: S108 - its owner and kind are checked


def _require_private(folder: Path, owners: set[int]) -> None:
    found = folder.lstat()
    if folder.is_symlink() or found.st_uid not in owners or found.st_mode & 0o022:
        raise DataDirUnusable(
            folder, "it was made by someone else, and the socket would be created there"
        )
