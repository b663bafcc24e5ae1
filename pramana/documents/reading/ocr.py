"""OCR: the engines, which of them reads a page, and the Markdown of an OCR service.

The script of an image is not known beforehand, so the first engine's reading decides whether the
second one is tried.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any, Protocol

from pramana.documents.reading.contracts import Box, PageContent, WordBox
from pramana.documents.reading.errors import OcrMissing
from pramana.documents.reading.layout import TableRows, compose
from pramana.documents.reading.page_builder import CellContent, PageBuilder
from pramana.documents.reading.ruled_tables import ruled_tables
from pramana.documents.reading.scan_layout import (
    PageFrame,
    ScannedPiece,
    body_height,
    drawn_lines,
    is_sideways,
    scan_heading_level,
    skew_of,
    split_at_rules,
    turn_back,
)
from pramana.documents.reading.text_quality import Quality, judge
from pramana.documents.reading.wordlists import load_lexicon
from pramana.kit.evidence import nfc
from pramana.language.scripts import Script, script_shares


@dataclass(frozen=True, slots=True)
class RecognisedText(PageContent):
    """The text of an image, with the engine's confidence from 0 to 1.

    A service may return no word boxes. Where it gives no confidence either, `confidence` is None
    and the lexicon share takes its place.
    """

    confidence: float | None = None


class OcrEngine(Protocol):
    """Reads the image of a page, an upright PIL image."""

    name: str

    def read(self, image: Any, dpi: int) -> RecognisedText: ...


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

    def read(self, image: Any, dpi: int) -> RecognisedText:
        import numpy

        output: Any = self._engine(numpy.asarray(image.convert("RGB"))[:, :, ::-1])
        if output.boxes is None or not output.txts:
            return RecognisedText("", confidence=0.0)
        width, height = image.size
        frame = PageFrame(
            width, height, dpi, skew_of(list(zip(output.txts, output.boxes, strict=True)))
        )
        scores = [float(score) for score in output.scores]
        mean = round(sum(scores) / len(scores), 3)
        return _compose_pieces(_rapid_pieces(output, frame), drawn_lines(image, frame), frame, mean)


def _rapid_pieces(output: Any, frame: PageFrame) -> list[ScannedPiece]:
    words: Sequence[Any] = output.word_results or [()] * len(output.txts)
    return [
        ScannedPiece(
            nfc(text),
            frame.box(_bounding_box(corners)),
            tuple(_word_box(word, frame.width, frame.height) for word in inside),
        )
        for text, corners, inside in zip(output.txts, output.boxes, words, strict=True)
    ]


def _bounding_box(corners: Any) -> Box:
    across, down = [float(x) for x, _ in corners], [float(y) for _, y in corners]
    return Box(min(across), min(down), max(across), max(down))


def _word_box(found: Any, width: int, height: int) -> WordBox:
    word, _, corners = found
    box = _bounding_box(corners)
    return WordBox(nfc(word), box.x0 / width, box.y0 / height, box.x1 / width, box.y1 / height)


def _compose_pieces(
    pieces: list[ScannedPiece], rules: list[Box], frame: PageFrame, mean: float
) -> RecognisedText:
    """Pieces come in no reliable order, so they are laid out like the words of a text layer."""
    page = PageBuilder()
    order: list[int] = []
    pieces = split_at_rules(pieces, ruled_tables(rules), frame)
    body = body_height(pieces)
    for part in compose([piece.box for piece in pieces], rules, is_ordered=False):
        if isinstance(part, TableRows):
            page.table(_table_content(pieces, part))
            order += [place for row in part.cells for cell in row for place in cell]
            continue
        text = _joined_text(pieces, part.words)
        if level := scan_heading_level([pieces[n] for n in part.words], text, body):
            page.heading(text, level)
        else:
            page.paragraph(text)
        order += part.words
    boxes = tuple(word for place in order for word in pieces[place].words)
    content = page.content
    return RecognisedText(
        content.text, content.headings, content.tables, boxes=boxes, confidence=mean
    )


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


TESSERACT_LANGUAGES = ("nep", "eng")
STROKE = re.compile(r"(?<=[\u0900-\u097f])\|")
_DEVANAGARI_END = re.compile(r"[\u0900-\u097f]$")


def languages_installed(folder: str) -> bool:
    """Whether the folder contains the language files."""
    return all((Path(folder) / f"{name}.traineddata").exists() for name in TESSERACT_LANGUAGES)


class Tesseract:
    """Reads Devanagari and Latin together.

    It never runs with Nepali alone: on a mixed page that leaves .23 of the words right. It is
    loaded once per process, and the library keeps the language files in memory.
    """

    name = "tesseract"

    def __init__(self, folder: str) -> None:
        from tesserocr import PyTessBaseAPI

        self._api = PyTessBaseAPI(path=folder, lang="+".join(TESSERACT_LANGUAGES))

    def read(self, image: Any, dpi: int) -> RecognisedText:
        self._api.SetImage(image)
        self._api.SetSourceResolution(dpi)
        self._api.Recognize()
        try:
            return _join_words(list(self._words(*image.size)))
        finally:
            self._api.Clear()

    def _words(self, width: int, height: int) -> Iterator[tuple[str, WordBox, float]]:
        """Each word with the separator before it: a space, a line break or a blank line."""
        from tesserocr import RIL, iterate_level

        before = ""
        for at in iterate_level(self._api.GetIterator(), RIL.WORD):
            if at.Empty(RIL.WORD) or not (word := nfc(at.GetUTF8Text(RIL.WORD)).strip()):
                continue
            word = before = replace_strokes(word, before)
            separator = " "
            if at.IsAtBeginningOf(RIL.TEXTLINE):
                separator = "\n\n" if at.IsAtBeginningOf(RIL.BLOCK) else "\n"
            x0, y0, x1, y1 = at.BoundingBox(RIL.WORD)
            box = WordBox(word, x0 / width, y0 / height, x1 / width, y1 / height)
            yield separator, box, at.Confidence(RIL.WORD) / 100


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


def _join_words(words: list[tuple[str, WordBox, float]]) -> RecognisedText:
    text = "".join(separator + box.word for separator, box, _ in words).strip()
    mean = sum(confidence for _, _, confidence in words) / len(words) if words else 0.0
    boxes = tuple(box for _, box, _ in words)
    return RecognisedText(text, boxes=boxes, confidence=round(mean, 3))


SIDEWAYS_TURNS = (90, 270)
MIN_DEVANAGARI = 0.05
"""From this share of Devanagari letters on, tesseract reads the page."""

SURE_SHARE = 0.6
"""From this lexicon share on, the second engine is not tried."""

OCR_MISSING = (
    "This page is an image or its text is damaged, and it cannot be read: the OCR language files "
    "are missing. Run ./run setup, then read the document again."
)


def available_engines(folder: str) -> list[str]:
    """The names of the installed engines; none of them is loaded."""
    found = [Tesseract.name] if languages_installed(folder) and find_spec("tesserocr") else []
    return [*found, *([RapidOcr.name] if find_spec("rapidocr") else [])]


@cache
def load_engine(name: str, folder: str) -> OcrEngine:
    """The engine, loaded once per process: rapidocr's models take a second and 200 MB."""
    return Tesseract(folder) if name == Tesseract.name else RapidOcr()


