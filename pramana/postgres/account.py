"""The user the server runs as. PostgreSQL refuses root, so root runs it as another user."""

import os
import pwd
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.postgres.errors import BinariesMissing, NoServerAccount, UnreachableForServer

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
