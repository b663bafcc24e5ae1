"""A window of a document's text as templates print it: leaf by leaf, with its evidence."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.http import HttpRequest

from pramana.documents.contracts import PageView
from pramana.documents.selectors import Window, window_after, window_at, window_before
from pramana.kit.scope import Scope
from pramana.web.figures import hundredths
from pramana.web.highlight import Mark, Paragraph, placed_paragraphs
from pramana.web.places import number_of
from pramana.web.words import Words, read_by_name


@dataclass(frozen=True)
class Leaf:
    """What a window shows of a page: its paragraphs with their offsets in the document."""

    page: PageView
    paragraphs: tuple[tuple[int, Paragraph], ...]
    start: int
    """Where in the document what is shown begins; its marks count from there."""
    begins: bool
    """Whether the page begins here; it may have begun in the window before."""

    @property
    def number(self) -> int:
        return self.page.number + 1

    @property
    def read_by(self) -> Words:
        return read_by_name(self.page.read_by)

    @property
    def sure(self) -> int:
        return hundredths(self.page.confidence)


def window_asked(request: HttpRequest, scope: Scope, document_id: UUID) -> Window:
    """The stretch of text that an address asks for: before or after a place, or around it."""
    after, before = number_of(request, "after"), number_of(request, "before")
    if after is not None:
        return window_after(scope, document_id, after)
    if before is not None:
        return window_before(scope, document_id, before)
    return window_at(scope, document_id, number_of(request, "at") or 0)


def leaves_of(window: Window, marks: Sequence[Mark]) -> list[Leaf]:
    """The window's pages. `marks` are places in the document; what is elsewhere is left out."""
    return [_leaf(window, page, marks) for page in window.pages]


def _leaf(window: Window, page: PageView, marks: Sequence[Mark]) -> Leaf:
    start, end = max(page.start, window.start), min(page.end, window.end)
    text = window.text[start - window.start : max(end, start) - window.start]
    near = [mark for mark in marks if mark.start < end and mark.end > start]
    here = [replace(mark, start=mark.start - start, end=mark.end - start) for mark in near]
    placed = tuple((start + at, pieces) for at, pieces in placed_paragraphs(text, here))
    return Leaf(page, placed, start, begins=page.start >= window.start)
