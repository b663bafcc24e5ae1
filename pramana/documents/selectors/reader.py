"""A document as it is read: a window of its text at a time, its outline, how it was read."""

import re
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Avg, Count, Q, QuerySet
from django.db.models.functions import Substr

from pramana.documents.contracts import PageView
from pramana.documents.errors import DocumentNotFound, NotReadYet
from pramana.documents.models import Document, Page
from pramana.documents.selectors.documents import READABLE, get_document
from pramana.documents.selectors.pages import page_view
from pramana.kit.scope import Scope

MOST_CHARACTERS = 12_000
MOST_PAGES = 8
"""A window holds at most so much of the text, and at most so many pages."""

MOST_HEADINGS = 2_000
MOST_DOUBTFUL = 100
DOUBTFUL = 0.6
"""Below this a page's words should be compared with its picture."""

BREAKS = (re.compile(r"\n[ \t]*\n\s*"), re.compile(r"\n"), re.compile(r"\s"))
"""Where a long page may be cut: between paragraphs, else between lines, else between words."""


@dataclass(frozen=True)
class Window:
    """A stretch of the text and the pages it shows some of; windows meet without gap or overlap."""

    start: int
    text: str
    pages: list[PageView]
    is_last: bool

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_first(self) -> bool:
        return self.start == 0


@dataclass(frozen=True)
class HeadingView:
    """A section's name and where it begins in the text."""

    text: str
    level: int
    start: int
    page: int


@dataclass(frozen=True)
class ReadingView:
    """So many pages became text in one way, and how sure that is on average."""

    read_by: str
    pages: int
    confidence: float


def text_between(scope: Scope, document_id: UUID, start: int, end: int) -> str:
    """A part of the text; only that part leaves the database."""
    rows = Document.objects.in_scope(scope).filter(pk=document_id)
    part = Substr("text", max(start, 0) + 1, max(end - max(start, 0), 0))
    found = rows.annotate(part=part).values_list("status", "part").first()
    if found is None:
        raise DocumentNotFound()
    if found[0] not in READABLE:
        raise NotReadYet()
    return str(found[1])


def window_at(scope: Scope, document_id: UUID, at: int) -> Window:
    """The window that shows a place: from its page's beginning, when that is not far before it."""
    page = _page_at(scope, document_id, at)
    if page is None:
        return Window(0, "", [], is_last=True)
    at, begins = min(at, page.end), page.start
    if at - begins > MOST_CHARACTERS // 2:
        near = at - MOST_CHARACTERS // 4
        begins = near + _first_break(text_between(scope, document_id, near, at))
    return _onwards(scope, document_id, begins, page.number)


def window_after(scope: Scope, document_id: UUID, start: int) -> Window:
    """The window that begins exactly here."""
    page = _page_at(scope, document_id, start)
    return _onwards(scope, document_id, start, page.number if page else 0)


def _onwards(scope: Scope, document_id: UUID, start: int, number: int) -> Window:
    """From a place on page `number`: as many whole pages as fit, else a part of this one."""
    rows = _pages(scope, document_id).filter(number__gte=number).order_by("number")
    pages = list(rows.defer("text", "boxes")[: MOST_PAGES + 1])
    ends = [row.start for row in pages[1:]]
    if 0 < len(pages) <= MOST_PAGES:
        ends.append(pages[-1].end)  # the document's last page
    fitting = [end for end in ends if end - start <= MOST_CHARACTERS]
    end = fitting[-1] if fitting else start + MOST_CHARACTERS
    text = text_between(scope, document_id, start, end)
    if not fitting:
        text = text[: _last_break(text)]
    is_last = len(pages) <= MOST_PAGES and fitting == ends
    return Window(start, text, _shown(pages, start, start + len(text)), is_last)


def window_before(scope: Scope, document_id: UUID, end: int) -> Window:
    """The window that ends exactly here."""
    rows = _pages(scope, document_id).filter(start__lt=end).order_by("-start")
    pages = list(rows.defer("text", "boxes")[:MOST_PAGES])[::-1]
    fitting = [row.start for row in pages if end - row.start <= MOST_CHARACTERS]
    start = fitting[0] if fitting else max(end - MOST_CHARACTERS, 0)
    text = text_between(scope, document_id, start, end)
    if not fitting and start:
        skipped = _first_break(text)
        start, text = start + skipped, text[skipped:]
    return Window(start, text, _shown(pages, start, end), is_last=False)


def outline_of(scope: Scope, document_id: UUID) -> list[HeadingView]:
    """The section headings, in the order of the text."""
    get_document(scope, document_id)
    rows = _pages(scope, document_id).exclude(headings=[]).order_by("number")
    found: list[HeadingView] = []
    for number, start, headings in rows.values_list("number", "start", "headings").iterator():
        found += [
            HeadingView(each["text"], each["level"], start + each["start"], number)
            for each in headings
        ]
        if len(found) >= MOST_HEADINGS:
            break
    return found[:MOST_HEADINGS]


def readings_of(scope: Scope, document_id: UUID) -> list[ReadingView]:
    """How many pages were read how, the commonest way first."""
    rows = _pages(scope, document_id).order_by().values_list("read_by")
    counted = rows.annotate(count=Count("pk"), sure=Avg("confidence")).order_by("-count", "read_by")
    return [ReadingView(how, count, sure) for how, count, sure in counted]


def doubtful_pages(scope: Scope, document_id: UUID) -> list[PageView]:
    """Pages to compare with their picture: not read, or not surely."""
    rows = _pages(scope, document_id).filter(Q(confidence__lt=DOUBTFUL) | ~Q(error=""))
    return [page_view(row) for row in rows.defer("text", "boxes")[:MOST_DOUBTFUL]]


def page_start(scope: Scope, document_id: UUID, number: int) -> int | None:
    """Where a page begins in the text, if there is such a page."""
    rows = _pages(scope, document_id).filter(number=number)
    return rows.values_list("start", flat=True).first()


def _pages(scope: Scope, document_id: UUID) -> "QuerySet[Page]":
    return Page.objects.in_scope(scope).filter(document_id=document_id)


def _page_at(scope: Scope, document_id: UUID, at: int) -> Page | None:
    rows = _pages(scope, document_id).filter(start__lte=max(at, 0)).order_by("-start")
    return rows.only("number", "start", "end").first()


def _shown(pages: list[Page], start: int, end: int) -> list[PageView]:
    return [page_view(row) for row in pages if row.start < end and row.end >= start]


def _last_break(text: str) -> int:
    """Where to end a text that goes on: at the best break of its second half."""
    for pattern in BREAKS:
        ends = [found.end() for found in pattern.finditer(text, len(text) // 2)]
        if ends:
            return ends[-1]
    return len(text)


def _first_break(text: str) -> int:
    """Where to begin a text that began before: at the best break of its first half."""
    for pattern in BREAKS:
        found = pattern.search(text, 0, len(text) // 2)
        if found:
            return found.end()
    return 0
