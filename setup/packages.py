"""Python packages, exactly those of the lock, by their hashes."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from setup.caches import cache_environment
from setup.console import say
from setup.errors import CommandFailed
from setup.pip_settings import uv_environment, uv_options
from setup.places import LOCKS, PYTHON, ROOT, STAMPS, VENV
from setup.process import answer, call
from setup.step import Step, fingerprint, read, stamped
from setup.venv import VERSION

UV_LOCK = LOCKS / "uv.txt"
DEV_STAMP = STAMPS / "packages-dev"
FIX = (
    "Check that this machine reaches its package index "
    "(a mirror or proxy set for pip is used), then run again."
)


def packages_step(*, dev: bool) -> Step:
    """Install the runtime packages, or the development packages, which include them."""
    lock = ROOT / ("requirements-dev.lock" if dev else "requirements.lock")
    return stamped(
        "Python packages for development" if dev else "Python packages",
        lambda: install(lock),
        stamp=DEV_STAMP if dev else STAMPS / "packages",
        inputs=fingerprint(VERSION, UV_LOCK, lock),
        outputs=[PYTHON],
        fix=FIX,
    )


def install(lock: Path) -> None:
    """Install with uv, which takes seconds, or with pip if uv is unavailable or fails."""
    try:
        call([*uv(), "pip", "install", *_uv_target(lock)], log="packages", env=fetch_environment())
    except CommandFailed as error:
        for pip in _pips():
            say(f"{error} Trying pip, which is slower.")
            call(_pip_install(pip, lock), log="packages", env=cache_environment())
            return
        raise


def uv() -> list[str]:
    """The pinned uv in the environment, installed first if it is missing."""
    command = [str(PYTHON), "-m", "uv"]
    stamp = STAMPS / "uv"
    if read(stamp) != fingerprint(UV_LOCK) or answer([*command, "--version"]) is None:
        _install_uv()
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(fingerprint(UV_LOCK))
    return command


def _install_uv() -> None:
    """Install uv with another uv if one works, otherwise with pip."""
    other = shutil.which("uv")
    if other and answer([other, "--version"]):
        command = [other, "pip", "install", *_uv_target(UV_LOCK)]
        call(command, log="uv", env=fetch_environment())
        return
    for pip in _pips():
        call(_pip_install(pip, UV_LOCK), log="uv", env=cache_environment())
        return
    call([PYTHON, "-m", "pip", "--version"], log="uv")


def _uv_target(lock: Path) -> list[str]:
    return ["--python", str(PYTHON), *uv_options(os.environ), "--require-hashes", "-r", str(lock)]


def _pip_install(pip: list[str], lock: Path) -> list[str]:
    return [*pip, "install", "--disable-pip-version-check", "--require-hashes", "-r", str(lock)]


def _pips() -> Iterator[list[str]]:
    """Working pips: the environment's own, then one from outside that can install into it."""
    own = [str(PYTHON), "-m", "pip"]
    if answer([*own, "--version"]) or answer([PYTHON, "-m", "ensurepip"]) is not None:
        yield own
    outside = [*_base_python(), "-m", "pip", "--python", str(PYTHON)]
    if answer([*outside, "--version"]):
        yield outside


def _base_python() -> list[str]:
    """The Python that created the environment."""
    for line in (read(VENV / "pyvenv.cfg") or "").splitlines():
        name, _, value = line.partition("=")
        if name.strip() == "home":
            return [str(Path(value.strip()) / "python3")]
    return ["python3"]


def fetch_environment() -> dict[str, str]:
    """The variables with which uv downloads as pip would."""
    return {**cache_environment(), **uv_environment(os.environ)}
