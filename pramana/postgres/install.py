"""For root: a copy of the binaries that the server's user can read.

The checkout and its virtual environment may be readable by root alone, and the server never runs
as root. The copy is made once per version of the wheel and shared by every data directory.
"""

import os
import shutil
import tempfile
from pathlib import Path

from pramana.postgres.carrier import INSTALL, Binaries, Carrier, find_carrier
from pramana.postgres.errors import BinariesMissing

STATE = Path("/var/lib/pramana")
"""Where root keeps what is not data: binaries, and sockets whose data directory is too deep."""


def server_binaries() -> Binaries:
    """Binaries the server can be started from: the wheel's own, or root's copy of them."""
    carrier = find_carrier()
    return install(carrier, STATE) if os.geteuid() == 0 else carrier.binaries


def install(carrier: Carrier, state: Path) -> Binaries:
    """The copy under `state`, made now if this version has none yet."""
    place = state / f"postgres-{carrier.version}"
    if not place.is_dir():
        try:
            _make(carrier, place)
        except OSError as error:
            raise BinariesMissing(f"they could not be copied to {place} ({error})") from error
    return Binaries(place / INSTALL)


def _make(carrier: Carrier, place: Path) -> None:
    """Copy beside the final place and rename, so that a copy is there whole or not at all."""
    if not place.parent.is_dir():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.parent.chmod(0o755)  # whatever root's umask is, others may walk through
    making = Path(tempfile.mkdtemp(prefix=f"{place.name}.making-", dir=place.parent))
    try:
        _copy(carrier, making)
        _put_in_place(making, place)
    finally:
        shutil.rmtree(making, ignore_errors=True)


def _copy(carrier: Carrier, making: Path) -> None:
    for file in carrier.files():
        source, target = carrier.site / file, making / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        target.chmod(0o755 if source.stat().st_mode & 0o100 else 0o644)
    for folder, _, _ in os.walk(making):
        os.chmod(folder, 0o755)  # noqa: S103 - public programs; the server's user must read them
    os.sync()


def _put_in_place(making: Path, place: Path) -> None:
    try:
        making.rename(place)
    except OSError:
        if not place.is_dir():
            raise  # otherwise another process was first, with the same files