@dataclass
class OcrReader:
    """Reads the images of one document, and tries the engine of the last page first."""

    folder: str
    preferred: str = Tesseract.name

    def read(self, image: Any, dpi: int) -> tuple[str, RecognisedText, Quality]:
        """The engine's name, the text, and its quality. A page on its side is turned first."""
        name, text, quality = self._read_as_it_lies(image, dpi)
        if not is_sideways(text.boxes, *image.size):
            return name, text, quality
        best = (_reading_rank(text, quality), name, text, quality)
        for turn in SIDEWAYS_TURNS:
            turned = image.rotate(turn, expand=True)
            name, text, quality = self._read_as_it_lies(turned, dpi)
            if is_sideways(text.boxes, *turned.size) or not text.text:
                continue
            rank = (1.0 + _reading_rank(text, quality)[0], 0.0)
            boxes = tuple(turn_back(box, turn) for box in text.boxes)
            if rank > best[0]:
                best = (rank, name, replace(text, boxes=boxes), quality)
        return best[1:]

    def _read_as_it_lies(self, image: Any, dpi: int) -> tuple[str, RecognisedText, Quality]:
        names = sorted(available_engines(self.folder), key=lambda name: name != self.preferred)
        if not names:
            raise OcrMissing(OCR_MISSING)
        name, text, quality = self._try(names[0], image, dpi)
        if len(names) > 1 and self._needs_second_opinion(name, text, quality):
            other = self._try(names[1], image, dpi)
            if _reading_rank(*other[1:]) >= _reading_rank(text, quality):
                name, text, quality = other
        self.preferred = name
        return name, text, quality

    def _try(self, name: str, image: Any, dpi: int) -> tuple[str, RecognisedText, Quality]:
        text = load_engine(name, self.folder).read(image, dpi)
        return name, text, judge(text.text, load_lexicon(self.folder), sample=0)

    @staticmethod
    def _needs_second_opinion(name: str, text: RecognisedText, quality: Quality) -> bool:
        """Whether tesseract read a Latin page, or rapidocr a page that may be Devanagari."""
        if name == RapidOcr.name:
            return (quality.lexicon_share or 0.0) < SURE_SHARE
        return script_shares(text.text).get(Script.DEVANAGARI, 0.0) < MIN_DEVANAGARI


