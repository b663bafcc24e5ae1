"""Reads one file and prints time and memory: `python -m bench._reading_one FILE`."""

import json
import os
import resource
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from pramana.documents.reading.contracts import PageText, ReadOptions
from pramana.documents.reading.file_reader import read_pages
from pramana.documents.reading.wordlists import load_lexicon

ROOT = Path(__file__).resolve().parent.parent
ASSETS = Path(os.environ.get("PRAMANA_ASSETS") or ROOT / ".assets")


def figures(path: Path) -> dict[str, Any]:
    began, cpu = time.perf_counter(), time.process_time()
    tally = Tally()
    for page in read_pages(str(path), path.name, options=ReadOptions(assets=str(ASSETS))):
        tally.add(page)
    wall, used = time.perf_counter() - began, time.process_time() - cpu
    return {
        "file": path.name,
        "pages": tally.pages,
        "pages_per_s": round(tally.pages / wall, 2),
        "cpu_s": round(used, 2),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        **tally.told(),
    }


class Tally:
    """What the pages say together, without keeping their texts."""

    def __init__(self) -> None:
        self.pages = self._flagged = self._errors = self._characters = 0
        self._words = self._known = 0
        self._how: Counter[str] = Counter()
        self._languages: Counter[str] = Counter()
        self._lexicon = load_lexicon(str(ASSETS / "tesseract"))

    def add(self, page: PageText) -> None:
        self.pages += 1
        self._flagged += page.flagged
        self._errors += bool(page.error)
        self._characters += len(page.text)
        self._how[page.read_by] += 1
        self._languages[page.language] += 1
        for share in self._lexicon.shares(page.text.split()).values():
            self._words += share.words
            self._known += share.known

    def told(self) -> dict[str, Any]:
        return {
            "flagged": self._flagged > 0,
            "flagged_pages": self._flagged,
            "lexicon_share": round(self._known / self._words, 4) if self._words else None,
            "words": self._words,
            "characters": self._characters,
            "read_by": dict(self._how),
            "language": self._languages.most_common(1)[0][0] if self._languages else "",
            "pages_with_errors": self._errors,
        }


if __name__ == "__main__":
    print(json.dumps(figures(Path(sys.argv[1])), ensure_ascii=False))
