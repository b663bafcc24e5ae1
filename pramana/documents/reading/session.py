"""The state of reading one file, and how each page's text becomes a `PageText`."""

import io
import time
from dataclasses import dataclass, field, replace
from typing import Any

from pramana.documents.reading.contracts import (
    Block,
    PageContent,
    PageText,
    ReadingMethod,
    ReadOptions,
    RecognisedText,
)
from pramana.documents.reading.language_detection import LanguageMemory
from pramana.documents.reading.lists import find_items, has_markers
from pramana.documents.reading.matra_order import has_written_order, to_spoken_order
from pramana.documents.reading.ocr import OcrReader
from pramana.documents.reading.ocr_markdown import read_markdown
from pramana.documents.reading.page_builder import PageBuilder
from pramana.documents.reading.pdf_headings import HeadingLevels
from pramana.documents.reading.preeti import PREETI_ENGINE, preeti_to_unicode
from pramana.documents.reading.table_headers import row_blocks
from pramana.documents.reading.text_quality import Quality, judge
from pramana.documents.reading.wordlists import load_lexicon

FAILED_PAGE = Quality(False, "the page could not be read", 1.0, 1.0, None)
PENDING_PAGE = Quality(False, "the page is still to be read", 1.0, 1.0, None)
JPEG_QUALITY = 90
"""Letters stay clean, and a page is one or two megabytes."""


class NeedsOcrService(Exception):
    """Raised to return the page as an image, for an OCR service to read first."""

    def __init__(self, image: Any) -> None:
        super().__init__("The page is to be read by an OCR service.")
        self.image = image


@dataclass
class ReadingSession:
    """Reads one file: its options, its word lists, and what earlier pages showed."""

    options: ReadOptions
    languages: LanguageMemory = field(default_factory=LanguageMemory)

    def __post_init__(self) -> None:
        self.levels = HeadingLevels()
        folder = f"{self.options.assets}/tesseract" if self.options.assets else ""
        self.lexicon = load_lexicon(folder)
        models = f"{self.options.assets}/models" if self.options.assets else ""
        self.ocr = OcrReader(folder, models)

    def page(
        self,
        number: int,
        began: float,
        content: PageContent,
        how: ReadingMethod,
        engine: str,
        quality: Quality,
        *,
        confidence: float | None = None,
        flagged: bool = False,
    ) -> PageText:
        """The page with its script, language and confidence."""
        script, language = self.languages.of(content.text)
        has_layout = how in (ReadingMethod.TEXT_LAYER, ReadingMethod.OCR)
        sure = quality.lexicon_share if confidence is None else confidence
        if confidence is None and quality.usable and not self.lexicon.complete:
            sure = None  # a list of common words gives a verdict, but no measure
        return PageText(
            number=number,
            text=content.text,
            how=how,
            engine=engine,
            quality=quality,
            confidence=1.0 if sure is None else round(sure, 3),
            boxes=content.boxes,
            headings=self.levels.settle(content.headings) if has_layout else content.headings,
            tables=content.tables,
            blocks=(*content.code, *row_blocks(content.tables), *_items(content)),
            script=script,
            language=language,
            seconds=_seconds_since(began),
            flagged=flagged,
        )

    def page_by_ocr(
        self, image: Any, dpi: int, number: int, began: float, *, flagged: bool = False
    ) -> PageText:
        """A page read from its image. Raises `NeedsOcrService` where a service comes first."""
        engine, recognised, quality = self._recognise(image, dpi)
        return self.page(
            number,
            began,
            recognised,
            ReadingMethod.OCR,
            engine,
            quality,
            confidence=recognised.confidence,
            flagged=flagged,
        )

    def _recognise(self, image: Any, dpi: int) -> tuple[str, RecognisedText, Quality]:
        service = self.options.seen
        if service and service.markdown is not None:
            recognised = read_markdown(service.markdown)
            return service.engine, recognised, judge(recognised.text, self.lexicon, sample=0)
        if self.options.elsewhere:
            raise NeedsOcrService(image)
        engine, recognised, quality = self.ocr.read(image, dpi)
        if service and service.reason:
            quality = replace(quality, reason=f"{service.reason} {quality.reason}".strip())
        return engine, recognised, quality

    def parsed_page(self, number: int, began: float, page: PageBuilder, engine: str) -> PageText:
        """A page of a file that contains text. Text typed in a legacy font is converted."""
        if has_written_order(page.text):
            page = page.respell(to_spoken_order)
        quality = judge(page.text, self.lexicon)
        flagged, how = not quality.usable, ReadingMethod.PARSED
        if flagged:
            converted = page.respell(preeti_to_unicode)
            better = judge(converted.text, self.lexicon, sample=0)
            if better.usable and better.rank > quality.rank:
                page, quality, how, engine = (
                    converted,
                    better,
                    ReadingMethod.CONVERTED,
                    PREETI_ENGINE,
                )
        return self.page(number, began, page.content, how, engine, quality, flagged=flagged)


def _items(content: PageContent) -> tuple[Block, ...]:
    """The items of lists that the file marks, or those that the text shows by their markers."""
    if content.items or not has_markers(content.text):
        return content.items
    headings = [(each.start, each.start + len(each.text)) for each in content.headings]
    tables = [(table.start, table.end) for table in content.tables]
    code = [(block.start, block.end) for block in content.code]
    return find_items(content.text, taken=sorted([*headings, *tables, *code]))


def pending_page(number: int, began: float, image: Any) -> PageText:
    """A page as an image, for an OCR service to read."""
    jpeg = io.BytesIO()
    mode = "L" if image.mode in ("1", "L") else "RGB"
    image.convert(mode).save(jpeg, "JPEG", quality=JPEG_QUALITY)
    return PageText(
        number,
        "",
        ReadingMethod.OCR,
        "",
        PENDING_PAGE,
        0.0,
        seconds=_seconds_since(began),
        picture=jpeg.getvalue(),
    )


def failed_page(number: int, began: float, error: Exception) -> PageText:
    """A page that could not be read. The other pages are still read."""
    reason = f"Page {number + 1} could not be read: {error or type(error).__name__}"
    seconds = _seconds_since(began)
    return PageText(
        number, "", ReadingMethod.PARSED, "", FAILED_PAGE, 0.0, seconds=seconds, error=reason
    )


def _seconds_since(began: float) -> float:
    return round(time.perf_counter() - began, 4)
