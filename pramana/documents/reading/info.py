"""What can be told of a file before its pages are read; refuses at once what cannot be read."""

from itertools import islice
from typing import Any

from pramana.documents.domain.titles import is_title
from pramana.documents.reading.contracts import DocumentInfo, Kind, ReadOptions, Source
from pramana.documents.reading.doc import doc_text
from pramana.documents.reading.docx import docx_title
from pramana.documents.reading.errors import damage_told
from pramana.documents.reading.html import read_html
from pramana.documents.reading.images import frames, opened_image
from pramana.documents.reading.pdf import opened
from pramana.documents.reading.plain import read_text
from pramana.documents.reading.source import open_source

DEFAULTS = ReadOptions()
SIZES = 50
Told = tuple[int | None, str, tuple[tuple[float, float], ...]]
"""Pages, title and sizes."""


def document_info(path: str, filename: str, *, options: ReadOptions = DEFAULTS) -> DocumentInfo:
    """Kind, number of pages, stated title and page sizes, or `Unreadable` with the reason."""
    source = open_source(path, filename)
    with damage_told(source.kind.value):
        pages, title, sizes = _told(source, options)
    return DocumentInfo(source.kind, pages, title if is_title(title) else "", source.size, sizes)


def _told(source: Source, options: ReadOptions) -> Told:
    if source.kind is Kind.PDF:
        return _of_pdf(source.path, options)
    if source.kind.is_image:
        return _of_image(source.path, options)
    return _of_parsed(source, options)


def _of_pdf(path: str, options: ReadOptions) -> Told:
    with opened(path, options) as document:
        sizes = tuple(_size(document, number) for number in range(min(len(document), SIZES)))
        return len(document), _title(document), sizes


def _of_image(path: str, options: ReadOptions) -> Told:
    with opened_image(path, options) as image:
        return frames(image), "", ((float(image.width), float(image.height)),)


def _of_parsed(source: Source, options: ReadOptions) -> Told:
    if source.kind is Kind.DOCX:
        return None, docx_title(source.path, options), ()
    if source.kind is Kind.DOC:
        doc_text(source.path)
        return None, "", ()
    if source.kind is Kind.HTML:
        return 1, read_html(source.path, options.charset)[0], ()
    with open(source.path, "rb") as file:
        text = read_text(file.read(), options.charset)
    headings = (line.lstrip("# ") for line in text.split("\n", 200) if line.startswith("# "))
    return text.count("\f") + 1, next(islice(headings, 1), ""), ()


def _title(document: Any) -> str:
    try:
        return str(document.get_metadata_value("Title")).strip()
    except (UnicodeError, ValueError):
        return ""


def _size(document: Any, number: int) -> tuple[float, float]:
    width, height = document.get_page_size(number)
    return float(width), float(height)
