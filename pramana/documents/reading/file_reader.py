"""What the CPU pool runs for a file of any kind: its facts, its pages, and images of its pages.

Every function here is called by name in a child process, so arguments and results are plain values.
Pages are streamed as they are read, which keeps memory flat, and reading can go on at `first_page`.
"""

import io
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Any

from pramana.documents.reading.archives import archive_pages, check_archive
from pramana.documents.reading.contracts import (
    DocumentInfo,
    FileKind,
    PageText,
    ReadOptions,
    SourceFile,
    WordBox,
)
from pramana.documents.reading.errors import Unreadable, report_damage
from pramana.documents.reading.file_kinds import HEAD_BYTES, identify_file, kind_by_content
from pramana.documents.reading.headings import is_title
from pramana.documents.reading.html import read_html
from pramana.documents.reading.images import frame_count, image_pages, load_frame, open_image
from pramana.documents.reading.mail import mail_pages, mail_thread, mail_title, mailbox_pages
from pramana.documents.reading.opendocument import opendocument_info, opendocument_pages
from pramana.documents.reading.page_builder import PageBuilder
from pramana.documents.reading.pdf import open_pdf, pdf_pages
from pramana.documents.reading.pdf_page import PdfPage, render_scale
from pramana.documents.reading.pdf_text import layer_words, legacy_speller
from pramana.documents.reading.presentations import presentation_info, presentation_pages
from pramana.documents.reading.session import ReadingSession
from pramana.documents.reading.spreadsheets import csv_pages, workbook_info, workbook_pages
from pramana.documents.reading.structured_text import json_pages, xml_pages
from pramana.documents.reading.text import plain_pages, read_text, rich_text_pages, rich_text_title
from pramana.documents.reading.word import doc_pages, doc_text, docx_pages, docx_title
from pramana.kit.evidence import nfc

DEFAULT_OPTIONS = ReadOptions()
MAX_SIZES = 50
"""How many page sizes are reported."""

IMAGE_INCHES = 18
"""An image file is shown as if its longer side had so many inches."""

ORIENTATION = 0x0112
FIRST_TURNED = 5
"""From this EXIF orientation on, an image is shown with its sides exchanged."""

IMAGE_FORMATS: dict[str, Any] = {
    "webp": {"quality": 82, "method": 2},
    "png": {"optimize": False},
}

MAIL = (FileKind.EML, FileKind.MSG, FileKind.MBOX)
PagesTitleSizes = tuple[int | None, str, tuple[tuple[float, float], ...]]


def document_info(
    path: str, filename: str, *, options: ReadOptions = DEFAULT_OPTIONS
) -> DocumentInfo:
    """Kind, number of pages, stated title and page sizes, or `Unreadable` with the reason."""
    source = identify_file(path, filename)
    with report_damage(source.kind.value):
        if source.kind is FileKind.PDF:
            pages, title, sizes = _pdf_info(path, options)
        elif source.kind.is_image:
            pages, title, sizes = _image_info(path, options)
        else:
            pages, title, sizes = _parsed_info(source, options)
        thread = mail_thread(source) if source.kind in MAIL else ()
    stated = title if is_title(title) else ""
    return DocumentInfo(source.kind, pages, stated, source.size, sizes, thread)


def read_pages(
    path: str, filename: str, *, first_page: int = 0, options: ReadOptions = DEFAULT_OPTIONS
) -> Generator[PageText, None, None]:
    """The pages of a file from `first_page` on, counted from 0.

    Raises `Unreadable` where the file as a whole cannot be read. A page that fails is returned
    with its error, and the others follow.
    """
    source = identify_file(path, filename)
    session = ReadingSession(options)
    if source.kind is FileKind.PDF:
        return pdf_pages(path, first_page, session)
    if source.kind.is_image:
        return image_pages(path, first_page, session)
    return _parsed_pages(source, first_page, session)


def read_page(
    path: str, filename: str, number: int, *, options: ReadOptions = DEFAULT_OPTIONS
) -> PageText:
    """One page of a file, counted from 0."""
    with closing(read_pages(path, filename, first_page=number, options=options)) as pages:
        return next(pages)


