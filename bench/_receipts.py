"""Scanned receipts with their key fields, and their text as people typed it from boxes."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pramana.documents.reading.contracts import Box, WordBox
from pramana.documents.reading.layout import TableRows, compose
from pramana.documents.reading.page_builder import PageBuilder
from pramana.extraction.domain.reading.dates import find_written_dates

FIELDS = ("company", "date", "total", "address")
PICTURES = (".jpg", ".jpeg", ".png", ".tif", ".tiff")
COORDINATES = 8


@dataclass(frozen=True)
class Receipt:
    """A picture, with the fields and the typed boxes where the data has them."""

    picture: Path
    key: dict[str, str] | None
    boxes: list[tuple[str, Box]]


def receipts(folder: Path, limit: int | None) -> list[Receipt]:
    pictures = sorted(p for p in (folder / "img").glob("*") if p.suffix.lower() in PICTURES)
    if not pictures:
        raise SystemExit(
            f"There are no pictures in {folder / 'img'}; name a folder that holds img/ and key/."
        )
    return [_receipt(folder, picture) for picture in pictures[:limit]]


def _receipt(folder: Path, picture: Path) -> Receipt:
    key = next((folder / "key").glob(f"{picture.stem}.*"), None)
    boxes = next((folder / "box").glob(f"{picture.stem}.*"), None)
    fields = json.loads(key.read_text("utf-8", errors="replace")) if key else None
    return Receipt(picture, fields, _boxes(boxes) if boxes else [])


def _boxes(file: Path) -> list[tuple[str, Box]]:
    found = []
    for line in file.read_text("utf-8", errors="replace").splitlines():
        parts = line.split(",", COORDINATES)
        if len(parts) > COORDINATES and parts[-1].strip():
            across, down = ([float(x) for x in parts[i:COORDINATES:2]] for i in (0, 1))
            found.append((parts[-1], Box(min(across), min(down), max(across), max(down))))
    return found


def typed(receipt: Receipt) -> tuple[str, list[WordBox]]:
    """The typed boxes laid out as the product lays out a page, with the size of their type."""
    page, order = PageBuilder(), []
    words = [word for word, _ in receipt.boxes]
    for part in compose([box for _, box in receipt.boxes]):
        if isinstance(part, TableRows):
            page.table([[_joined(words, cell) for cell in row] for row in part.cells])
            order += [place for row in part.cells for cell in row for place in cell]
        else:
            page.paragraph(_joined(words, part.words))
            order += part.words
    return page.text, [_word(*receipt.boxes[place]) for place in order]


def _joined(words: Sequence[str], places: Sequence[int]) -> str:
    return " ".join(words[place] for place in places)


def _word(word: str, box: Box) -> WordBox:
    return WordBox(word, box.x0, box.y0, box.x1, box.y1)


def same(field: str, ours: str | None, key: str) -> bool:
    """Equal after normalisation: dates as days, totals as numbers, words as letters and digits."""
    if not ours:
        return False
    if field == "date":
        one, other = find_written_dates(ours), find_written_dates(key)
        return bool(one and other) and one[0].day == other[0].day
    if field == "total":
        return _number(ours) == _number(key)
    return _letters(ours) == _letters(key)


def _number(words: str) -> str:
    digits = re.sub(r"[^\d.]", "", words)
    return f"{float(digits):.2f}" if re.fullmatch(r"\d+(\.\d+)?", digits) else digits


def _letters(words: str) -> str:
    return re.sub(r"[\W_]", "", words).casefold()


def word_f1(ours: str, typed_text: str) -> float:
    """Words that both have, over the words of both; letters and digits only, in any order."""
    one, other = (Counter(re.findall(r"\w+", text.casefold())) for text in (ours, typed_text))
    return 2 * (one & other).total() / max(one.total() + other.total(), 1)
