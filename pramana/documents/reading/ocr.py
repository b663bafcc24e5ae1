"""Reading a page from its image: how it lies, which engine reads it, and what the page is then.

The script of an image is not known beforehand, so the first engine's reading decides whether the
second one is tried.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pramana.documents.reading.contracts import RecognisedText
from pramana.documents.reading.errors import OcrMissing
from pramana.documents.reading.ocr_engines import (
    RapidOcr,
    Tesseract,
    available_engines,
    load_engine,
)
from pramana.documents.reading.scan_layout import is_sideways, turn_back
from pramana.documents.reading.scan_models import propose_turn
from pramana.documents.reading.scan_page import compose_scan
from pramana.documents.reading.text_quality import Quality, judge
from pramana.documents.reading.wordlists import load_lexicon
from pramana.language.scripts import Script, script_shares

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
