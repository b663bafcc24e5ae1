"""Which engine reads a picture. Nobody says what script it is in, so the first look finds out."""

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any

from pramana.documents.domain.quality import Quality, judge
from pramana.documents.reading.errors import OcrMissing
from pramana.documents.reading.ocr.port import Engine, Recognised
from pramana.documents.reading.ocr.rapid import Rapid
from pramana.documents.reading.ocr.tesseract import Tesseract, installed
from pramana.documents.reading.wordlists import lexicon
from pramana.language.scripts import Script, script_shares

DEVANAGARI_SEEN = 0.05
"""Above this share of Devanagari letters a page is for tesseract."""

SURE = 0.6
"""A lexicon share that needs no second opinion."""

MISSING = (
    "This page is a picture or its text is damaged, and it cannot be read here: the OCR language "
    "files are missing. Run ./run setup, then read the document again."
)


def available(folder: str) -> list[str]:
    """The engines that are installed, found without loading them."""
    found = [Tesseract.name] if installed(folder) and find_spec("tesserocr") else []
    return [*found, *([Rapid.name] if find_spec("rapidocr") else [])]


@cache
def engine(name: str, folder: str) -> Engine:
    """Loaded once per process: rapidocr's models take a second and 200 MB."""
    return Tesseract(folder) if name == Tesseract.name else Rapid()


@dataclass
class Reader:
    """Reads the pictures of one document, and remembers which engine its pages wanted."""

    folder: str
    preferred: str = Tesseract.name

    def read(self, image: Any, dpi: int) -> tuple[str, Recognised, Quality]:
        """The engine's name, what it read and how good that is."""
        names = sorted(available(self.folder), key=lambda name: name != self.preferred)
        if not names:
            raise OcrMissing(MISSING)
        name, text, quality = self._try(names[0], image, dpi)
        if len(names) > 1 and self._doubtful(name, text, quality):
            other = self._try(names[1], image, dpi)
            if _worth(*other[1:]) >= _worth(text, quality):
                name, text, quality = other
        self.preferred = name
        return name, text, quality

    def _try(self, name: str, image: Any, dpi: int) -> tuple[str, Recognised, Quality]:
        text = engine(name, self.folder).read(image, dpi)
        return name, text, judge(text.text, lexicon(self.folder), sample=0)

    @staticmethod
    def _doubtful(name: str, text: Recognised, quality: Quality) -> bool:
        """A Latin page is for rapidocr; what rapidocr cannot read may be Devanagari."""
        if name == Rapid.name:
            return (quality.lexicon_share or 0.0) < SURE
        return script_shares(text.text).get(Script.DEVANAGARI, 0.0) < DEVANAGARI_SEEN


def _worth(text: Recognised, quality: Quality) -> tuple[float, float]:
    """Of two engines the better reading: words that are words, as far as the engine is sure.

    The share alone is decided by a hair on a receipt, where few words are in any lexicon.
    """
    share, plausible = quality.rank
    return share * (1.0 if text.confidence is None else text.confidence), plausible
