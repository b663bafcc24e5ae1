"""Python packages, exactly those of the lock, by their hashes, as pip is configured to fetch them;
and `./run lock`, which recompiles the locks.
"""

import configparser
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from setup.console import CommandFailed, StepFailed, say, timed
from setup.places import LOCKS, PYTHON, ROOT, STAMPS, VENV, cache_environment
from setup.process import answer, call
from setup.step import Step, fingerprint, read, stamped
from setup.venv import VERSION

SECTIONS = ("global", "install")


def pip_settings(environ: Mapping[str, str]) -> dict[str, str]:
    """pip's options by their long names; a later file wins over an earlier, a variable over all."""
    settings: dict[str, str] = {}
    for path in _files(environ):
        parser = configparser.RawConfigParser()
        try:
            parser.read(path, encoding="utf-8")
        except (configparser.Error, OSError, UnicodeDecodeError):
            continue
        for section in SECTIONS:
            if parser.has_section(section):
                settings.update({k.replace("_", "-"): v for k, v in parser.items(section)})
    for name, value in environ.items():
        if name.startswith("PIP_") and value:
            settings[name[4:].lower().replace("_", "-")] = value
    return settings


def _files(environ: Mapping[str, str]) -> Iterator[Path]:
    """The configuration files of pip, in its order."""
    named = environ.get("PIP_CONFIG_FILE", "")
    if named == os.devnull:
        return
    home = Path(os.path.expanduser("~"))
    if sys.platform == "darwin":
        yield Path("/Library/Application Support/pip/pip.conf")
    for folder in environ.get("XDG_CONFIG_DIRS", "/etc/xdg").split(":"):
        yield Path(folder) / "pip" / "pip.conf"
    yield Path("/etc/pip.conf")
    yield home / ".pip" / "pip.conf"
    if sys.platform == "darwin":
        yield home / "Library" / "Application Support" / "pip" / "pip.conf"
    yield Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "pip" / "pip.conf"
    if named:
        yield Path(named)


def uv_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The same settings as uv variables, unless the user has set those.

    uv reads neither pip.conf nor PIP_ variables. A machine that reaches its packages only through
    those (a mirror, a folder of wheels, a certificate) must still be set up without more work.
    """
    pip = pip_settings(environ)
    wishes = {
        "UV_DEFAULT_INDEX": pip.get("index-url", ""),
        "UV_INDEX": " ".join(pip.get("extra-index-url", "").split()),
        "UV_FIND_LINKS": ",".join(pip.get("find-links", "").split()),
        "UV_INSECURE_HOST": " ".join(pip.get("trusted-host", "").split()),
        "UV_HTTP_TIMEOUT": pip.get("timeout", pip.get("default-timeout", "")),
        "ALL_PROXY": pip.get("proxy", ""),
        "SSL_CERT_FILE": pip.get("cert", ""),
        # pip takes the best of all its indexes; the lock's hashes make that safe.
        "UV_INDEX_STRATEGY": "unsafe-best-match",
    }
    return {name: value for name, value in wishes.items() if value and not environ.get(name)}


def uv_options(environ: Mapping[str, str]) -> list[str]:
    """uv arguments for settings that have no variable."""
    switch = pip_settings(environ).get("no-index", "").lower()
    return ["--no-index"] if switch in {"1", "true", "yes", "on"} else []


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


COMPILE = [
    *("pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-header"),
    *("--python-version", "3.11", "--no-emit-index-url", "--no-emit-find-links", "--no-annotate"),
]
LOCK_SOURCES = {
    "requirements.lock": ["pyproject.toml"],
    "requirements-dev.lock": ["pyproject.toml", "--extra", "dev", "-c", "requirements.lock"],
    "setup/locks/uv.txt": ["setup/locks/uv.in"],
    "setup/locks/node.txt": ["setup/locks/node.in"],
    "setup/locks/e5.txt": ["setup/locks/e5.in"],
    "setup/locks/scans.txt": ["setup/locks/scans.in", "--no-deps"],
}
LOCAL = {"UV_INDEX", "UV_FIND_LINKS"}
"""Package sources of this machine; a lock made from them would not work elsewhere."""


def lock(arguments: Sequence[str]) -> int:
    """Recompile the locks. Arguments go to uv: `--upgrade` or `--upgrade-package NAME`."""
    environment = {k: v for k, v in fetch_environment().items() if k not in LOCAL}
    for name, sources in LOCK_SOURCES.items():
        try:
            with timed(name):
                command = [*uv(), *COMPILE, *arguments, *sources, "-o", name]
                call(command, log="lock", env=environment, cwd=ROOT)
        except CommandFailed as error:
            raise StepFailed(f"{error.tail}\n{name} was not changed. {error}") from error
    return 0
