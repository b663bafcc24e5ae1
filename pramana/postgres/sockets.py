"""Where the server listens: a private folder, because the path of a socket must be short."""

import hashlib
import os
import sys
from pathlib import Path

from pramana.postgres.account import Account
from pramana.postgres.configuration import PORT
from pramana.postgres.data_dir import Layout
from pramana.postgres.errors import DataDirUnusable
from pramana.postgres.install import STATE

SOCKET = f".s.PGSQL.{PORT}"
LONGEST = 103 if sys.platform == "darwin" else 107
"""Bytes of a socket's path that the system can hold."""


def socket_directory(layout: Layout) -> Path:
    """The folder beside the cluster, or a short one that every process works out alike.

    A comma parts two hosts in an address, so a path with one cannot be written there either.
    """
    beside = layout.run / "socket"
    if len(os.fsencode(beside / SOCKET)) <= LONGEST and "," not in str(beside):
        return beside
    name = hashlib.sha256(os.fsencode(layout.data)).hexdigest()[:16]
    return _short_home() / name


def make_socket_directory(directory: Path, account: Account) -> None:
    """Make the folder and its parent, and insist that nobody else made them."""
    for folder, mode in ((directory.parent, 0o711), (directory, 0o700)):
        folder.mkdir(mode=mode, parents=True, exist_ok=True)
        _require_private(folder, {os.geteuid(), account.uid})
    account.own(directory)
    directory.chmod(0o700)


def _short_home() -> Path:
    if os.geteuid() == 0:
        return STATE / "run"
    return Path(f"/tmp/pramana-{os.geteuid()}")  # noqa: S108 - its owner and kind are checked


def _require_private(folder: Path, owners: set[int]) -> None:
    found = folder.lstat()
    if folder.is_symlink() or found.st_uid not in owners or found.st_mode & 0o022:
        raise DataDirUnusable(folder, "it was made by someone else, and sockets go there")
