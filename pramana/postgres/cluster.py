"""The server's files: created once, completely or not at all, for one major version."""

import os
import shutil
import tempfile
from pathlib import Path

from pramana.postgres.account import ServerAccount, user_name
from pramana.postgres.binaries import Binaries
from pramana.postgres.data_dir import Layout
from pramana.postgres.errors import (
    DataDirUnusable,
    ForeignDirectory,
    NoSpace,
    OtherMajorVersion,
    ServerDidNotStart,
)

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
