"""The library as people leaf through it: filtered, sorted, and cut into pages that never skip."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.utils.dateparse import parse_datetime

from pramana.documents.contracts import DocumentView, Status
from pramana.documents.models import Document
from pramana.documents.selectors.documents import view
from pramana.kit.scope import Scope
from pramana.kit.texts import storable

MOST_WORDS = 8
"""Words of a title that are looked for; more is a sentence."""


class Sort(StrEnum):
    NEWEST = "newest"
    OLDEST = "oldest"
    TITLE = "title"


ORDERS = {
    Sort.NEWEST: ("-created_at", "-id"),
    Sort.OLDEST: ("created_at", "id"),
    Sort.TITLE: ("title", "id"),
}


@dataclass(frozen=True)
class Shelf:
    """Which documents are wanted, and in which order."""

    words: str = ""
    status: Status | None = None
    collection_id: UUID | None = None
    uncollected: bool = False
    kind: str = ""
    language: str = ""
    sort: Sort = Sort.NEWEST
    before: datetime | None = None
    """Added earlier than this."""


@dataclass(frozen=True)
class ShelfPage:
    documents: list[DocumentView]
    next: str | None
    """Where the following page begins; None on the last one."""


@dataclass(frozen=True)
class Facets:
    """How many documents there are of each state, kind and language."""

    states: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        return self.states.total()


def library_page(scope: Scope, shelf: Shelf, *, after: str = "", limit: int = 50) -> ShelfPage:
    """So many documents from the place `after` on, which the page before gave as `next`."""
    rows = _filtered(Document.objects.in_scope(scope).defer("text"), shelf)
    rows = _from(rows, shelf.sort, after).order_by(*ORDERS[shelf.sort])
    found = [view(row) for row in rows[: limit + 1]]
    more = len(found) > limit
    return ShelfPage(found[:limit], _place(shelf.sort, found[limit - 1]) if more else None)


def documents_by_id(scope: Scope, document_ids: Collection[UUID]) -> list[DocumentView]:
    """Those of the documents that are there, newest first."""
    rows = Document.objects.in_scope(scope).filter(pk__in=document_ids).defer("text")
    return [view(row) for row in rows]


def facets_of(scope: Scope) -> Facets:
    """Counted in one pass over an index that holds nothing else."""
    facets = Facets()
    rows = Document.objects.in_scope(scope).order_by().values_list("status", "kind", "language")
    for status, kind, language, count in rows.annotate(count=Count("pk")):
        facets.states[status] += count
        facets.kinds[kind] += count
        facets.languages[language] += count
    return facets


def _filtered(rows: "QuerySet[Document]", shelf: Shelf) -> "QuerySet[Document]":
    for word in storable(shelf.words).split()[:MOST_WORDS]:
        rows = rows.filter(title__icontains=word)
    if shelf.status:
        rows = rows.filter(status=shelf.status)
    if shelf.collection_id:
        rows = rows.filter(collection_id=shelf.collection_id)
    if shelf.uncollected:
        rows = rows.filter(collection__isnull=True)
    if shelf.kind:
        rows = rows.filter(kind=shelf.kind)
    if shelf.language:
        rows = rows.filter(language=shelf.language)
    if shelf.before:
        rows = rows.filter(created_at__lt=shelf.before)
    return rows


def _from(rows: "QuerySet[Document]", sort: Sort, after: str) -> "QuerySet[Document]":
    """Documents beyond a place. The bound on the first column alone lets the index begin there."""
    place = _read(sort, after)
    if place is None:
        return rows
    value, last = place
    column, side = ("title", "gt") if sort is Sort.TITLE else ("created_at", "lt")
    side = "gt" if sort is Sort.OLDEST else side
    beyond = Q(**{f"{column}__{side}": value}) | Q(**{f"id__{side}": last})
    return rows.filter(Q(**{f"{column}__{side}e": value}), beyond)


def _place(sort: Sort, last: DocumentView) -> str:
    value = last.title if sort is Sort.TITLE else last.created_at.isoformat()
    return f"{value}~{last.id}"


def _read(sort: Sort, after: str) -> tuple[str | datetime, UUID] | None:
    """A place as it was given; what is no place begins at the beginning."""
    value, _, name = after.rpartition("~")
    try:
        last = UUID(name)
        moment = None if sort is Sort.TITLE else parse_datetime(value)
    except ValueError:
        return None
    if sort is Sort.TITLE:
        return storable(value), last
    return (moment, last) if moment and moment.tzinfo else None