def render_page(path: str, number: int, dpi: int = 110, *, form: str = "webp") -> bytes:
    """An image of one page of a PDF or image file, as WebP or PNG."""
    image = _frame_image(path, number, dpi) if _is_image(path) else _pdf_image(path, number, dpi)
    out = io.BytesIO()
    image.save(out, form, **IMAGE_FORMATS[form])
    return out.getvalue()


def page_boxes(path: str, number: int, *, legacy: bool = False) -> tuple[WordBox, ...]:
    """The words of a PDF page's text layer with their boxes.

    `legacy` is for a page whose text was converted from an 8-bit Nepali font.
    """
    with open_pdf(path, DEFAULT_OPTIONS) as document:
        _check_number(number, len(document))
        page = PdfPage(document, number)
        try:
            width, height = page.page.get_size()
            return tuple(
                WordBox(nfc(word), b.x0 / width, b.y0 / height, b.x1 / width, b.y1 / height)
                for word, b in layer_words(page, legacy_speller(page) if legacy else None)
            )
        finally:
            page.close()


def page_sizes(path: str) -> list[tuple[float, float]]:
    """The width and height of every page of a PDF or image file, as they are shown."""
    if _is_image(path):
        with open_image(path, DEFAULT_OPTIONS) as image:
            return [_frame_size(image, number) for number in range(frame_count(image))]
    with open_pdf(path, DEFAULT_OPTIONS) as document:
        return [document.get_page_size(number) for number in range(len(document))]


def _frame_size(image: Any, number: int) -> tuple[float, float]:
    image.seek(number)
    is_turned = image.getexif().get(ORIENTATION, 1) >= FIRST_TURNED
    return (image.height, image.width) if is_turned else (image.width, image.height)


def _pdf_info(path: str, options: ReadOptions) -> PagesTitleSizes:
    with open_pdf(path, options) as document:
        count = len(document)
        sizes = (document.get_page_size(number) for number in range(min(count, MAX_SIZES)))
        plain_sizes = tuple((float(width), float(height)) for width, height in sizes)
        return count, _pdf_title(document), plain_sizes


def _pdf_title(document: Any) -> str:
    try:
        return str(document.get_metadata_value("Title")).strip()
    except (UnicodeError, ValueError):
        return ""


def _image_info(path: str, options: ReadOptions) -> PagesTitleSizes:
    with open_image(path, options) as image:
        return frame_count(image), "", ((float(image.width), float(image.height)),)


def _parsed_info(source: SourceFile, options: ReadOptions) -> PagesTitleSizes:
    pages, title = _stated_facts(source, options)
    return pages, title, ()


def _stated_facts(source: SourceFile, options: ReadOptions) -> tuple[int | None, str]:
    """The number of pages, where it is known before reading, and the stated title."""
    if source.kind in FACTS:
        return FACTS[source.kind](source, options)
    with open(source.path, "rb") as file:
        text = read_text(file.read(), options.charset)
    headings = (line.lstrip("# ") for line in text.split("\n", 200) if line.startswith("# "))
    return text.count("\f") + 1, next(headings, "")


def _doc_facts(source: SourceFile, _: ReadOptions) -> tuple[int | None, str]:
    doc_text(source.path)
    return None, ""


def _archive_facts(source: SourceFile, options: ReadOptions) -> tuple[int | None, str]:
    check_archive(source, options)
    return 1, ""


def _no_facts(*_: object) -> tuple[int | None, str]:
    return None, ""


FACTS: dict[FileKind, Callable[[SourceFile, ReadOptions], tuple[int | None, str]]] = {
    FileKind.DOCX: lambda source, options: (None, docx_title(source.path, options)),
    FileKind.DOC: _doc_facts,
    FileKind.HTML: lambda source, options: (1, read_html(source.path, options.charset)[0]),
    FileKind.XLSX: lambda source, options: workbook_info(source.path, options),
    FileKind.PPTX: lambda source, options: presentation_info(source.path, options),
    FileKind.ODT: lambda source, options: opendocument_info(source.path, source.kind, options),
    FileKind.ODS: lambda source, options: opendocument_info(source.path, source.kind, options),
    FileKind.ODP: lambda source, options: opendocument_info(source.path, source.kind, options),
    FileKind.EML: lambda source, _: (1, mail_title(source)),
    FileKind.MSG: lambda source, _: (1, mail_title(source)),
    FileKind.RTF: lambda source, _: (1, rich_text_title(source.path)),
    FileKind.CSV: _no_facts,
    FileKind.TSV: _no_facts,
    FileKind.JSON: _no_facts,
    FileKind.XML: _no_facts,
    FileKind.MBOX: _no_facts,
    FileKind.ZIP: _archive_facts,
    FileKind.TAR: _archive_facts,
}
"""How each kind of file that is parsed states its pages and title; the rest is plain text."""


