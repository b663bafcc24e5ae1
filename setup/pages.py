"""Files from npm: those that pages load in the browser, and the fonts of printed reports."""

import json
import shutil
from hashlib import sha256

from setup.errors import CommandFailed
from setup.node import npm_ci
from setup.places import ROOT, STAMPS, assets
from setup.step import Step, fingerprint, stamped

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
