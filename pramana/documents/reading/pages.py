"""The one way in: a file of any kind, one page at a time.

Made for `stream_cpu`: pages come as they are read, memory stays flat, and a reading that stopped
goes on with `first_page`.
"""

import time
from collections.abc import Generator, Iterator
from contextlib import closing

from pramana.documents.reading.builder import PageBuilder
from pramana.documents.reading.contracts import Kind, PageText, ReadOptions, Source
from pramana.documents.reading.doc import doc_pages
from pramana.documents.reading.docx import docx_pages
from pramana.documents.reading.errors import damage_told
from pramana.documents.reading.finish import Reading
from pramana.documents.reading.html import read_html
from pramana.documents.reading.images import image_pages
from pramana.documents.reading.pdf import pdf_pages
from pramana.documents.reading.plain import plain_pages
from pramana.documents.reading.source import open_source

DEFAULTS = ReadOptions()


def read_pages(
    path: str, filename: str, *, first_page: int = 0, options: ReadOptions = DEFAULTS
) -> Generator[PageText, None, None]:
    """Each page of a file from `first_page` on, counted from 0.

    Raises `Unreadable` where the file as a whole cannot be read. A page that fails comes with its
    error, and the others follow.
    """
    source = open_source(path, filename)
    reading = Reading(options)
    if source.kind is Kind.PDF:
        return pdf_pages(path, first_page, reading)
    if source.kind.is_image:
        return image_pages(path, first_page, reading)
    return _parsed(source, first_page, reading)


def read_page(
    path: str, filename: str, number: int, *, options: ReadOptions = DEFAULTS
) -> PageText:
    """One page of a file, counted from 0."""
    with closing(read_pages(path, filename, first_page=number, options=options)) as pages:
        return next(pages)


def _parsed(source: Source, first_page: int, reading: Reading) -> Generator[PageText, None, None]:
    began = time.perf_counter()
    with damage_told(source.kind.value):
        for number, built in enumerate(_built(source, reading.options)):
            if number >= first_page:
                yield reading.parsed(number, began, built, source.kind.value)
            began = time.perf_counter()


def _built(source: Source, options: ReadOptions) -> Iterator[PageBuilder]:
    if source.kind is Kind.DOCX:
        return docx_pages(source.path, options)
    if source.kind is Kind.DOC:
        return doc_pages(source.path)
    if source.kind is Kind.HTML:
        return iter([read_html(source.path, options.charset)[1]])
    return plain_pages(source.path, options.charset, markdown=source.kind is Kind.MARKDOWN)
