"""Four fields read offline from scanned receipts. `./run bench receipts --data DIR`

DIR holds img/ (pictures), key/ (the fields, JSON, same stems) and, where there is one, box/ (the
text as people typed it, with its place). Every picture is read as the product reads it, by OCR,
and its text by the reader that works without a model; then the typed text by the same reader.
`fields` counts what is equal after normalisation. Last, what the reading alone costs as text grows.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from bench._reading_one import ASSETS
from bench._receipts import FIELDS, Receipt, receipts, same, typed, word_f1
from pramana.extraction.domain.reading.document_layout import SizedWord, lines_of
from pramana.extraction.domain.reading.document_reader import read_document

PATHS = {
    "company": "vendor.name",
    "date": "document.date",
    "total": "totals.total",
    "address": "vendor.address",
}
SHORT, LONG = 2_000, 200_000
Values = dict[str, str | None]


def main(argv: Sequence[str]) -> dict[str, Any]:
    options = _options(argv)
    every = receipts(options.data, options.limit)
    os.environ |= {"OMP_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}
    scans = [_scan(receipt) for receipt in every]
    ours = [_values(text, boxes) for text, boxes, _ in scans]
    if options.out:
        _write(options.out, every, ours)
    texts = [typed(receipt) if receipt.boxes else None for receipt in every]
    given = [_values(*text) if text else None for text in texts]
    figures: dict[str, Any] = {
        "receipts": len(every),
        "fields": _accuracy(every, ours),
        "fields_from_text": _accuracy(every, given),
        "ocr_word_f1": _word_f1([scan[0] for scan in scans], texts),
        "ocr_s_per_page": round(mean(scan[2] for scan in scans), 2),
        **_cost([scan[0] for scan in scans]),
    }
    _tell(figures, every, ours)
    return figures


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run bench receipts", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="a folder with img/ and key/")
    parser.add_argument("--limit", type=int, help="read only so many pictures")
    parser.add_argument("--out", type=Path, help="write each receipt's fields here, as JSON lines")
    return parser.parse_args(argv)


def _scan(receipt: Receipt) -> tuple[str, list[SizedWord], float]:
    """The text and word boxes of a picture, and the CPU seconds that took."""
    from pramana.documents.reading.contracts import ReadOptions
    from pramana.documents.reading.file_reader import read_pages

    print(f"reading {receipt.picture.name}", file=sys.stderr)
    began = time.process_time()
    options = ReadOptions(assets=str(ASSETS))
    pages = list(read_pages(str(receipt.picture), receipt.picture.name, options=options))
    boxes = [box for page in pages for box in page.boxes]
    return "\n".join(page.text for page in pages), list(boxes), time.process_time() - began


def _values(text: str, boxes: Sequence[SizedWord]) -> Values:
    """The fields as the key writes them: a date as it stands there, a total with its cents."""
    found = {each.path: each for each in read_document(text, lines=lines_of(text, boxes)).values}
    values: Values = {}
    for field in FIELDS:
        each = found.get(PATHS[field])
        values[field] = str(each.value) if each else None
        if each and field == "date":
            values[field] = each.quote
        if each and field == "total":
            values[field] = f"{each.value:.2f}"
    return values


def _accuracy(every: Sequence[Receipt], ours: Sequence[Values | None]) -> dict[str, float] | None:
    judged = [(each.key, mine) for each, mine in zip(every, ours, strict=True) if each.key and mine]
    if not judged:
        return None
    return {
        field: round(mean(same(field, mine[field], key.get(field, "")) for key, mine in judged), 3)
        for field in FIELDS
    }


def _word_f1(ocr: Sequence[str], texts: Sequence[tuple[str, Any] | None]) -> float | None:
    scored = [word_f1(ours, text[0]) for ours, text in zip(ocr, texts, strict=True) if text]
    return round(mean(scored), 3) if scored else None


def _cost(texts: Sequence[str]) -> dict[str, float]:
    """CPU milliseconds of the reading alone, for a page and for a hundred pages of text."""
    whole = "\n".join(texts) + "\n"
    short, long = (
        _milliseconds((whole * (size // len(whole) + 1))[:size]) for size in (SHORT, LONG)
    )
    return {
        f"reading_ms_{SHORT}": round(short, 1),
        f"reading_ms_{LONG}": round(long, 1),
        "growth": round(long / short / (LONG / SHORT), 2),
    }


def _milliseconds(text: str) -> float:
    rounds = []
    for _ in range(3):
        began = time.process_time()
        read_document(text)
        rounds.append((time.process_time() - began) * 1000)
    return min(rounds)


def _write(path: Path, every: Sequence[Receipt], ours: Sequence[Values]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for receipt, values in zip(every, ours, strict=True):
            row = {"item": receipt.picture.stem, "values": values}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _tell(figures: dict[str, Any], every: Sequence[Receipt], ours: Sequence[Values]) -> None:
    for receipt, values in zip(every, ours, strict=True):
        for field in FIELDS if receipt.key else ():
            wanted = (receipt.key or {}).get(field, "")
            if not same(field, values[field], wanted):
                print(f"{receipt.picture.stem} {field}: {values[field]!r} for {wanted!r}")
    print(f"by OCR: {figures['fields']}")
    print(f"from the typed text: {figures['fields_from_text']}")
    print(f"OCR word F1 {figures['ocr_word_f1']}, {figures['ocr_s_per_page']} CPU s per page")
    print(f"reading {SHORT} characters: {figures[f'reading_ms_{SHORT}']} ms")
    print(f"reading {LONG} characters: {figures[f'reading_ms_{LONG}']} ms")