def _parsed_pages(
    source: SourceFile, first_page: int, session: ReadingSession
) -> Generator[PageText, None, None]:
    began = time.perf_counter()
    with report_damage(source.kind.value):
        for number, page in enumerate(_build_pages(source, session.options)):
            if number >= first_page:
                yield session.parsed_page(number, began, page, source.kind.value)
            began = time.perf_counter()


def _build_pages(source: SourceFile, options: ReadOptions) -> Iterator[PageBuilder]:
    if source.kind in PAGES:
        return PAGES[source.kind](source, options)
    is_markdown = source.kind is FileKind.MARKDOWN
    return plain_pages(source.path, options.charset, markdown=is_markdown)


PAGES: dict[FileKind, Callable[[SourceFile, ReadOptions], Iterator[PageBuilder]]] = {
    FileKind.DOCX: lambda source, options: docx_pages(source.path, options),
    FileKind.DOC: lambda source, _: doc_pages(source.path),
    FileKind.HTML: lambda source, options: iter([read_html(source.path, options.charset)[1]]),
    FileKind.XLSX: lambda source, options: workbook_pages(source.path, options),
    FileKind.PPTX: lambda source, options: presentation_pages(source.path, options),
    FileKind.ODT: lambda source, options: opendocument_pages(source.path, source.kind, options),
    FileKind.ODS: lambda source, options: opendocument_pages(source.path, source.kind, options),
    FileKind.ODP: lambda source, options: opendocument_pages(source.path, source.kind, options),
    FileKind.EML: lambda source, _: mail_pages(source),
    FileKind.MSG: lambda source, _: mail_pages(source),
    FileKind.MBOX: lambda source, _: mailbox_pages(source.path),
    FileKind.RTF: lambda source, _: rich_text_pages(source.path),
    FileKind.CSV: lambda source, options: csv_pages(source.path, options.charset),
    FileKind.TSV: lambda source, options: csv_pages(source.path, options.charset, delimiter="\t"),
    FileKind.JSON: lambda source, options: json_pages(source.path, options.charset),
    FileKind.XML: lambda source, options: xml_pages(source.path, options.charset),
    FileKind.ZIP: archive_pages,
    FileKind.TAR: archive_pages,
}
"""How each kind of file that is parsed becomes pages; the rest is plain text."""


def _is_image(path: str) -> bool:
    with open(path, "rb") as file:
        kind = kind_by_content(file.read(HEAD_BYTES))
    if kind is None or not (kind.is_image or kind is FileKind.PDF):
        raise Unreadable("This kind of document has no images of its pages.")
    return kind.is_image


def _pdf_image(path: str, number: int, dpi: int) -> Any:
    with open_pdf(path, DEFAULT_OPTIONS) as document:
        _check_number(number, len(document))
        page = document[number]
        try:
            return page.render(scale=render_scale(page.get_size(), dpi)).to_pil().copy()
        finally:
            page.close()


def _frame_image(path: str, number: int, dpi: int) -> Any:
    with open_image(path, DEFAULT_OPTIONS) as image:
        _check_number(number, getattr(image, "n_frames", 1))
        frame = load_frame(image, number, DEFAULT_OPTIONS)
        frame.thumbnail((IMAGE_INCHES * dpi, IMAGE_INCHES * dpi))
        return frame.convert("RGB")


def _check_number(number: int, pages: int) -> None:
    if not 0 <= number < pages:
        raise Unreadable(f"There is no page {number + 1}; the document has {pages}.")
