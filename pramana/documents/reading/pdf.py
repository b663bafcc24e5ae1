"""PDF files, page by page: the text layer where it is usable, otherwise conversion or OCR."""

import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from pramana.documents.reading.contracts import PageText, ReadingMethod, ReadOptions
from pramana.documents.reading.errors import OcrMissing, Unreadable
from pramana.documents.reading.legacy_nepali import PREETI_ENGINE
from pramana.documents.reading.pdf_page import PdfPage
from pramana.documents.reading.pdf_text import TextLayer, read_text_layer, uses_legacy_font
from pramana.documents.reading.session import (
    NeedsOcrService,
    ReadingSession,
    failed_page,
    pending_page,
)
from pramana.documents.reading.text_quality import MIN_COVERAGE, Quality, judge
from pramana.language.scripts import Script, script_shares

GOOD_SHARE = 0.8
"""A conversion with this lexicon share is not compared with OCR, which reaches .94 there."""

PDF_ENGINE = "pdfium"
LEGACY_FONT = "part of the page is typed in an 8-bit Nepali font"


@dataclass(frozen=True, slots=True)
class _Candidate:
    """One way to read a page from its text layer, and how good the text is."""

    layer: TextLayer
    how: ReadingMethod
    engine: str
    quality: Quality
    number: int
    began: float

    def page(self, session: ReadingSession) -> PageText:
        return session.page(
            self.number,
            self.began,
            self.layer,
            self.how,
            self.engine,
            self.quality,
            flagged=True,
        )


@contextmanager
def open_pdf(path: str, options: ReadOptions) -> Iterator[Any]:
    """The open file, or `Unreadable` where it is locked, damaged or too long."""
    from pypdfium2 import PdfDocument, PdfiumError

    try:
        document = PdfDocument(path)
    except PdfiumError as error:
        raise Unreadable(_refusal(str(error))) from None
    try:
        _check_page_count(len(document), options.max_pages)
        yield document
    finally:
        document.close()


def pdf_pages(
    path: str, first_page: int, session: ReadingSession
) -> Generator[PageText, None, None]:
    with open_pdf(path, session.options) as document:
        for number in range(first_page, len(document)):
            began = time.perf_counter()
            try:
                yield _read_page(document, number, began, session)
            except NeedsOcrService as request:
                yield pending_page(number, began, request.image)
            except (MemoryError, GeneratorExit):
                raise
            except Exception as error:  # the other pages are still read
                yield failed_page(number, began, error)


def _read_page(document: Any, number: int, began: float, session: ReadingSession) -> PageText:
    page = PdfPage(document, number)
    try:
        layer = read_text_layer(page)
        quality = judge(layer.text, session.lexicon, coverage=layer.coverage, lost=layer.lost)
        if quality.usable and uses_legacy_font(page, layer.text):
            every_word = judge(layer.text, session.lexicon, sample=0)
            quality = replace(every_word, usable=False, reason=LEGACY_FONT)
        how, engine = ReadingMethod.TEXT_LAYER, PDF_ENGINE
        if quality.usable:
            return session.page(number, began, layer, how, engine, quality)
        return _read_again(page, session, _Candidate(layer, how, engine, quality, number, began))
    finally:
        page.close()


def _read_again(page: PdfPage, session: ReadingSession, as_it_is: _Candidate) -> PageText:
    """The best of conversion, OCR and the unusable text layer, by the share of known words."""
    best = as_it_is
    if script_shares(as_it_is.layer.text).get(Script.LATIN, 0.0) > 0.5:
        layer = read_text_layer(page, legacy=True)
        quality = judge(layer.text, session.lexicon, sample=0)
        if quality.usable and quality.rank > as_it_is.quality.rank:
            best = replace(
                as_it_is,
                layer=layer,
                how=ReadingMethod.CONVERTED,
                engine=PREETI_ENGINE,
                quality=quality,
            )
        if (quality.lexicon_share or 0.0) >= GOOD_SHARE:
            return best.page(session)
    if not session.options.ocr:
        return best.page(session)
    try:
        image, dpi = page.render(session.options.dpi)
        by_ocr = session.page_by_ocr(image, dpi, as_it_is.number, as_it_is.began, flagged=True)
    except OcrMissing as error:
        unusable = replace(best.quality, usable=False, reason=str(error))
        best = replace(best, quality=unusable)
        return best.page(session)
    has_no_text = as_it_is.quality.coverage < MIN_COVERAGE
    if has_no_text or by_ocr.quality.rank > best.quality.rank:
        return by_ocr
    return best.page(session)


def _check_page_count(count: int, limit: int) -> None:
    if not count:
        raise Unreadable("The PDF file has no pages: it may be cut off.")
    if count > limit:
        raise Unreadable(
            f"The PDF file has {count} pages; at most {limit} are read (PRAMANA_MAX_PAGES)."
        )


def _refusal(error: str) -> str:
    if "password" in error.lower():
        return "The PDF file is locked with a password. Save it without one and send it again."
    if "security" in error.lower():
        return "The PDF file is encrypted in a way that cannot be opened. Save it unprotected."
    return "The PDF file is damaged or cut off and cannot be opened."
