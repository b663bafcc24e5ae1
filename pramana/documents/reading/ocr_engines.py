"""The OCR engines: each turns the image of a page into pieces of text with their places."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, Protocol

from pramana.documents.reading.contracts import Box, WordBox
from pramana.documents.reading.scan_layout import (
    MAX_SKEW,
    MIN_SKEW,
    PageFrame,
    ScannedPiece,
    skew_of,
)
from pramana.kit.evidence import nfc


@dataclass(frozen=True, slots=True)
class ScanReading:
    """What an engine found in an image, in any order, with its confidence from 0 to 1."""

    pieces: tuple[ScannedPiece, ...]
    frame: PageFrame
    confidence: float


class OcrEngine(Protocol):
    """Reads the image of a page, an upright PIL image."""

    name: str

    def read(self, image: Any, dpi: int) -> ScanReading: ...


RAPID_SETTINGS = {
    "Global.log_level": "error",
    "Global.return_word_box": True,
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}


class RapidOcr:
    """Reads Latin better than tesseract, and no Devanagari; its models come in its wheel."""

    name = "rapidocr"

    def __init__(self) -> None:
        from rapidocr import RapidOCR

        self._engine = RapidOCR(params=RAPID_SETTINGS)

    def read(self, image: Any, dpi: int) -> ScanReading:
        import numpy

        output: Any = self._engine(numpy.asarray(image.convert("RGB"))[:, :, ::-1])
        width, height = image.size
        if output.boxes is None or not output.txts:
            return ScanReading((), PageFrame(width, height, dpi), 0.0)
        skew = skew_of(list(zip(output.txts, output.boxes, strict=True)))
        frame = PageFrame(width, height, dpi, skew)
        scores = [float(score) for score in output.scores]
        mean = round(sum(scores) / len(scores), 3)
        return ScanReading(tuple(_rapid_pieces(output, frame)), frame, mean)


def _rapid_pieces(output: Any, frame: PageFrame) -> Iterator[ScannedPiece]:
    words: Sequence[Any] = output.word_results or [()] * len(output.txts)
    for text, corners, inside in zip(output.txts, output.boxes, words, strict=True):
        boxes = tuple(_word_box(word, frame.width, frame.height) for word in inside)
        yield ScannedPiece(nfc(text), frame.box(_bounding_box(corners)), boxes)


def _bounding_box(corners: Any) -> Box:
    across, down = [float(x) for x, _ in corners], [float(y) for _, y in corners]
    return Box(min(across), min(down), max(across), max(down))


def _word_box(found: Any, width: int, height: int) -> WordBox:
    word, _, corners = found
    box = _bounding_box(corners)
    return WordBox(nfc(word), box.x0 / width, box.y0 / height, box.x1 / width, box.y1 / height)


TESSERACT_LANGUAGES = ("nep", "eng")
STROKE = re.compile(r"(?<=[\u0900-\u097f])\|")
_DEVANAGARI_END = re.compile(r"[\u0900-\u097f]$")
DESCENT = 0.2
"""The share of a line's height that is below its base line."""

MIN_BASELINE = 300
"""In pixels: the skew is measured on longer lines."""


def languages_installed(folder: str) -> bool:
    """Whether the folder contains the language files."""
    return all((Path(folder) / f"{name}.traineddata").exists() for name in TESSERACT_LANGUAGES)


@dataclass(frozen=True, slots=True)
class _TesseractWord:
    """A word with its box in pixels, and the line it is on: its base line and its height."""

    text: str
    box: Box
    confidence: float
    base: tuple[float, float, float, float]
    height: float

    @property
    def slope(self) -> float:
        x0, y0, x1, y1 = self.base
        return (y1 - y0) / (x1 - x0) if x1 > x0 else 0.0

    @property
    def on_line(self) -> Box:
        """The box as high as its line, because a comma is low and a dash is thin."""
        middle = (self.box.x0 + self.box.x1) / 2
        base = self.base[1] + self.slope * (middle - self.base[0])
        bottom = base + DESCENT * self.height
        return Box(self.box.x0, bottom - self.height, self.box.x1, bottom)


class Tesseract:
    """Reads Devanagari and Latin together.

    It never runs with Nepali alone: on a mixed page that leaves .23 of the words right. It is
    loaded once per process, and the library keeps the language files in memory.
    """

    name = "tesseract"

    def __init__(self, folder: str) -> None:
        from tesserocr import PyTessBaseAPI

        self._api = PyTessBaseAPI(path=folder, lang="+".join(TESSERACT_LANGUAGES))

    def read(self, image: Any, dpi: int) -> ScanReading:
        self._api.SetImage(image)
        self._api.SetSourceResolution(dpi)
        self._api.Recognize()
        try:
            words = list(self._words())
        finally:
            self._api.Clear()
        width, height = image.size
        frame = PageFrame(width, height, dpi, _skew_of_lines(words))
        pieces = tuple(_tesseract_piece(word, frame) for word in words)
        mean = sum(word.confidence for word in words) / len(words) if words else 0.0
        return ScanReading(pieces, frame, round(mean, 3))

    def _words(self) -> Iterator[_TesseractWord]:
        from tesserocr import RIL, iterate_level

        before = ""
        base, height = (0.0, 0.0, 0.0, 0.0), 1.0
        for at in iterate_level(self._api.GetIterator(), RIL.WORD):
            if at.Empty(RIL.WORD) or not (word := nfc(at.GetUTF8Text(RIL.WORD)).strip()):
                continue
            word = before = replace_strokes(word, before)
            box = Box(*map(float, at.BoundingBox(RIL.WORD)))
            line = at.Baseline(RIL.TEXTLINE)
            if line:
                (x0, y0), (x1, y1) = line
                base = (float(x0), float(y0), float(x1), float(y1))
                height = float(at.RowAttributes()["row_height"])
            yield _TesseractWord(word, box, at.Confidence(RIL.WORD) / 100, base, height)


def _skew_of_lines(words: Sequence[_TesseractWord]) -> float:
    lines = {word.base for word in words if word.base[2] - word.base[0] >= MIN_BASELINE}
    if not lines:
        return 0.0
    angle = median(math.degrees(math.atan2(y1 - y0, x1 - x0)) for x0, y0, x1, y1 in lines)
    return angle if MIN_SKEW < abs(angle) < MAX_SKEW else 0.0


def _tesseract_piece(word: _TesseractWord, frame: PageFrame) -> ScannedPiece:
    x0, y0, x1, y1 = word.box
    width, height = frame.width, frame.height
    box = WordBox(word.text, x0 / width, y0 / height, x1 / width, y1 / height)
    return ScannedPiece(word.text, frame.box(word.on_line), (box,))


def replace_strokes(word: str, before: str) -> str:
    """The word with `|` after Devanagari replaced by a danda, which the engine mostly misreads.

    >>> replace_strokes("गरिएको|", ""), replace_strokes("|", "गरिएको")
    ('गरिएको।', '।')
    >>> replace_strokes("|", "table")
    '|'
    """
    if word == "|" and _DEVANAGARI_END.search(before):
        return "।"
    return STROKE.sub("।", word)


def available_engines(folder: str) -> list[str]:
    """The names of the installed engines; none of them is loaded."""
    found = [Tesseract.name] if languages_installed(folder) and find_spec("tesserocr") else []
    return [*found, *([RapidOcr.name] if find_spec("rapidocr") else [])]


@cache
def load_engine(name: str, folder: str) -> OcrEngine:
    """The engine, loaded once per process: rapidocr's models take a second and 200 MB."""
    return Tesseract(folder) if name == Tesseract.name else RapidOcr()
