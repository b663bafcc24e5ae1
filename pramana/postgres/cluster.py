"""The server's files and the user it runs as: created once, completely or not at all.

The configuration is small in memory, durable, off the network, and logs no data. The server
listens on a socket in a private folder, whose path must be short. PostgreSQL refuses to run as
root, so root runs it as another user.
"""

import hashlib
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.postgres.binaries import STATE, Binaries
from pramana.postgres.data_dir import Layout
from pramana.postgres.errors import (
    BinariesMissing,
    DataDirUnusable,
    ForeignDirectory,
    NoServerAccount,
    NoSpace,
    OtherMajorVersion,
    ServerDidNotStart,
    UnreachableForServer,
)

CANDIDATES = ("pramana", "postgres", "nobody")
"""The users root may run the server as; the first that exists is taken. We create none."""

ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C"}
"""The whole environment of the server's programs, so that it holds none of our secrets."""


@dataclass(frozen=True)
class ServerAccount:
    """A user of this machine who runs the server."""

    name: str
    uid: int
    gid: int

    @property
    def is_other_user(self) -> bool:
        """Whether we are root and the server runs as someone else."""
        return self.uid != os.geteuid()

    def run(self, command: Sequence[str], **options: Any) -> subprocess.CompletedProcess[str]:
        """Run one of PostgreSQL's programs as this user and return its output."""
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        options = {"text": True, "errors": "replace", "cwd": "/", **pipes, **options}
        if self.is_other_user:
            options |= {"user": self.uid, "group": self.gid, "extra_groups": ()}
        try:
            return subprocess.run(command, env=ENVIRONMENT, **options)
        except OSError as error:
            if error.filename in (None, "/"):  # it failed before the program was started
                raise NoServerAccount(
                    f"becoming {self.name!r} failed ({error.strerror})"
                ) from error
            raise BinariesMissing(f"{error.filename}: {error.strerror}") from error

    def take_ownership(self, path: Path) -> None:
        """Make this user the owner of one file or folder."""
        if self.is_other_user:
            os.chown(path, self.uid, self.gid, follow_symlinks=False)


def server_account(cluster: Path) -> ServerAccount:
    """The user for this cluster: ourselves; as root, the owner of its files or a candidate."""
    if os.geteuid() != 0:
        return _own_account()
    owner = cluster.stat() if cluster.is_dir() else None
    if owner is not None and owner.st_uid != 0:
        return ServerAccount(user_name(owner.st_uid), owner.st_uid, owner.st_gid)
    for name in CANDIDATES:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return ServerAccount(name, entry.pw_uid, entry.pw_gid)
    raise NoServerAccount(f"as root, one of {', '.join(CANDIDATES)} must exist")


def user_name(uid: int) -> str:
    """The user's name, or the number if it has no name on this machine."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def require_access(account: ServerAccount, directory: Path) -> None:
    """Check, as that user, that every folder on the path can be entered; change none of them."""
    if not account.is_other_user:
        return
    path = [str(folder) for folder in (*reversed(directory.parents), directory)]
    script = 'for folder; do cd "$folder" 2>/dev/null || { printf %s "$folder"; exit 1; }; done'
    check = account.run(["/bin/sh", "-c", script, "sh", *path])
    if check.returncode:
        raise UnreachableForServer(Path(check.stdout or directory), account.name)


def _own_account() -> ServerAccount:
    try:
        entry = pwd.getpwuid(os.geteuid())
    except KeyError:
        raise NoServerAccount(f"user id {os.geteuid()} has no name here") from None
    return ServerAccount(entry.pw_name, entry.pw_uid, entry.pw_gid)


SPACE_NEEDED = 200 * 1024 * 1024
"""Free space needed at first: an empty cluster takes 39 MB, and work needs room."""

DISK_FULL_SIGNS = ("No space left on device", "Disk quota exceeded")
SUPERUSER = "postgres"
INITDB = (
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--locale=C.UTF-8",
    f"--username={SUPERUSER}",
    "--auth=peer",
    "--no-instructions",
)
"""The collation is the same on every machine and in every later version."""


def check_cluster(layout: Layout, binaries: Binaries) -> bool:
    """Whether there is a cluster; raise if we must not use it. Nothing is changed."""
    cluster = layout.cluster
    if not cluster.is_dir():
        return False
    owner = cluster.stat().st_uid
    if os.geteuid() not in (0, owner):
        raise DataDirUnusable(cluster, f"it belongs to the user {user_name(owner)!r}")
    names = os.listdir(cluster)
    if not names:
        return False
    if "PG_VERSION" not in names:
        raise ForeignDirectory(cluster, min(names))
    version = (cluster / "PG_VERSION").read_text("utf-8", errors="replace").strip()
    if version != str(binaries.major):
        raise OtherMajorVersion(cluster, version, binaries.major)
    return True


def make_cluster(layout: Layout, binaries: Binaries, account: ServerAccount) -> None:
    """Run initdb in a temporary folder and rename it, so that a kill leaves no half cluster."""
    require_space(layout.data, SPACE_NEEDED)
    making = Path(tempfile.mkdtemp(prefix="making-", dir=layout.run))
    try:
        account.take_ownership(making)
        command = [binaries.program("initdb"), f"--pgdata={making}", *INITDB]
        result = account.run(command)
        if result.returncode:
            raise start_error("PostgreSQL could not create its files.", result.stderr, layout)
        making.rename(layout.cluster)
    finally:
        shutil.rmtree(making, ignore_errors=True)


def remove_unfinished_clusters(layout: Layout) -> None:
    """Remove what a process left that was killed while it created a cluster."""
    for leftover in layout.run.glob("making-*"):
        shutil.rmtree(leftover, ignore_errors=True)


def give_to_server_user(layout: Layout, account: ServerAccount) -> None:
    """Give a cluster that root put here, say by unpacking an archive, to the server's user."""
    if not account.is_other_user or layout.cluster.stat().st_uid == account.uid:
        return
    for folder, _, files in os.walk(layout.cluster):
        for name in (".", *files):
            account.take_ownership(Path(folder) / name)
    layout.cluster.chmod(0o700)


def require_space(directory: Path, needed: int) -> None:
    free = shutil.disk_usage(directory).free
    if free < needed:
        raise NoSpace(directory, f"{free >> 20} MB are free and {needed >> 20} MB are needed")


def start_error(what: str, output: str, layout: Layout) -> NoSpace | ServerDidNotStart:
    """The error for a program of PostgreSQL that failed with this output."""
    if any(sign in output for sign in DISK_FULL_SIGNS):
        return NoSpace(layout.data)
    return ServerDidNotStart(what, "\n".join(output.splitlines()[-15:]), layout.log)


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
