"""apt, where set-up may use it: as root on Debian or Ubuntu, and only when something needs it."""

import os
import shutil
from pathlib import Path

from setup.errors import CommandFailed
from setup.process import call


def may_install() -> bool:
    is_debian = Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None
    return is_debian and os.geteuid() == 0


def install(*packages: str) -> None:
    """Install packages by name; update the package lists if that fails."""
    command = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        call(command, log="apt", env=quiet)
    except CommandFailed:
        call(["apt-get", "update"], log="apt", env=quiet)
        call(command, log="apt", env=quiet)
