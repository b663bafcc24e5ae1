"""Images of pages, their sizes, and the places of words on them, made by child processes."""

from enum import StrEnum
from typing import Any
from uuid import UUID

from pramana.documents.contracts import PageView
from pramana.documents.domain import (
    PlacedWord,
    boxes_of_range,
    opening_seconds,
    place_words,
)
from pramana.documents.errors import NoPicture
from pramana.documents.models import Page
from pramana.documents.reading.contracts import IMAGE_KINDS, FileKind, WordBox
from pramana.documents.selectors import (
    get_document,
    get_page,
    page_starts,
    stored_boxes,
    stored_file,
    text_between,
)
from pramana.jobs.cpu import run_cpu
from pramana.kit.scope import Scope
from pramana.tenancy.services import local_file

KINDS_WITH_IMAGES = frozenset({FileKind.PDF.value, *(kind.value for kind in IMAGE_KINDS)})


class ImageSize(StrEnum):
    """How many pixels an image of a page has."""

    SMALL = "small"
    NORMAL = "normal"
    LARGE = "large"


DPI = {ImageSize.SMALL: 40, ImageSize.NORMAL: 110, ImageSize.LARGE: 220}
"""Small is enough to recognise a page, and large to read it on a dense screen or magnified."""


def page_image(
    scope: Scope, document_id: UUID, number: int, size: ImageSize = ImageSize.NORMAL
) -> bytes:
    """A page of a PDF or an image file, as WebP."""
    _get_page_with_image(scope, document_id, number)
    image: bytes = _look_into_file(scope, document_id, "render_page", number, dpi=DPI[size])
    return image


def page_layout(scope: Scope, document_id: UUID) -> list[tuple[float, float, int]]:
    """Width and height of every page, in points or pixels, and where its text begins."""
    _get_page_with_image(scope, document_id, 0)
    starts = page_starts(scope, document_id)
    sizes = _look_into_file(scope, document_id, "page_sizes")
    return [
        (round(width, 1), round(height, 1), start)
        for (width, height), start in zip(sizes, starts, strict=False)
    ]


def word_boxes(scope: Scope, document_id: UUID, number: int) -> list[Any]:
    """Each word of a page with its box.

    The boxes of a page read by OCR were stored with it. Those of a text layer are computed and
    stored on first request.
    """
    page = _get_page_with_image(scope, document_id, number)
    boxes = stored_boxes(scope, document_id, number)
    if boxes is None:
        legacy = page.read_by.startswith("converted")
        words = _look_into_file(scope, document_id, "page_boxes", number, legacy=legacy)
        boxes = _as_lists(words)
        pages = Page.objects.in_scope(scope).filter(document_id=document_id, number=number)
        pages.update(boxes=boxes)
    return boxes


def quote_boxes(scope: Scope, document_id: UUID, number: int, start: int, end: int) -> list[Any]:
    """The boxes on one page of the words between two offsets of the document's text."""
    begins, text, boxes = _text_and_boxes(scope, document_id, number)
    return _as_lists(boxes_of_range(text, start - begins, end - begins, boxes))


def words_on_page(scope: Scope, document_id: UUID, number: int) -> list[Any]:
    """The words of a page's text: each with its range in the document and its box."""
    begins, text, boxes = _text_and_boxes(scope, document_id, number)
    return [_word_row(word, text, begins) for word in place_words(text, boxes)]


def _text_and_boxes(scope: Scope, document_id: UUID, number: int) -> tuple[int, str, list[WordBox]]:
    """Where a page begins, its text, and the boxes of its words."""
    page = get_page(scope, document_id, number)
    text = text_between(scope, document_id, page.start, page.end)
    return page.start, text, [WordBox(*box) for box in word_boxes(scope, document_id, number)]


def _word_row(word: PlacedWord, text: str, start: int) -> list[Any]:
    edges = (word.box.x0, word.box.y0, word.box.x1, word.box.y1)
    rounded = (round(edge, 5) for edge in edges)
    return [text[word.start : word.end], start + word.start, start + word.end, *rounded]


def _as_lists(boxes: Any) -> list[Any]:
    return [[box.word, box.x0, box.y0, box.x1, box.y1] for box in boxes]


def _look_into_file(
    scope: Scope, document_id: UUID, function: str, *arguments: Any, **options: Any
) -> Any:
    """Call one of the reader's functions in a child process, with the document's file.

    The time it may take depends on the file's kind and size, as when the file was read.
    """
    document = get_document(scope, document_id)
    with local_file(scope, stored_file(scope, document_id).id) as path:
        return run_cpu(
            f"pramana.documents.reading.file_reader.{function}",
            path,
            *arguments,
            timeout=opening_seconds(FileKind(document.kind), document.size),
            **options,
        )


def _get_page_with_image(scope: Scope, document_id: UUID, number: int) -> PageView:
    if get_document(scope, document_id).kind not in KINDS_WITH_IMAGES:
        raise NoPicture()
    return get_page(scope, document_id, number)
