"""The server's files: made once, whole or not at all, and never touched by the wrong version."""

import os
import shutil
import tempfile
from pathlib import Path

from pramana.postgres.account import Account, user_name
from pramana.postgres.carrier import Binaries
from pramana.postgres.data_dir import Layout
from pramana.postgres.errors import (
    DataDirUnusable,
    ForeignDirectory,
    NoSpace,
    OtherMajorVersion,
    ServerDidNotStart,
)

NEEDED = 200 * 1024 * 1024
"""Free space to begin with: an empty cluster takes 39 MB, and work needs room."""

FULL = ("No space left on device", "Disk quota exceeded")
SUPERUSER = "postgres"
INITDB = (
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--locale=C.UTF-8",
    f"--username={SUPERUSER}",
    "--auth=peer",
    "--no-instructions",
)
"""One collation, the same on every machine and in every later version."""


def check_cluster(layout: Layout, binaries: Binaries) -> bool:
    """Whether there is a cluster; refuse one we must not touch. Nothing is changed."""
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
    found = (cluster / "PG_VERSION").read_text("utf-8", errors="replace").strip()
    if found != str(binaries.major):
        raise OtherMajorVersion(cluster, found, binaries.major)
    return True


def make_cluster(layout: Layout, binaries: Binaries, account: Account) -> None:
    """Run initdb beside the final place and rename, so that a kill leaves no half cluster."""
    require_space(layout.data, NEEDED)
    making = Path(tempfile.mkdtemp(prefix="making-", dir=layout.run))
    try:
        account.own(making)
        command = [binaries.program("initdb"), f"--pgdata={making}", *INITDB]
        made = account.run(command)
        if made.returncode:
            raise refusal("PostgreSQL could not make its files.", made.stderr, layout)
        making.rename(layout.cluster)
    finally:
        shutil.rmtree(making, ignore_errors=True)


def sweep(layout: Layout) -> None:
    """Remove what a process killed while making a cluster left behind."""
    for left_over in layout.run.glob("making-*"):
        shutil.rmtree(left_over, ignore_errors=True)


def hand_over(layout: Layout, account: Account) -> None:
    """Give a cluster that root brought here, say by unpacking an archive, to the server's user."""
    if not account.is_lent or layout.cluster.stat().st_uid == account.uid:
        return
    for folder, _, files in os.walk(layout.cluster):
        for name in (".", *files):
            account.own(Path(folder) / name)
    layout.cluster.chmod(0o700)


def require_space(directory: Path, needed: int) -> None:
    free = shutil.disk_usage(directory).free
    if free < needed:
        raise NoSpace(directory, f"{free >> 20} MB are free and {needed >> 20} MB are needed")


def refusal(what: str, said: str, layout: Layout) -> NoSpace | ServerDidNotStart:
    """The error for what one of PostgreSQL's programs said before it gave up."""
    if any(sign in said for sign in FULL):
        return NoSpace(layout.data)
    return ServerDidNotStart(what, "\n".join(said.splitlines()[-15:]), layout.log)
