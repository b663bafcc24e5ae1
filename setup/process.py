"""Calling other programs, apt among them: their output goes to a log, and its end is shown when
they fail.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from setup.console import CommandFailed
from setup.places import ROOT, WORK

TAIL = 8
"""Lines of a failed program's output that are shown; the rest is in its log."""


def call(
    command: Sequence[str | Path],
    *,
    log: str,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
) -> None:
    """Run a program to its end, or raise `CommandFailed` with the end of its output."""
    words = [str(word) for word in command]
    path = WORK / f"{log}.log"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as output:
        try:
            done = subprocess.run(
                words,
                env={**clean_environment(), **(env or {})},
                cwd=cwd,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        except OSError as error:
            raise CommandFailed(words, f"could not be started ({error})", path, "") from error
    if done.returncode:
        tail = "\n".join(path.read_text(errors="replace").strip().splitlines()[-TAIL:])
        raise CommandFailed(words, f"ended with {done.returncode}", path, tail)


def answer(command: Sequence[str | Path], *, timeout: float = 60) -> str | None:
    """The output of a program, or None if it cannot be run: a name on PATH may be a broken shim."""
    try:
        done = subprocess.run(
            [str(word) for word in command],
            env=clean_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def clean_environment() -> dict[str, str]:
    """The environment without the variables that influence Python."""
    steering = {"PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__"}
    return {name: value for name, value in os.environ.items() if name not in steering}


def may_use_apt() -> bool:
    """As root on Debian or Ubuntu, and only when something needs it."""
    is_debian = Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None
    return is_debian and os.geteuid() == 0


def apt_install(*packages: str) -> None:
    """Install packages by name; update the package lists if that fails."""
    command = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        call(command, log="apt", env=quiet)
    except CommandFailed:
        call(["apt-get", "update"], log="apt", env=quiet)
        call(command, log="apt", env=quiet)
