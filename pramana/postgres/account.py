"""Whom the server runs as. PostgreSQL refuses root, so root lends it another user."""

import os
import pwd
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.postgres.errors import BinariesMissing, NoServerAccount, UnreachableForServer

CANDIDATES = ("pramana", "postgres", "nobody")
"""Whom root runs the server as: the first that exists. None is ever created by us."""

ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C"}
"""All the server's programs are told. Keys and passwords of ours stay out of their environment."""


@dataclass(frozen=True)
class Account:
    name: str
    uid: int
    gid: int

    @property
    def is_lent(self) -> bool:
        """Whether we are root and this is someone else."""
        return self.uid != os.geteuid()

    def run(self, command: Sequence[str], **options: Any) -> subprocess.CompletedProcess[str]:
        """Run one of PostgreSQL's programs as this user and hand back what it said."""
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        options = {"text": True, "errors": "replace", "cwd": "/", **pipes, **options}
        if self.is_lent:
            options |= {"user": self.uid, "group": self.gid, "extra_groups": ()}
        try:
            return subprocess.run(command, env=ENVIRONMENT, **options)
        except OSError as error:
            if error.filename in (None, "/"):  # it failed before there was a program to blame
                raise NoServerAccount(
                    f"becoming {self.name!r} failed ({error.strerror})"
                ) from error
            raise BinariesMissing(f"{error.filename}: {error.strerror}") from error

    def own(self, path: Path) -> None:
        """Hand one file or folder to this user."""
        if self.is_lent:
            os.chown(path, self.uid, self.gid, follow_symlinks=False)


def server_account(cluster: Path) -> Account:
    """The user for this cluster: ourselves; as root, whoever owns the files, or a lent account."""
    if os.geteuid() != 0:
        return _own_account()
    owner = cluster.stat() if cluster.is_dir() else None
    if owner is not None and owner.st_uid != 0:
        return Account(user_name(owner.st_uid), owner.st_uid, owner.st_gid)
    for name in CANDIDATES:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(name, entry.pw_uid, entry.pw_gid)
    raise NoServerAccount(f"as root, one of {', '.join(CANDIDATES)} must exist")


def user_name(uid: int) -> str:
    """The user's name, or the number where the machine has no name for it."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def require_reach(account: Account, directory: Path) -> None:
    """Check, as that user, that every folder on the way can be entered; change none of them."""
    if not account.is_lent:
        return
    way = [str(folder) for folder in (*reversed(directory.parents), directory)]
    script = 'for folder; do cd "$folder" 2>/dev/null || { printf %s "$folder"; exit 1; }; done'
    walked = account.run(["/bin/sh", "-c", script, "sh", *way])
    if walked.returncode:
        raise UnreachableForServer(Path(walked.stdout or directory), account.name)


def _own_account() -> Account:
    try:
        entry = pwd.getpwuid(os.geteuid())
    except KeyError:
        raise NoServerAccount(f"user id {os.geteuid()} has no name here") from None
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)
