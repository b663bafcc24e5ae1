"""How fast files become text, how well, and in how much memory.

`--data DIR`: every file in it is read in a process of its own. Then two PDFs are made and read: a
clean one (`--pages`, 500), side by side with bare pypdfium2 in turns (with `--peers` also docling's
reader), and one of 3,000 pages, whose memory is what counts. `lexicon_share` is known words over
words of the whole text (`pramana/documents/reading/text_quality.py`), over the lists inside the OCR
language files.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench import _beside
from bench._clean_pdf import write_pdf
from bench._peer_environment import told_by
from bench._reading_one import ASSETS

ROUNDS = 5
CLEAN, LONG = 500, 3_000
ROWS = ("pages_per_cpu_s",)


def main(argv: list[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="bench documents", description=__doc__)
    parser.add_argument("--data", type=Path, help="a folder of files to read")
    parser.add_argument("--files-only", action="store_true", help="make and read no PDFs")
    parser.add_argument("--pages", type=int, default=CLEAN, help="of the clean PDF")
    parser.add_argument("--peers", action="store_true", help="read the clean one by docling too")
    arguments = parser.parse_args(argv)
    figures: dict[str, Any] = {"word_lists": (ASSETS / "tesseract").is_dir()}
    if arguments.data:
        figures["files"] = [_read(file) for file in _files(arguments.data)]
    if not arguments.files_only:
        with tempfile.TemporaryDirectory() as folder:
            figures |= _made(Path(folder), arguments.pages, peers=arguments.peers)
    return figures


def _files(folder: Path) -> list[Path]:
    files = sorted(file for file in folder.iterdir() if file.is_file())
    if not files:
        raise SystemExit(f"There are no files in {folder}; name the data with --data.")
    return files


def _made(folder: Path, pages: int, *, peers: bool) -> dict[str, Any]:
    clean, long = folder / "clean.pdf", folder / "long.pdf"
    write_pdf(clean, pages)
    write_pdf(long, LONG)
    ours, bare = _side_by_side(clean)
    found: dict[str, dict[str, Any] | None] = {
        _beside.OURS: {"pages_per_cpu_s": ours},
        "pypdfium2": {"pages_per_cpu_s": bare},
    }
    if peers:
        found["docling-parse"] = told_by("docling", json.dumps({"path": str(clean)}))
    _beside.say(found, ROWS)
    return {
        "clean_pages": pages,
        "clean_pages_per_s": ours,
        "bare_pages_per_s": bare,
        "ratio_to_bare": round(ours / bare, 3),
        "ratios": _beside.ratios(found, ROWS),
        "long": _read(long),
    }


def _side_by_side(path: Path) -> tuple[float, float]:
    """Pages per CPU second, ours and bare, the best of rounds taken in turns in a warm process."""
    words = [sys.executable, "-m", "bench._side_by_side", str(path), str(ROUNDS)]
    ours, bare = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    return float(ours), float(bare)


def _read(path: Path) -> dict[str, Any]:
    """Read a file in a child, as the CPU pool does, with one thread to a library."""
    print(f"reading {path.name}", file=sys.stderr)
    began = time.perf_counter()
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}
    command = [sys.executable, "-m", "bench._reading_one", str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return {**figures, "wall_s": round(time.perf_counter() - began, 2)}
