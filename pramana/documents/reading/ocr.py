"""Reading a page from its image: how it lies, which engine reads it, and what the page is then.

The script of an image is not known beforehand, so the first engine's reading decides whether the
second one is tried. The engine's pieces of text make lines, headings and tables in reading order.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from pramana.documents.reading.contracts import Box, RecognisedText, around
from pramana.documents.reading.errors import OcrMissing
from pramana.documents.reading.layout import LayoutPart, TableRows, compose
from pramana.documents.reading.ocr_engines import (
    RapidOcr,
    ScanReading,
    ShapeCell,
    TableShape,
    Tesseract,
    available_engines,
    load_engine,
    propose_turn,
    table_shape,
)
from pramana.documents.reading.page_builder import (
    CellContent,
    PageBuilder,
    add_table,
    part_labels,
)
from pramana.documents.reading.ruled_tables import ruled_tables
from pramana.documents.reading.scan_layout import (
    PageFrame,
    ScannedPiece,
    body_height,
    find_ruling_lines,
    is_sideways,
    scan_heading_level,
    split_at_columns,
    split_at_rules,
    straight_image,
    turn_back,
)
from pramana.documents.reading.scan_tables import TableRecogniser
from pramana.documents.reading.text_quality import Quality, judge
from pramana.documents.reading.wordlists import load_lexicon
from pramana.language.scripts import Script, script_shares

WIDER = 1.45
"""A step between two lines that is so much wider than usual begins a paragraph."""

MARGIN = 6.0
"""In points: what the model is shown around a table."""


def compose_scan(image: Any, reading: ScanReading, models: str) -> RecognisedText:
    """Pieces come in no reliable order, so they are laid out like the words of a text layer."""
    if not reading.pieces:
        return RecognisedText("", confidence=0.0)
    frame = reading.frame
    straight = straight_image(image, frame)
    rules = find_ruling_lines(straight, frame)
    pieces: Sequence[ScannedPiece] = split_at_rules(reading.pieces, ruled_tables(rules), frame)
    pieces, parts = _lay_out(
        pieces, rules, frame, lambda box: _shape_at(straight, frame, box, models)
    )
    page = PageBuilder()
    _add_parts(page, pieces, parts)
    order = [place for part in parts for place in _places(part)]
    words = tuple(word for place in order for word in pieces[place].words)
    content = page.content
    return RecognisedText(
        content.text,
        content.headings,
        content.tables,
        boxes=words,
        confidence=reading.confidence,
    )


def _lay_out(
    pieces: Sequence[ScannedPiece],
    rules: Sequence[Box],
    frame: PageFrame,
    shape_at: Callable[[Box], TableShape | None],
) -> tuple[Sequence[ScannedPiece], list[LayoutPart]]:
    """The parts of the page, and its pieces; those that a table cuts are split first."""

    def recogniser() -> TableRecogniser:
        return TableRecogniser([piece.text for piece in pieces], shape_at)

    first = recogniser()
    parts = compose([piece.box for piece in pieces], rules, is_ordered=False, recogniser=first)
    if not first.cuts:
        return pieces, parts
    pieces = split_at_columns(pieces, first.cuts, frame)
    boxes = [piece.box for piece in pieces]
    return pieces, compose(boxes, rules, is_ordered=False, recogniser=recogniser())


def _add_parts(
    page: PageBuilder, pieces: Sequence[ScannedPiece], parts: Sequence[LayoutPart]
) -> None:
    body = body_height(pieces)
    spaces = _spaces_before(pieces, parts)
    for part, is_apart in zip(parts, spaces, strict=True):
        if isinstance(part, TableRows):
            add_table(page, _table_content(pieces, part))
            continue
        text = _joined_text(pieces, part.words)
        if level := scan_heading_level([pieces[n] for n in part.words], text, body):
            page.heading(text, level)
            continue
        for line in part_labels([_joined_text(pieces, words) for words in part.pieces]):
            page.paragraph(line, is_apart=is_apart)
            is_apart = False


def _places(part: LayoutPart) -> Iterator[int]:
    if isinstance(part, TableRows):
        yield from (place for row in part.cells for cell in row for place in cell)
    else:
        yield from part.words


def _spaces_before(pieces: Sequence[ScannedPiece], parts: Sequence[LayoutPart]) -> list[bool]:
    """For each part, whether more space than usual is above it."""
    bounds = [around([pieces[place].box for place in _places(part)]) for part in parts]
    gaps = [below.y0 - above.y0 for above, below in pairwise(bounds)]
    lines = [
        gap
        for gap, (above, below) in zip(gaps, pairwise(parts), strict=True)
        if gap > 0 and not isinstance(above, TableRows) and not isinstance(below, TableRows)
    ]
    usual = median(lines) if lines else float("inf")
    after_table = [isinstance(part, TableRows) for part in parts[:-1]]
    wide = [
        gap > WIDER * usual or gap < 0 or is_after
        for gap, is_after in zip(gaps, after_table, strict=True)
    ]
    return [False, *wide]


def _shape_at(straight: Any, frame: PageFrame, box: Box, models: str) -> TableShape | None:
    """What the model sees in a part of the page, in points."""
    scale = frame.scale
    left, top = max(box.x0 - MARGIN, 0.0), max(box.y0 - MARGIN, 0.0)
    edges = (left, top, box.x1 + MARGIN, box.y1 + MARGIN)
    x0, y0, x1, y1 = (round(edge / scale) for edge in edges)
    shape = table_shape(
        straight.crop((x0, y0, min(x1, frame.width), min(y1, frame.height))), models
    )
    return shape and TableShape(tuple(_in_points(cell, left, top, scale) for cell in shape.cells))


def _in_points(cell: ShapeCell, left: float, top: float, scale: float) -> ShapeCell:
    x0, y0, x1, y1 = (edge * scale for edge in cell.box)
    box = Box(left + x0, top + y0, left + x1, top + y1)
    return ShapeCell(cell.row, cell.column, cell.rows, cell.columns, box)


def _table_content(pieces: Sequence[ScannedPiece], table: TableRows) -> list[list[CellContent]]:
    return [
        [
            CellContent(_joined_text(pieces, cell), *table.spans.get((row, column), (1, 1)))
            for column, cell in enumerate(cells)
        ]
        for row, cells in enumerate(table.cells)
    ]


def _joined_text(pieces: Sequence[ScannedPiece], places: tuple[int, ...]) -> str:
    return " ".join(pieces[place].text for place in places)


SIDEWAYS_TURNS = (90, 270)
UPSIDE_DOWN = 180
MIN_DEVANAGARI = 0.05
"""From this share of Devanagari letters on, tesseract reads the page."""

SURE_SHARE = 0.6
"""From this lexicon share on, the second engine is not tried."""

SURE_RANK = 0.6
"""From this rank on, a page that was turned is not read as it lies too."""

POOR_RANK, MANY_WORDS = 0.3, 20
"""So poor a reading of so many words may be of a page that is upside down."""

OCR_MISSING = (
    "This page is an image or its text is damaged, and it cannot be read: the OCR language files "
    "are missing. Run ./run setup, then read the document again."
)


class JudgedReading(NamedTuple):
    """The reading of a page, with the engine's name and how good the text is."""

    engine: str
    text: RecognisedText
    quality: Quality

    @property
    def rank(self) -> tuple[float, float]:
        """A rank for choosing between two readings: the lexicon share times the confidence.

        The share alone would be a toss-up on a receipt, where few words are in any lexicon.
        """
        share, plausible = self.quality.rank
        return share * (1.0 if self.text.confidence is None else self.text.confidence), plausible


