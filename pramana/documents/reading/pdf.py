"""PDF files, page by page: the text layer where it is sound, else conversion or OCR."""

import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from pramana.documents.domain.quality import COVERED_FLOOR, Quality, judge
from pramana.documents.reading.contracts import How, PageText, ReadOptions
from pramana.documents.reading.errors import OcrMissing, Unreadable
from pramana.documents.reading.finish import ReadElsewhere, Reading
from pramana.documents.reading.legacy import ENGINE as LEGACY
from pramana.documents.reading.legacy import typed_in_legacy
from pramana.documents.reading.pdf_layer import Layer, read_layer
from pramana.documents.reading.pdf_page import PdfPage
from pramana.documents.reading.render import drawn
from pramana.language.scripts import Script, script_shares

GOOD = 0.8
"""A conversion with this lexicon share needs no OCR to compare with, which has .94 there."""

ENGINE = "pdfium"
LEGACY_FONT = "part of the page is typed in an 8-bit Nepali font"


@contextmanager
def opened(path: str, options: ReadOptions) -> Iterator[Any]:
    """The open file, or `Unreadable` where it is locked, damaged or too long."""
    from pypdfium2 import PdfDocument, PdfiumError

    try:
        document = PdfDocument(path)
    except PdfiumError as error:
        raise Unreadable(_why(str(error))) from None
    try:
        _check_pages(len(document), options.max_pages)
        yield document
    finally:
        document.close()


def pdf_pages(path: str, first_page: int, reading: Reading) -> Generator[PageText, None, None]:
    with opened(path, reading.options) as document:
        for number in range(first_page, len(document)):
            began = time.perf_counter()
            try:
                yield _page(document, number, began, reading)
            except ReadElsewhere as wanted:
                yield reading.unread(number, began, wanted.image)
            except (MemoryError, GeneratorExit):
                raise
            except Exception as error:  # one bad page does not lose the others
                yield reading.failed(number, began, error)


def _page(document: Any, number: int, began: float, reading: Reading) -> PageText:
    page = PdfPage(document, number)
    try:
        layer = read_layer(page)
        quality = judge(layer.text, reading.lexicon, coverage=layer.coverage, lost=layer.lost)
        if quality.usable and typed_in_legacy(page, layer.text):
            quality = replace(
                judge(layer.text, reading.lexicon, sample=0), usable=False, reason=LEGACY_FONT
            )
        if quality.usable:
            return _from_layer(reading, number, began, layer, How.TEXT_LAYER, ENGINE, quality)
        return _read_again(page, number, began, reading, layer, quality)
    finally:
        page.close()


def _read_again(
    page: PdfPage, number: int, began: float, reading: Reading, layer: Layer, quality: Quality
) -> PageText:
    """The best of conversion, OCR and the layer as it is, by the share of words that are words."""
    kept = (layer, How.TEXT_LAYER, ENGINE, quality)
    if script_shares(layer.text).get(Script.LATIN, 0.0) > 0.5:
        other = read_layer(page, legacy=True)
        converted = judge(other.text, reading.lexicon, sample=0)
        if converted.usable and converted.rank > quality.rank:
            kept = (other, How.CONVERTED, LEGACY, converted)
        if (converted.lexicon_share or 0.0) >= GOOD:
            return _from_layer(reading, number, began, *kept, flagged=True)
    try:
        seen = None
        if reading.options.ocr:
            image, dpi = drawn(page.page, reading.options.dpi)
            seen = reading.by_ocr(image, dpi, number, began, flagged=True)
    except OcrMissing as error:
        return _from_layer(reading, number, began, *_said(kept, str(error)), flagged=True)
    if seen and (quality.coverage < COVERED_FLOOR or seen.quality.rank > kept[3].rank):
        return seen
    return _from_layer(reading, number, began, *kept, flagged=True)


def _from_layer(
    reading: Reading,
    number: int,
    began: float,
    layer: Layer,
    how: How,
    engine: str,
    quality: Quality,
    *,
    flagged: bool = False,
) -> PageText:
    return reading.page(
        number,
        began,
        layer.text,
        how,
        engine,
        quality,
        headings=layer.headings,
        tables=layer.tables,
        flagged=flagged,
    )


def _said(kept: tuple[Layer, How, str, Quality], why: str) -> tuple[Layer, How, str, Quality]:
    layer, how, engine, quality = kept
    return layer, how, engine, replace(quality, usable=False, reason=why)


def _check_pages(number: int, most: int) -> None:
    if not number:
        raise Unreadable("The PDF file holds no pages: it may be cut off.")
    if number > most:
        raise Unreadable(
            f"The PDF file has {number} pages; at most {most} are read (PRAMANA_MAX_PAGES)."
        )


def _why(error: str) -> str:
    if "password" in error.lower():
        return "The PDF file is locked with a password. Save it without one and send it again."
    if "security" in error.lower():
        return "The PDF file is encrypted in a way that cannot be opened. Save it unprotected."
    return "The PDF file is damaged or cut off and cannot be opened."
