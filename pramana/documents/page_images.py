"""Images of pages and the boxes of their words, made by a child process on first request."""

from typing import Any
from uuid import UUID

from pramana.documents.contracts import PageView
from pramana.documents.domain import boxes_of_range
from pramana.documents.errors import NoPicture
from pramana.documents.models import Page
from pramana.documents.reading.contracts import IMAGE_KINDS, FileKind, WordBox
from pramana.documents.selectors import (
    get_document,
    get_page,
    stored_boxes,
    stored_file,
    text_between,
)
from pramana.jobs.cpu import run_cpu
from pramana.kit.scope import Scope
from pramana.tenancy.services import local_file

KINDS_WITH_IMAGES = frozenset({FileKind.PDF.value, *(kind.value for kind in IMAGE_KINDS)})
SMALL_DPI = 40
"""Enough to recognise a page, with a tenth of the bytes."""


def page_image(scope: Scope, document_id: UUID, number: int, *, small: bool = False) -> bytes:
    """A page of a PDF or an image file, as WebP."""
    _get_page_with_image(scope, document_id, number)
    with local_file(scope, stored_file(scope, document_id).id) as path:
        options = {"dpi": SMALL_DPI} if small else {}
        image: bytes = run_cpu(
            "pramana.documents.reading.reader.render_page", path, number, **options
        )
    return image


def word_boxes(scope: Scope, document_id: UUID, number: int) -> list[Any]:
    """Each word of a page with its box.

    The boxes of a page read by OCR were stored with it. Those of a text layer are computed and
    stored on first request.
    """
    page = _get_page_with_image(scope, document_id, number)
    boxes = stored_boxes(scope, document_id, number)
    if boxes is None:
        legacy = page.read_by.startswith("converted")
        with local_file(scope, stored_file(scope, document_id).id) as path:
            words = run_cpu(
                "pramana.documents.reading.reader.page_boxes", path, number, legacy=legacy
            )
        boxes = _as_lists(words)
        pages = Page.objects.in_scope(scope).filter(document_id=document_id, number=number)
        pages.update(boxes=boxes)
    return boxes


def quote_boxes(scope: Scope, document_id: UUID, number: int, start: int, end: int) -> list[Any]:
    """The boxes on one page of the words between two offsets of the document's text."""
    page = get_page(scope, document_id, number)
    text = text_between(scope, document_id, page.start, page.end)
    boxes = [WordBox(*box) for box in word_boxes(scope, document_id, number)]
    return _as_lists(boxes_of_range(text, start - page.start, end - page.start, boxes))


def _as_lists(boxes: Any) -> list[Any]:
    return [[box.word, box.x0, box.y0, box.x1, box.y1] for box in boxes]


def _get_page_with_image(scope: Scope, document_id: UUID, number: int) -> PageView:
    if get_document(scope, document_id).kind not in KINDS_WITH_IMAGES:
        raise NoPicture()
    return get_page(scope, document_id, number)
