"""The data directory: where it is, whether it is ours, and where the server's files are in it."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pramana.postgres.binaries import STATE
from pramana.postgres.errors import DataDirUnusable, ForeignDirectory, NoSpace

MARKER = ".pramana"
OUR_SIGNS = frozenset({MARKER, "secret_key"})
"""Either of these shows that Pramana used the directory before."""
MADE_BY_US = frozenset({"files", "static"})
"""What the product may have created here while it used another database."""
LEAST_FREE = 64 * 1024 * 1024
"""With less free disk space than this, a database may fail to start."""
IGNORED = frozenset({"lost+found", ".DS_Store"})
"""What a file system puts into a new directory."""


@dataclass(frozen=True)
class Layout:
    """The server's part of a data directory."""

    data: Path

    @property
    def cluster(self) -> Path:
        return self.data / "postgres"

    @property
    def run(self) -> Path:
        """Our own files beside the server's: locks, configuration, log."""
        return self.data / "postgres.run"

    @property
    def log(self) -> Path:
        return self.run / "log"

    @property
    def configuration(self) -> Path:
        return self.run / "postgresql.conf"


def default_data_dir() -> Path:
    """The default data directory: a system directory for root, else one in the home directory."""
    if os.geteuid() == 0:
        return STATE / "data"
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "pramana"


def claim_data_dir(data: Path) -> Layout:
    """Create the directory if needed and mark it as Pramana's; raise if it cannot be used.

    Nothing is written into a directory that holds someone else's files.
    """
    data = data.expanduser().resolve()
    with explain_os_errors(data):
        _make(data)
        if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
            raise DataDirUnusable(data, "it is read-only or belongs to another user")
        names = set(os.listdir(data))
        foreign = names - IGNORED - MADE_BY_US
        if foreign and not names & OUR_SIGNS:
            raise ForeignDirectory(data, min(foreign))
        if MARKER not in names:
            (data / MARKER).write_text("This directory belongs to Pramana.\n", "utf-8")
    return Layout(data)


@contextmanager
def explain_os_errors(directory: Path) -> Iterator[None]:
    """Turn errors of the operating system into sentences about the data directory."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise NoSpace(directory) from error
        where = f" ({error.filename})" if error.filename else ""
        raise DataDirUnusable(directory, f"{error.strerror or error}{where}") from error


def _make(data: Path) -> None:
    """Create missing folders; under root the server's user must be able to enter them."""
    missing = [folder for folder in (data, *data.parents) if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(exist_ok=True)
        if os.geteuid() == 0:
            folder.chmod(0o711)
    if missing and os.geteuid() != 0:
        data.chmod(0o700)
