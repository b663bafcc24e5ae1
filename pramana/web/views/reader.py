"""The reader: a document's text with the evidence in it, and the list of where it is."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as later

from pramana.documents.contracts import DocumentView, PageView
from pramana.documents.pictures import PICTURED
from pramana.documents.selectors import READABLE, document_text, get_document, pages_of
from pramana.language.tokens import terms, tokens
from pramana.web.access import PageRequest, page
from pramana.web.highlight import Mark, Paragraph, Piece, excerpt, paragraphs, word_start
from pramana.web.keys import key
from pramana.web.words import READ_BY

AROUND = 90
"""Code points shown before and after a hit in the list; hits this near are one entry."""

MOST_PAGES = 10_000
MOST_MARKS = 1000
"""More places than anyone walks through; beyond it the page says so."""

KEYS = (
    key("n", later("Next place")),
    key("p", later("Previous place")),
    key("f", later("Find in this document")),
)


@dataclass(frozen=True)
class Group:
    """Hits that stand together: one line in the list."""

    number: int
    lines: Paragraph


@dataclass(frozen=True)
class Sheet:
    """A page of the document: how it was read, and its paragraphs."""

    page: PageView
    paragraphs: tuple[Paragraph, ...]

    @property
    def number(self) -> int:
        return self.page.number + 1

    @property
    def read_by(self) -> str | Promise:
        return READ_BY.get(self.page.read_by.split(":")[0], self.page.read_by)

    @property
    def sure(self) -> int:
        return round(100 * self.page.confidence)


@page()
def show(request: PageRequest, document_id: UUID) -> HttpResponse:
    document = get_document(request.principal.scope, document_id)
    context = {
        "title": document.title,
        "document": document,
        "keys": KEYS,
        "pictured": document.kind in PICTURED,
    }
    if document.status in READABLE:
        context |= _opened(request, document)
    return render(request, "web/pages/reader.html", context)


def _opened(request: PageRequest, document: DocumentView) -> dict[str, object]:
    text = document_text(request.principal.scope, document.id)
    query = request.GET.get("q", "")[:500]
    start, end = _offset(request, "start", text), _offset(request, "end", text)
    marks = _words(text, query) if query else [Mark(start, end)] if end > start else []
    return {
        "query": query,
        "sheets": list(_sheets(request, document, text, marks, start)),
        "groups": _groups(text, marks),
        "hit_count": len(marks),
        "most_marks": MOST_MARKS if len(marks) == MOST_MARKS else None,
    }


def _sheets(
    request: PageRequest, document: DocumentView, text: str, marks: list[Mark], first: int
) -> Iterator[Sheet]:
    """The text page by page. The place the reader opens at is on one of them only."""
    opening = next((mark.start for mark in marks if mark.end > first), -1)
    starts = [mark.start for mark in marks]
    for sheet in pages_of(request.principal.scope, document.id, limit=MOST_PAGES):
        near = marks[bisect_left(starts, sheet.start) : bisect_left(starts, sheet.end)]
        here = [_moved(mark, sheet.start) for mark in near]
        opens = sheet.start <= opening < sheet.end
        after = max(first - sheet.start, 0) if opens else len(text)
        yield Sheet(sheet, tuple(paragraphs(text[sheet.start : sheet.end], here, first=after)))


def _moved(mark: Mark, by: int) -> Mark:
    return replace(mark, start=mark.start - by, end=mark.end - by)


def _offset(request: PageRequest, name: str, text: str) -> int:
    asked = request.GET.get(name, "")
    return min(int(asked), len(text)) if asked.isdecimal() and len(asked) < 12 else 0


def _words(text: str, query: str) -> list[Mark]:
    """Every place of the query's words, near ones numbered as one group."""
    wanted, marks, group = set(terms(query)), list[Mark](), -1
    for token in tokens(text):
        if token.term not in wanted:
            continue
        if not marks or token.start - marks[-1].end > AROUND:
            group += 1
        marks.append(Mark(token.start, token.end, group))
        if len(marks) == MOST_MARKS:
            break
    return marks


def _groups(text: str, marks: list[Mark]) -> list[Group]:
    by_number: dict[int, list[Mark]] = {}
    for mark in marks:
        by_number.setdefault(mark.of, []).append(mark)
    return [Group(number, _line(text, near)) for number, near in by_number.items()]


def _line(text: str, near: list[Mark]) -> Paragraph:
    begins = word_start(text, near[0].start - AROUND)
    begins = min(begins, near[0].start)
    ends = min(len(text), near[-1].end + AROUND, near[0].start + 4 * AROUND)
    shown = excerpt(text[begins:ends], begins, [(mark.start, mark.end) for mark in near])
    return (Piece("… "), *shown) if begins else shown
