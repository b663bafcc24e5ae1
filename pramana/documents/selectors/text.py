"""The content of a document: pages, outline, windows of text, passages, and words found in it."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Avg, Count, F, Q
from django.db.models.functions import Substr

from pramana.documents.contracts import PageView, PassageView
from pramana.documents.domain import (
    MAX_GAP,
    MatchGroup,
    Range,
    find_words,
    first_break,
    group_matches,
    last_break,
)
from pramana.documents.errors import DocumentNotFound, NotReadYet, PageNotFound
from pramana.documents.models import Document, Page, Passage
from pramana.documents.reading.contracts import (
    Block,
    BlockKind,
    Heading,
    PageText,
    ReadingMethod,
)
from pramana.documents.reading.text_quality import Quality
from pramana.documents.selectors.documents import READABLE, document_text, get_document
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from django.db.models import QuerySet


def page_rows(scope: Scope, document_id: UUID) -> "QuerySet[Page]":
    """The pages of a document, unless it is in the trash."""
    rows = Page.objects.in_scope(scope).filter(document_id=document_id)
    return rows.filter(document__trashed_at__isnull=True)


def pages_of(
    scope: Scope, document_id: UUID, *, first: int = 0, limit: int = 200
) -> list[PageView]:
    """The pages of a document from `first` on: the range of each, and how it was read."""
    get_document(scope, document_id)
    rows = page_rows(scope, document_id).filter(number__gte=first)
    return [page_view(row) for row in rows.defer("text", "boxes")[:limit]]


def get_page(scope: Scope, document_id: UUID, number: int) -> PageView:
    rows = page_rows(scope, document_id).filter(number=number)
    row = rows.defer("text", "boxes").first()
    if row is None:
        raise PageNotFound()
    return page_view(row)


def stored_boxes(scope: Scope, document_id: UUID, number: int) -> list[Any] | None:
    """The stored word boxes; None where they were not computed yet."""
    rows = page_rows(scope, document_id).filter(number=number)
    found = rows.values_list("boxes", flat=True)
    if not found:
        raise PageNotFound()
    boxes: list[Any] | None = found[0]
    return boxes


def page_view(row: Page) -> PageView:
    return PageView(
        number=row.number,
        start=row.start,
        end=row.end,
        read_by=row.read_by,
        confidence=row.confidence,
        flagged=row.flagged,
        quality=row.quality,
        language=row.language,
        headings=row.headings,
        tables=row.tables,
        error=row.error,
        blocks=row.blocks,
    )


def page_texts(scope: Scope, document_id: UUID) -> list[PageText]:
    """The pages of a document that is being read, without their tables and word boxes."""
    rows = Page.objects.in_scope(scope).filter(document_id=document_id)
    return [_page_text(row) for row in rows.defer("boxes", "tables")]


def _page_text(row: Page) -> PageText:
    method, _, engine = row.read_by.partition(":")
    return PageText(
        number=row.number,
        text=row.text,
        how=ReadingMethod(method),
        engine=engine,
        quality=Quality(**row.quality),
        confidence=row.confidence,
        headings=tuple(Heading(**heading) for heading in row.headings),
        blocks=tuple(stored_block(block) for block in row.blocks),
        script=row.script,
        language=row.language,
        seconds=row.seconds,
        flagged=row.flagged,
        error=row.error,
    )


def stored_block(block: Mapping[str, Any]) -> Block:
    """A block as it was stored; older ones have only a range and a kind."""
    return Block(**{**block, "kind": BlockKind(block["kind"])})


MAX_HEADINGS = 2_000
MAX_DOUBTFUL = 100
DOUBTFUL_CONFIDENCE = 0.6
"""A page with less confidence should be compared with its image."""


@dataclass(frozen=True)
class HeadingView:
    """A section heading and where it begins in the text."""

    text: str
    level: int
    start: int
    page: int


@dataclass(frozen=True)
class ReadingView:
    """How many pages were read in one way, and their average confidence."""

    read_by: str
    pages: int
    confidence: float


def outline_of(scope: Scope, document_id: UUID) -> list[HeadingView]:
    """The section headings, in the order of the text."""
    get_document(scope, document_id)
    rows = page_rows(scope, document_id).exclude(headings=[]).order_by("number")
    found: list[HeadingView] = []
    for number, start, headings in rows.values_list("number", "start", "headings").iterator():
        found += [
            HeadingView(each["text"], each["level"], start + each["start"], number)
            for each in headings
        ]
        if len(found) >= MAX_HEADINGS:
            break
    return found[:MAX_HEADINGS]


def readings_of(scope: Scope, document_id: UUID) -> list[ReadingView]:
    """How many pages were read in each way, the commonest first."""
    rows = page_rows(scope, document_id).order_by().values_list("read_by")
    counted = rows.annotate(count=Count("pk"), sure=Avg("confidence")).order_by("-count", "read_by")
    return [ReadingView(how, count, sure) for how, count, sure in counted]


def doubtful_pages(scope: Scope, document_id: UUID) -> list[PageView]:
    """Pages that failed or have little confidence."""
    rows = page_rows(scope, document_id).filter(
        Q(confidence__lt=DOUBTFUL_CONFIDENCE) | ~Q(error="")
    )
    return [page_view(row) for row in rows.defer("text", "boxes")[:MAX_DOUBTFUL]]


def page_start(scope: Scope, document_id: UUID, number: int) -> int | None:
    """Where a page begins in the text, if there is such a page."""
    rows = page_rows(scope, document_id).filter(number=number)
    return rows.values_list("start", flat=True).first()


MAX_CHARACTERS = 12_000
MAX_PAGES = 8
"""The largest window, in characters and in pages."""


@dataclass(frozen=True)
class Window:
    """A part of the text and its pages. Successive windows have no gap and no overlap."""

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
    """A part of the text; the database returns only that part."""
    rows = Document.objects.in_scope(scope).filter(pk=document_id)
    part = Substr("text", max(start, 0) + 1, max(end - max(start, 0), 0))
    found = rows.annotate(part=part).values_list("status", "part").first()
    if found is None:
        raise DocumentNotFound()
    if found[0] not in READABLE:
        raise NotReadYet()
    return str(found[1])


def window_at(scope: Scope, document_id: UUID, at: int) -> Window:
    """The window around an offset; it begins with the page unless that is far before."""
    page = _page_at(scope, document_id, at)
    if page is None:
        return Window(0, "", [], is_last=True)
    at, begins = min(at, page.end), page.start
    if at - begins > MAX_CHARACTERS // 2:
        near = at - MAX_CHARACTERS // 4
        begins = near + first_break(text_between(scope, document_id, near, at))
    return _window_from(scope, document_id, begins, page.number)


def window_after(scope: Scope, document_id: UUID, start: int) -> Window:
    """The window that begins at this offset."""
    page = _page_at(scope, document_id, start)
    return _window_from(scope, document_id, start, page.number if page else 0)


def _window_from(scope: Scope, document_id: UUID, start: int, number: int) -> Window:
    """A window from an offset on page `number`: whole pages, or a part of this one."""
    rows = page_rows(scope, document_id).filter(number__gte=number).order_by("number")
    pages = list(rows.defer("text", "boxes")[: MAX_PAGES + 1])
    ends = [row.start for row in pages[1:]]
    if 0 < len(pages) <= MAX_PAGES:
        ends.append(pages[-1].end)  # the document's last page
    fitting = [end for end in ends if end - start <= MAX_CHARACTERS]
    end = fitting[-1] if fitting else start + MAX_CHARACTERS
    text = text_between(scope, document_id, start, end)
    if not fitting:
        text = text[: last_break(text)]
    is_last = len(pages) <= MAX_PAGES and fitting == ends
    return Window(start, text, _overlapping_pages(pages, start, start + len(text)), is_last)


def window_before(scope: Scope, document_id: UUID, end: int) -> Window:
    """The window that ends at this offset."""
    rows = page_rows(scope, document_id).filter(start__lt=end).order_by("-start")
    pages = list(rows.defer("text", "boxes")[:MAX_PAGES])[::-1]
    fitting = [row.start for row in pages if end - row.start <= MAX_CHARACTERS]
    start = fitting[0] if fitting else max(end - MAX_CHARACTERS, 0)
    text = text_between(scope, document_id, start, end)
    if not fitting and start:
        skipped = first_break(text)
        start, text = start + skipped, text[skipped:]
    return Window(start, text, _overlapping_pages(pages, start, end), is_last=False)


def _page_at(scope: Scope, document_id: UUID, at: int) -> Page | None:
    rows = page_rows(scope, document_id).filter(start__lte=max(at, 0)).order_by("-start")
    return rows.only("number", "start", "end").first()


def _overlapping_pages(pages: list[Page], start: int, end: int) -> list[PageView]:
    return [page_view(row) for row in pages if row.start < end and row.end >= start]


SPACE = re.compile(r"\s")


@dataclass(frozen=True)
class MatchView:
    """Matching words that are close together, with an excerpt of the text around them."""

    start: int
    end: int
    page: int
    marks: tuple[Range, ...]
    excerpt_start: int
    excerpt: str


@dataclass(frozen=True)
class WordMatches:
    total: int
    skipped: int
    """The number of matches before the first of these."""
    places: list[MatchView]
    next: int | None
    """Continue with `after` = this; None on the last page of matches."""


def find_in_document(
    scope: Scope,
    document_id: UUID,
    query: str,
    *,
    after: int = -1,
    reach: int = 0,
    limit: int = 100,
) -> WordMatches:
    """The matches of the query's words after the offset `after`, and the total number.

    If the match at `reach` would not be among them, they begin with that one.
    """
    text = document_text(scope, document_id)
    every = group_matches(find_words(text, query))
    first = bisect_right(every, after, key=lambda place: place.start)
    near = bisect_right(every, reach, key=lambda place: place.end)
    first = near if first + limit <= near < len(every) else first
    page_of_matches = every[first : first + limit]
    starts = page_starts(scope, document_id) if page_of_matches else []
    more = first + limit < len(every)
    views = [_match_view(text, place, starts) for place in page_of_matches]
    return WordMatches(len(every), first, views, page_of_matches[-1].start if more else None)


def page_starts(scope: Scope, document_id: UUID) -> list[int]:
    """Where each page begins in the text."""
    pages = page_rows(scope, document_id).order_by("number")
    return list(pages.values_list("start", flat=True))


def _match_view(text: str, place: MatchGroup, starts: list[int]) -> MatchView:
    near = max(place.start - MAX_GAP, 0)
    space = SPACE.search(text, near, place.start) if near else None
    begins = space.end() if space else near
    ends = place.end + MAX_GAP
    return MatchView(
        start=place.start,
        end=place.end,
        page=max(bisect_right(starts, place.start) - 1, 0),
        marks=place.marks,
        excerpt_start=begins,
        excerpt=text[begins:ends],
    )


def get_passages(scope: Scope, passage_ids: Sequence[UUID]) -> dict[UUID, PassageView]:
    """Passages by id with their text; the database returns only those parts of the texts."""
    rows = (
        Passage.objects.in_scope(scope)
        .filter(pk__in=passage_ids, document__trashed_at__isnull=True)
        .annotate(words=Substr("document__text", F("start") + 1, F("end") - F("start")))
    )
    return {
        row.id: PassageView(
            id=row.id,
            document_id=row.document_id,
            position=row.position,
            start=row.start,
            end=row.end,
            page=row.page,
            section=row.section,
            text=row.words,
            lead=row.lead,
        )
        for row in rows
    }


def passage_texts(scope: Scope, passage_ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """The text of each passage for the encoder and the reranker, with its section heading."""
    found = get_passages(scope, passage_ids)
    return {
        key: passage_with_heading(passage.section, passage.text, passage.lead)
        for key, passage in found.items()
    }


def passage_with_heading(section: str, text: str, lead: str = "") -> str:
    """The text with its section heading and its lead before it.

    A heading that the text begins with is not repeated.
    """
    led = f"{lead}\n{text}" if lead else text
    return led if not section or text.startswith(section) else f"{section}\n{led}"
