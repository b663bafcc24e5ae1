"""tesseract through its wheel, with language files from npm; reads Devanagari and Latin together.

Never with Nepali alone: on a mixed page that leaves .23 of the words right.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pramana.documents.domain.paper import WordBox
from pramana.documents.reading.ocr.port import Recognised
from pramana.kit.evidence import nfc

LANGUAGES = ("nep", "eng")
STROKE = re.compile(r"(?<=[\u0900-\u097f])\|")
DEVANAGARI = re.compile(r"[\u0900-\u097f]$")


def installed(folder: str) -> bool:
    """Whether the language files are there; `folder` is the one that holds them."""
    return all((Path(folder) / f"{name}.traineddata").exists() for name in LANGUAGES)


class Tesseract:
    """Loaded once per process; the library keeps the language files in memory."""

    name = "tesseract"

    def __init__(self, folder: str) -> None:
        from tesserocr import PyTessBaseAPI

        self._api = PyTessBaseAPI(path=folder, lang="+".join(LANGUAGES))

    def read(self, image: Any, dpi: int) -> Recognised:
        self._api.SetImage(image)
        self._api.SetSourceResolution(dpi)
        self._api.Recognize()
        try:
            return _gathered(list(self._words(*image.size)))
        finally:
            self._api.Clear()

    def _words(self, width: int, height: int) -> Iterator[tuple[str, WordBox, float]]:
        """Each word with what parts it from the one before: a space, a line, a paragraph."""
        from tesserocr import RIL, iterate_level

        before = ""
        for at in iterate_level(self._api.GetIterator(), RIL.WORD):
            if at.Empty(RIL.WORD) or not (word := nfc(at.GetUTF8Text(RIL.WORD)).strip()):
                continue
            word = before = dandas(word, before)
            parting = " "
            if at.IsAtBeginningOf(RIL.TEXTLINE):
                parting = "\n\n" if at.IsAtBeginningOf(RIL.BLOCK) else "\n"
            x0, y0, x1, y1 = at.BoundingBox(RIL.WORD)
            box = WordBox(word, x0 / width, y0 / height, x1 / width, y1 / height)
            yield parting, box, at.Confidence(RIL.WORD) / 100


def dandas(word: str, before: str) -> str:
    """A stroke after Devanagari is the end of a sentence, which the engine mostly takes for `|`.

    >>> dandas("गरिएको|", ""), dandas("|", "गरिएको"), dandas("|", "table")
    ('गरिएको।', '।', '|')
    """
    if word == "|" and DEVANAGARI.search(before):
        return "।"
    return STROKE.sub("।", word)


def _gathered(words: list[tuple[str, WordBox, float]]) -> Recognised:
    text = "".join(parting + box.word for parting, box, _ in words).strip()
    sure = sum(confidence for _, _, confidence in words) / len(words) if words else 0.0
    return Recognised(text, tuple(box for _, box, _ in words), round(sure, 3))
