"""The text of a document on a page: where a URL points in it, and windows of it with evidence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.http import HttpRequest, JsonResponse

from pramana.documents.contracts import DocumentView, PageView
from pramana.documents.page_images import KINDS_WITH_IMAGES
from pramana.documents.reading.contracts import FileKind
from pramana.documents.selectors import (
    Window,
    document_text,
    get_page,
    page_start,
    text_between,
    window_after,
    window_at,
    window_before,
)
from pramana.kit.evidence import Alignment, locate
from pramana.kit.scope import Scope
from pramana.web.formatting import whole_percent
from pramana.web.highlight import Mark
from pramana.web.params import number_param, text_param
from pramana.web.text_blocks import TextBlock, TextTable, text_blocks
from pramana.web.wording import Label, read_by_name

LONGEST_QUOTE = 5_000
SLIDES = frozenset({FileKind.PPTX.value, FileKind.ODP.value})


class QuoteMatch(StrEnum):
    """Whether a linked quote is still in the document."""

    WHERE_IT_WAS = "where_it_was"
    MOVED = "moved"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True)
class TextLocation:
    """The place in a document that a URL asks for."""

    query: str = ""
    start: int = 0
    end: int = 0
    at: int | None = None
    quote: str = ""
    standing: QuoteMatch = QuoteMatch.WHERE_IT_WAS

    @property
    def has_range(self) -> bool:
        return self.end > self.start

    @property
    def opens_at(self) -> int:
        return self.start if self.at is None else self.at


def text_location(request: HttpRequest, scope: Scope, document_id: UUID) -> TextLocation:
    """Read the place from the URL. A quote is searched at its offsets first, then everywhere."""
    query = text_param(request.GET, "q", 500)
    start, end = number_param(request, "start") or 0, number_param(request, "end") or 0
    at = number_param(request, "at")
    quote = text_param(request.GET, "quote", LONGEST_QUOTE)
    if at is None and (page := number_param(request, "page")):
        at = page_start(scope, document_id, page - 1)
    if not quote:
        return TextLocation(query, start, end, at)
    start, end, standing = _locate_quote(scope, document_id, quote, start, end)
    return TextLocation(query, start, end, at, quote, standing)


def _locate_quote(
    scope: Scope, document_id: UUID, quote: str, start: int, end: int
) -> tuple[int, int, QuoteMatch]:
    if end > start and locate(quote, text_between(scope, document_id, start, end), fuzzy=False):
        return start, end, QuoteMatch.WHERE_IT_WAS
    found = locate(quote, document_text(scope, document_id))
    if found is None:
        return 0, 0, QuoteMatch.GONE
    if found.alignment is Alignment.FUZZY:
        return found.start, found.end, QuoteMatch.CHANGED
    return found.start, found.end, QuoteMatch.MOVED if end > start else QuoteMatch.WHERE_IT_WAS


@dataclass(frozen=True)
class PageSlice:
    """The part of a page inside a window: its headings, paragraphs and tables."""

    page: PageView
    blocks: tuple[TextBlock | TextTable, ...]
    start: int
    """Offset of this part in the document; its marks are relative to it."""
    begins: bool
    """Whether the page begins in this window, and not in the one before."""

    @property
    def number(self) -> int:
        return self.page.number + 1

    @property
    def read_by(self) -> Label:
        return read_by_name(self.page.read_by)

    @property
    def confidence(self) -> int:
        return whole_percent(self.page.confidence)


@dataclass(frozen=True)
class MarkOwner:
    """What a mark belongs to: its id on the page, and how the mark looks."""

    of: str = ""
    kind: str = ""
    name: str = ""
    letter: Label = ""
    tone: str = ""


def requested_window(request: HttpRequest, scope: Scope, document_id: UUID) -> Window:
    """The window of text that the URL asks for: before, after or around an offset."""
    after, before = number_param(request, "after"), number_param(request, "before")
    if after is not None:
        return window_after(scope, document_id, after)
    if before is not None:
        return window_before(scope, document_id, before)
    return window_at(scope, document_id, number_param(request, "at") or 0)


def requested_page(request: HttpRequest, scope: Scope, document_id: UUID) -> Window:
    """The page that the URL names, as a window of its own."""
    found = get_page(scope, document_id, number_param(request, "page") or 0)
    text = text_between(scope, document_id, found.start, found.end)
    return Window(found.start, text, [found], is_last=False)


def window_context(
    window: Window,
    document: DocumentView,
    marks: Sequence[Mark],
    owners: Mapping[int, MarkOwner] = MappingProxyType({}),
) -> dict[str, Any]:
    """The context of `viewer/window.html`. `marks` are document offsets of any part of the text."""
    return {
        "window": window,
        "leaves": [_page_slice(window, page, marks, document.kind) for page in window.pages],
        "is_slides": document.kind in SLIDES,
        "paged": (document.page_count or 1) > 1 or document.kind in KINDS_WITH_IMAGES,
        "pictured": document.kind in KINDS_WITH_IMAGES,
        "owners": owners,
    }


def respond_with_marks(
    marks: Sequence[Mark], owners: Mapping[int, MarkOwner] = MappingProxyType({})
) -> JsonResponse:
    """The marks of one page, for a script that draws them on its image."""
    return JsonResponse(
        {
            "marks": [
                {"start": mark.start, "end": mark.end, **_looks(owners.get(mark.of))}
                for mark in marks
            ]
        }
    )


def _looks(owner: MarkOwner | None) -> dict[str, str]:
    if owner is None:
        return {}
    return {"of": owner.of, "kind": owner.kind, "name": owner.name, "tone": owner.tone}


def _page_slice(window: Window, page: PageView, marks: Sequence[Mark], kind: str) -> PageSlice:
    start, end = max(page.start, window.start), min(page.end, window.end)
    text = window.text[start - window.start : max(end, start) - window.start]
    near = [mark for mark in marks if mark.start < end and mark.end > start]
    here = [replace(mark, start=mark.start - start, end=mark.end - start) for mark in near]
    blocks = tuple(text_blocks(text, start, page, here, kind))
    return PageSlice(page, blocks, start, begins=page.start >= window.start)
