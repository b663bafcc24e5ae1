"""Files that pages load in the browser, from npm into a static folder that git ignores."""

import json
import shutil

from setup.node import npm_ci
from setup.places import ROOT, STAMPS
from setup.step import Step, fingerprint, stamped

TABLE = ROOT / "setup" / "vendor.json"
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
