"""Pages as people see them: made when they are looked at, by a child process."""

from typing import Any
from uuid import UUID

from pramana.documents.domain.paper import WordBox
from pramana.documents.domain.placing import boxes_of_words
from pramana.documents.errors import NoPicture
from pramana.documents.models import Page
from pramana.documents.selectors import file_of, get_document, get_page, stored_boxes, text_between
from pramana.jobs.cpu import run_cpu
from pramana.kit.scope import Scope
from pramana.tenancy.services import local_file

PICTURED = frozenset({"pdf", "jpeg", "png", "webp", "tiff"})


SMALL_DPI = 40
"""Enough to recognise a page by; a tenth of the bytes."""


def page_picture(scope: Scope, document_id: UUID, number: int, *, small: bool = False) -> bytes:
    """A page of a PDF or an image file, as WebP."""
    _require_picture(scope, document_id, number)
    file_id, _ = file_of(scope, document_id)
    with local_file(scope, file_id) as path:
        sized = {"dpi": SMALL_DPI} if small else {}
        picture: bytes = run_cpu(
            "pramana.documents.reading.render.render_page", path, number, **sized
        )
    return picture


def word_boxes(scope: Scope, document_id: UUID, number: int) -> list[Any]:
    """Each word and its place. OCR's were kept; a text layer's are found once and kept then."""
    page = _require_picture(scope, document_id, number)
    boxes = stored_boxes(scope, document_id, number)
    if boxes is None:
        boxes = _found(scope, document_id, number, legacy=page.read_by.startswith("converted"))
        pages = Page.objects.in_scope(scope).filter(document_id=document_id, number=number)
        pages.update(boxes=boxes)
    return boxes


def quote_boxes(scope: Scope, document_id: UUID, number: int, start: int, end: int) -> list[Any]:
    """Where the words between two offsets of the document's text stand on one of its pages."""
    page = get_page(scope, document_id, number)
    text = text_between(scope, document_id, page.start, page.end)
    boxes = [WordBox(*box) for box in word_boxes(scope, document_id, number)]
    found = boxes_of_words(text, start - page.start, end - page.start, boxes)
    return [[box.word, box.x0, box.y0, box.x1, box.y1] for box in found]


def _found(scope: Scope, document_id: UUID, number: int, *, legacy: bool) -> list[Any]:
    file_id, _ = file_of(scope, document_id)
    with local_file(scope, file_id) as path:
        found = run_cpu("pramana.documents.reading.render.page_boxes", path, number, legacy=legacy)
    return [[box.word, box.x0, box.y0, box.x1, box.y1] for box in found]


def _require_picture(scope: Scope, document_id: UUID, number: int) -> Any:
    if get_document(scope, document_id).kind not in PICTURED:
        raise NoPicture()
    return get_page(scope, document_id, number)
