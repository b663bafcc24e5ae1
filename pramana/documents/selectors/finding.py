"""Words within one document: where they stand, with a little of what stands around them."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from uuid import UUID

from pramana.documents.domain.finding import NEAR, Place, Range, find_words, places
from pramana.documents.models import Page
from pramana.documents.selectors.documents import document_text
from pramana.kit.scope import Scope

SPACE = re.compile(r"\s")


@dataclass(frozen=True)
class PlaceView:
    """Words that stand together, and the stretch of text to show them in."""

    start: int
    end: int
    page: int
    marks: tuple[Range, ...]
    excerpt_start: int
    excerpt: str


@dataclass(frozen=True)
class Found:
    total: int
    skipped: int
    """Places before the first of these."""
    places: list[PlaceView]
    next: int | None
    """Continue with `after` = this; None when all are here."""


def find_in(
    scope: Scope,
    document_id: UUID,
    query: str,
    *,
    after: int = -1,
    reach: int = 0,
    limit: int = 100,
) -> Found:
    """Places of the query's words that begin beyond `after`, and how many there are in all.

    When the place at `reach` would not be among them, they begin there.
    """
    text = document_text(scope, document_id)
    every = places(find_words(text, query))
    first = bisect_right(every, after, key=lambda place: place.start)
    near = bisect_right(every, reach, key=lambda place: place.end)
    first = near if first + limit <= near < len(every) else first
    shown = every[first : first + limit]
    starts = _page_starts(scope, document_id) if shown else []
    more = first + limit < len(every)
    views = [_view(text, place, starts) for place in shown]
    return Found(len(every), first, views, shown[-1].start if more else None)


def _page_starts(scope: Scope, document_id: UUID) -> list[int]:
    pages = Page.objects.in_scope(scope).filter(document_id=document_id).order_by("number")
    return list(pages.values_list("start", flat=True))


def _view(text: str, place: Place, starts: list[int]) -> PlaceView:
    near = max(place.start - NEAR, 0)
    space = SPACE.search(text, near, place.start) if near else None
    begins = space.end() if space else near
    ends = place.end + NEAR
    return PlaceView(
        start=place.start,
        end=place.end,
        page=max(bisect_right(starts, place.start) - 1, 0),
        marks=place.marks,
        excerpt_start=begins,
        excerpt=text[begins:ends],
    )