@dataclass
class OcrReader:
    """Reads the images of one document, and tries the engine of the last page first."""

    languages: str
    """The folder of tesseract's language files."""

    models: str = ""
    """The folder of the models for scans."""

    preferred: str = Tesseract.name

    def read(self, image: Any, dpi: int) -> JudgedReading:
        """The best reading of the page, turned where it lies on its side or upside down."""
        turn = propose_turn(image, self.models) if self.models else 0
        readings = {turn: self._read_turned(image, dpi, turn)}
        if turn and readings[turn].rank[0] >= SURE_RANK:
            return readings[turn]
        if turn:
            readings[0] = self._read_turned(image, dpi, 0)
        as_it_lies = readings[0]
        if _has_tall_words(as_it_lies, image):
            for side in SIDEWAYS_TURNS:
                if side not in readings:
                    readings[side] = self._read_turned(image, dpi, side)
            sides = [readings[side] for side in SIDEWAYS_TURNS]
            upright = [each for each in sides if _has_tall_words(each, image)]
            return max(upright or [as_it_lies], key=_rank)
        if self.models and not turn and _is_poor(as_it_lies):
            readings[UPSIDE_DOWN] = self._read_turned(image, dpi, UPSIDE_DOWN)
        return max(readings.values(), key=_rank)

    def _read_turned(self, image: Any, dpi: int, turn: int) -> JudgedReading:
        """The reading of the page turned to the left; its boxes are those of the page as it is."""
        if not turn:
            return self._read_upright(image, dpi)
        found = self._read_upright(image.rotate(turn, expand=True), dpi)
        boxes = tuple(turn_back(box, turn) for box in found.text.boxes)
        return found._replace(text=replace(found.text, boxes=boxes))

    def _read_upright(self, image: Any, dpi: int) -> JudgedReading:
        names = sorted(available_engines(self.languages), key=lambda name: name != self.preferred)
        if not names:
            raise OcrMissing(OCR_MISSING)
        found = self._try(names[0], image, dpi)
        if len(names) > 1 and self._needs_second_opinion(found):
            other = self._try(names[1], image, dpi)
            found = other if other.rank >= found.rank else found
        self.preferred = found.engine
        return found

    def _try(self, name: str, image: Any, dpi: int) -> JudgedReading:
        reading = load_engine(name, self.languages).read(image, dpi)
        text = compose_scan(image, reading, self.models)
        return JudgedReading(name, text, judge(text.text, load_lexicon(self.languages), sample=0))

    @staticmethod
    def _needs_second_opinion(found: JudgedReading) -> bool:
        """Whether tesseract read a Latin page, or rapidocr a page that may be Devanagari."""
        if found.engine == RapidOcr.name:
            return (found.quality.lexicon_share or 0.0) < SURE_SHARE
        return script_shares(found.text.text).get(Script.DEVANAGARI, 0.0) < MIN_DEVANAGARI


def _rank(found: JudgedReading) -> tuple[float, float]:
    return found.rank


def _has_tall_words(found: JudgedReading, image: Any) -> bool:
    """Whether the words are on their side on the page as it is."""
    return is_sideways(found.text.boxes, *image.size)


def _is_poor(found: JudgedReading) -> bool:
    return found.rank[0] < POOR_RANK and len(found.text.text.split()) >= MANY_WORDS
