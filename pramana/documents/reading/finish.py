"""A page put together: text, verdict, script and language, and the time it took."""

import io
import time
from dataclasses import dataclass, field, replace
from typing import Any

from pramana.documents.domain.paper import Block, Heading, Table, WordBox
from pramana.documents.domain.preeti import to_unicode
from pramana.documents.domain.quality import Quality, judge
from pramana.documents.reading.builder import PageBuilder
from pramana.documents.reading.contracts import How, PageText, ReadOptions
from pramana.documents.reading.language import LanguageMemory
from pramana.documents.reading.legacy import ENGINE as LEGACY
from pramana.documents.reading.ocr.choice import Reader
from pramana.documents.reading.ocr.dictated import Dictated
from pramana.documents.reading.ocr.port import Recognised
from pramana.documents.reading.wordlists import lexicon

NOTHING = Quality(False, "the page could not be read", 1.0, 1.0, None)
UNREAD = Quality(False, "the page is still to be read", 1.0, 1.0, None)
SHARPNESS = 90
"""Of a JPEG: letters stay clean, and a page is a megabyte or two."""


class ReadElsewhere(Exception):
    """No error: the page's picture is to go to a service first."""

    def __init__(self, image: Any) -> None:
        super().__init__("The page is to be read elsewhere.")
        self.image = image


@dataclass
class Reading:
    """One reading of a document: its limits, and what its pages taught about the next ones."""

    options: ReadOptions
    languages: LanguageMemory = field(default_factory=LanguageMemory)

    def __post_init__(self) -> None:
        self.folder = f"{self.options.assets}/tesseract" if self.options.assets else ""
        self.lexicon = lexicon(self.folder)
        self.ocr = Reader(self.folder)

    def page(
        self,
        number: int,
        began: float,
        text: str,
        how: How,
        engine: str,
        quality: Quality,
        *,
        confidence: float | None = None,
        boxes: tuple[WordBox, ...] = (),
        headings: tuple[Heading, ...] = (),
        tables: tuple[Table, ...] = (),
        code: tuple[Block, ...] = (),
        flagged: bool = False,
    ) -> PageText:
        script, language = self.languages.of(text)
        sure = quality.lexicon_share if confidence is None else confidence
        if confidence is None and quality.usable and not self.lexicon.complete:
            sure = None  # a list of common words says yes or no, not how much
        return PageText(
            number=number,
            text=text,
            how=how,
            engine=engine,
            quality=quality,
            confidence=1.0 if sure is None else round(sure, 3),
            boxes=boxes,
            headings=headings,
            tables=tables,
            code=code,
            script=script,
            language=language,
            seconds=round(time.perf_counter() - began, 4),
            flagged=flagged,
        )

    def by_ocr(
        self, image: Any, dpi: int, number: int, began: float, *, flagged: bool = False
    ) -> PageText:
        """A page read from its picture. `ReadElsewhere` where a service is to be asked first."""
        engine, found, quality = self._seen(image, dpi)
        return self.page(
            number,
            began,
            found.text,
            How.OCR,
            engine,
            quality,
            confidence=found.confidence,
            boxes=found.boxes,
            headings=found.headings,
            tables=found.tables,
            flagged=flagged,
        )

    def _seen(self, image: Any, dpi: int) -> tuple[str, Recognised, Quality]:
        seen = self.options.seen
        if seen and seen.markdown is not None:
            dictated = Dictated(seen.engine, seen.markdown).read(image, dpi)
            return seen.engine, dictated, judge(dictated.text, self.lexicon, sample=0)
        if self.options.elsewhere:
            raise ReadElsewhere(image)
        engine, found, quality = self.ocr.read(image, dpi)
        if seen and seen.reason:
            quality = replace(quality, reason=f"{seen.reason} {quality.reason}".strip())
        return engine, found, quality

    def unread(self, number: int, began: float, image: Any) -> PageText:
        """A page as a picture, for a service to read."""
        packed = io.BytesIO()
        image.convert("L" if image.mode in ("1", "L") else "RGB").save(
            packed, "JPEG", quality=SHARPNESS
        )
        seconds = round(time.perf_counter() - began, 4)
        return PageText(
            number, "", How.OCR, "", UNREAD, 0.0, seconds=seconds, picture=packed.getvalue()
        )

    def parsed(self, number: int, began: float, built: PageBuilder, engine: str) -> PageText:
        """A page of a file that holds text; one typed in a legacy font is converted."""
        quality = judge(built.text, self.lexicon)
        flagged, how = not quality.usable, How.PARSED
        if flagged:
            other = built.respelled(to_unicode)
            better = judge(other.text, self.lexicon, sample=0)
            if better.usable and better.rank > quality.rank:
                built, quality, how, engine = other, better, How.CONVERTED, LEGACY
        return self.page(
            number,
            began,
            built.text,
            how,
            engine,
            quality,
            headings=built.headings,
            tables=built.tables,
            code=built.code,
            flagged=flagged,
        )

    def failed(self, number: int, began: float, error: Exception) -> PageText:
        """A page that could not be read; the others go on."""
        said = f"Page {number + 1} could not be read: {error or type(error).__name__}"
        seconds = round(time.perf_counter() - began, 4)
        return PageText(number, "", How.PARSED, "", NOTHING, 0.0, seconds=seconds, error=said)
