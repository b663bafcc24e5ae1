"""The locked packages: versions and purpose of each."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from setup.places import LOCKS, ROOT

USES = {
    ROOT / "requirements.lock": "running",
    ROOT / "requirements-dev.lock": "tests",
    LOCKS / "uv.txt": "set-up",
    LOCKS / "node.txt": "set-up",
    LOCKS / "e5.txt": "set-up",
    LOCKS / "scans.txt": "set-up",
}
"""If two locks contain a package, the first one decides its purpose."""


@dataclass(frozen=True)
class Package:
    name: str
    version: str
    """Several if it depends on the Python version or the system."""
    use: str
    licence: str = ""
    """The licence, if the lock states it."""


def pinned() -> list[Package]:
    """All locked packages by name, npm's after Python's."""
    return [*_python(), *_npm()]


def _python() -> list[Package]:
    versions: dict[str, dict[str, None]] = {}
    uses: dict[str, str] = {}
    for lock, use in USES.items():
        for name, version in pins(lock.read_text("utf-8")):
            versions.setdefault(name, {})[version] = None
            uses.setdefault(name, use)
    return [Package(name, ", ".join(versions[name]), uses[name]) for name in sorted(versions)]


def pins(lock: str) -> Iterator[tuple[str, str]]:
    """Name and version of each entry of a Python lock; a name may occur twice.

    >>> list(pins("numpy==2.4.6 ; python_full_version < '3.12' --hash=sha256:00"))
    [('numpy', '2.4.6')]
    """
    for line in lock.replace("\\\n", " ").splitlines():
        if line.strip():
            name, _, rest = line.partition("==")
            yield name.strip(), rest.split(";")[0].split()[0]


def _npm() -> Iterator[Package]:
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    for place, entry in packages.items():
        if place:
            use = "tests" if entry.get("dev") else "running"
            name = place.removeprefix("node_modules/")
            yield Package(name, entry["version"], use, entry.get("license", ""))
