"""The Python environment in `.venv`, created even if this Python has no pip."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from setup.console import CommandFailed
from setup.places import PYTHON, VENV
from setup.process import answer, apt_install, call, may_use_apt
from setup.step import Step

VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
FIX = (
    "Install uv, or the venv module of this Python (Debian and Ubuntu: python3-venv), "
    "or set PRAMANA_PYTHON to a Python that has it; then run again."
)


def venv_step() -> Step:
    return Step("Python environment", _is_there, _make, FIX)


def _is_there() -> bool:
    if Path(sys.executable) == PYTHON:
        return True
    ask = "import sys; print('%d.%d' % sys.version_info[:2])"
    return answer([PYTHON, "-I", "-S", "-c", ask]) == VERSION


def _make() -> None:
    """Try each way in turn; if all fail, the last error is raised."""
    ways: list[Callable[[], None]] = [_with_uv, _with_venv, _without_pip]
    if may_use_apt():
        ways.append(_with_apt)
    for way in ways:
        _remove()
        try:
            way()
            return
        except CommandFailed as error:
            failure = error
    raise failure


def _remove() -> None:
    """Remove a broken environment; a symbolic link is removed without following it."""
    if VENV.is_symlink():
        VENV.unlink()
    elif VENV.exists():
        shutil.rmtree(VENV)


def _with_uv() -> None:
    call(["uv", "venv", "--no-project", "--python", sys.executable, VENV], log="venv")


def _with_venv() -> None:
    call([sys.executable, "-m", "venv", VENV], log="venv")


def _without_pip() -> None:
    """Create it without pip, if a pip from outside can install into it."""
    call([sys.executable, "-m", "pip", "--version"], log="venv")
    call([sys.executable, "-m", "venv", "--without-pip", VENV], log="venv")


def _with_apt() -> None:
    apt_install("python3-venv")
    _with_venv()
