"""What the server is told: small in memory, safe on disk, off the network, silent about data."""

import os
from pathlib import Path

from pramana.postgres.account import Account, user_name
from pramana.postgres.data_dir import Layout

ROOMY = 256 * 1024 * 1024
"""Shared memory that parallel index builds want; containers often give 64 MB."""

PORT = 5432
"""Only part of a socket's name here; named so that a PGPORT in someone's shell changes nothing."""

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
    # Rows hold people's documents. Failed statements go to the client, who may see them, and
    # not into the log, so it keeps only the server's own doings and never a value.
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}


def write_configuration(layout: Layout, sockets: Path, account: Account) -> None:
    """Write the server's three files anew, so that a newer Pramana brings its newer settings.

    `ALTER SYSTEM` still wins over them. Only the user who runs Pramana, the server's own user
    and root may come in, as any role; every other user is refused by name, and by the folder.
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
        room = os.statvfs("/dev/shm")  # noqa: S108 - asked for its size, not written to
    except OSError:
        return "posix"
    return "posix" if room.f_blocks * room.f_frsize >= ROOMY else "mmap"


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def _write(place: Path, text: str) -> None:
    """Replace a file whole, so that a server starting elsewhere never reads half of it."""
    own = place.with_name(f"{place.name}.new")
    own.write_text(text, "utf-8", errors="surrogateescape")
    own.chmod(0o644)
    own.replace(place)