def _reading_rank(text: RecognisedText, quality: Quality) -> tuple[float, float]:
    """A rank for choosing between two engines: the lexicon share times the confidence.

    The share alone would be a toss-up on a receipt, where few words are in any lexicon.
    """
    share, plausible = quality.rank
    return share * (1.0 if text.confidence is None else text.confidence), plausible


MARKDOWN_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
MARKDOWN_HEADING = re.compile(r"(#{1,6})\s+(.+)")
MARKDOWN_ROW = re.compile(r"\|.*\|\s*$")
MARKDOWN_RULE = re.compile(r"\|[\s:|-]+\|\s*$")
MARKDOWN_EMPHASIS = re.compile(r"(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1")
MARKDOWN_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!|~$-])")


def read_markdown(markdown: str) -> RecognisedText:
    """The text of a page that an OCR service returned as Markdown, with headings and tables."""
    page = PageBuilder()
    lines = MARKDOWN_IMAGE.sub("", markdown).splitlines()
    for is_row, group in groupby(
        map(str.strip, lines), key=lambda line: bool(MARKDOWN_ROW.match(line))
    ):
        if is_row:
            page.table([_cells(line) for line in group if not MARKDOWN_RULE.match(line)])
        else:
            _add_lines(page, list(group))
    return RecognisedText(page.text, page.headings, page.tables)


def _add_lines(page: PageBuilder, lines: list[str]) -> None:
    for line in lines:
        heading = MARKDOWN_HEADING.match(line)
        if heading:
            page.heading(_plain_text(heading[2]), len(heading[1]))
        else:
            page.paragraph(_plain_text(line))


def _cells(line: str) -> list[str]:
    return [_plain_text(cell) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def _plain_text(text: str) -> str:
    """Text without Markdown emphasis and escapes; words are never changed.

    >>> _plain_text("**Total** of 2\\\\*3 and a_b")
    'Total of 2*3 and a_b'
    """
    return MARKDOWN_ESCAPE.sub(r"\1", MARKDOWN_EMPHASIS.sub(r"\2", text))
