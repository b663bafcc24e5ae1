"""A document as it is read: a window of its text at a time."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models.functions import Substr

from pramana.documents.contracts import PageView
from pramana.documents.domain.breaks import first_break, last_break
from pramana.documents.errors import DocumentNotFound, NotReadYet
from pramana.documents.models import Document, Page
from pramana.documents.selectors.documents import READABLE
from pramana.documents.selectors.pages import page_rows, page_view
from pramana.kit.scope import Scope

MOST_CHARACTERS = 12_000
MOST_PAGES = 8
"""A window holds at most so much of the text, and at most so many pages."""


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
        begins = near + first_break(text_between(scope, document_id, near, at))
    return _onwards(scope, document_id, begins, page.number)


def window_after(scope: Scope, document_id: UUID, start: int) -> Window:
    """The window that begins exactly here."""
    page = _page_at(scope, document_id, start)
    return _onwards(scope, document_id, start, page.number if page else 0)


def _onwards(scope: Scope, document_id: UUID, start: int, number: int) -> Window:
    """From a place on page `number`: as many whole pages as fit, else a part of this one."""
    rows = page_rows(scope, document_id).filter(number__gte=number).order_by("number")
    pages = list(rows.defer("text", "boxes")[: MOST_PAGES + 1])
    ends = [row.start for row in pages[1:]]
    if 0 < len(pages) <= MOST_PAGES:
        ends.append(pages[-1].end)  # the document's last page
    fitting = [end for end in ends if end - start <= MOST_CHARACTERS]
    end = fitting[-1] if fitting else start + MOST_CHARACTERS
    text = text_between(scope, document_id, start, end)
    if not fitting:
        text = text[: last_break(text)]
    is_last = len(pages) <= MOST_PAGES and fitting == ends
    return Window(start, text, _shown(pages, start, start + len(text)), is_last)


def window_before(scope: Scope, document_id: UUID, end: int) -> Window:
    """The window that ends exactly here."""
    rows = page_rows(scope, document_id).filter(start__lt=end).order_by("-start")
    pages = list(rows.defer("text", "boxes")[:MOST_PAGES])[::-1]
    fitting = [row.start for row in pages if end - row.start <= MOST_CHARACTERS]
    start = fitting[0] if fitting else max(end - MOST_CHARACTERS, 0)
    text = text_between(scope, document_id, start, end)
    if not fitting and start:
        skipped = first_break(text)
        start, text = start + skipped, text[skipped:]
    return Window(start, text, _shown(pages, start, end), is_last=False)


def _page_at(scope: Scope, document_id: UUID, at: int) -> Page | None:
    rows = page_rows(scope, document_id).filter(start__lte=max(at, 0)).order_by("-start")
    return rows.only("number", "start", "end").first()


def _shown(pages: list[Page], start: int, end: int) -> list[PageView]:
    return [page_view(row) for row in pages if row.start < end and row.end >= start]
