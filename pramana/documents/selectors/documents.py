"""Documents: one by id, and the library filtered, sorted and paged without gaps."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.utils.dateparse import parse_datetime

from pramana.documents.contracts import DocumentView, OutsideOrigin, PropertyValue, Status
from pramana.documents.errors import DocumentNotFound, NotReadYet
from pramana.documents.models import Document
from pramana.documents.reading.contracts import FileKind
from pramana.kit.listings import WaitingItem, WaitingKind, WaitingPage, waiting_page
from pramana.kit.scope import Scope
from pramana.kit.texts import storable

READABLE = (Status.OCR_COMPLETE, Status.COMPLETED)
MOST_MESSAGES = 100
"""How many messages of a conversation are named."""
THREAD_ROUNDS = 3
"""Messages that name only the one they answer are found by this many steps."""


def newest_documents(
    scope: Scope,
    *,
    query: str = "",
    status: Status | None = None,
    collection_id: UUID | None = None,
    before: datetime | None = None,
    limit: int = 50,
) -> list[DocumentView]:
    """The tenant's documents, newest first; `before` continues after an earlier page."""
    wanted = LibraryQuery(query, status, collection_id, before=before)
    return library_page(scope, wanted, limit=limit).documents


def get_document(scope: Scope, document_id: UUID) -> DocumentView:
    row = Document.objects.in_scope(scope).defer("text").filter(pk=document_id).first()
    if row is None:
        raise DocumentNotFound()
    return replace(document_view(row), thread=_messages_of_thread(scope, row))


def _messages_of_thread(scope: Scope, row: Document) -> tuple[UUID, ...]:
    """The other messages that share an id with this one, or with one that does.

    Mailboxes that hold one of them come last. A mailbox holds many conversations, so none is
    followed through it.
    """
    ids, found = set[str](), list[tuple[UUID, list[str]]]()
    reached = set(row.thread)
    mails = Document.objects.in_scope(scope).order_by("created_at", "pk")
    messages, mailboxes = mails.exclude(kind=FileKind.MBOX), mails.filter(kind=FileKind.MBOX)
    for _ in range(1 if row.kind == FileKind.MBOX else THREAD_ROUNDS):
        if reached == ids:
            break
        ids = reached
        sharing = messages.filter(thread__overlap=sorted(ids)).values_list("pk", "thread")
        found = list(sharing[:MOST_MESSAGES])
        reached = ids.union(*(thread for _, thread in found))
    holding = mailboxes.filter(thread__overlap=sorted(ids)) if ids else mailboxes.none()
    others = list(holding.values_list("pk", flat=True)[:MOST_MESSAGES])
    return tuple(pk for pk in (*_answers_last(dict(found)), *others) if pk != row.pk)


def _answers_last(threads: dict[UUID, list[str]]) -> list[UUID]:
    """The messages, each after those that it answers, however little of them it names."""
    before = {thread[-1]: set(thread[:-1]) for thread in threads.values()}
    for _ in range(THREAD_ROUNDS):
        for ids in before.values():
            ids.update(*[before.get(each, ()) for each in ids])
    return sorted(threads, key=lambda pk: len(before[threads[pk][-1]]))


def document_text(scope: Scope, document_id: UUID) -> str:
    """The stored text, to which every offset refers."""
    row = Document.objects.in_scope(scope).filter(pk=document_id).only("status", "text").first()
    if row is None:
        raise DocumentNotFound()
    if row.status not in READABLE:
        raise NotReadYet()
    return row.text


def document_count(scope: Scope) -> int:
    return Document.objects.in_scope(scope).count()


@dataclass(frozen=True)
class DocumentFile:
    """The stored file of a document, its name, and the charset that its server stated."""

    id: UUID
    name: str
    charset: str


def stored_file(scope: Scope, document_id: UUID, *, in_trash: bool = False) -> DocumentFile:
    """The file of a document; with `in_trash` also of one in the trash, which is still read."""
    every = Document.objects.with_trash(scope) if in_trash else Document.objects.in_scope(scope)
    rows = every.filter(pk=document_id)
    found = rows.values_list("file_id", "filename", "charset").first()
    if found is None:
        raise DocumentNotFound()
    return DocumentFile(*found)


def document_view(row: Document, *, duplicate_of: UUID | None = None) -> DocumentView:
    return DocumentView(
        id=row.id,
        title=row.title,
        filename=row.filename,
        kind=row.kind,
        status=Status(row.status),
        error=row.error,
        size=row.size,
        language=row.language,
        script=row.script,
        page_count=row.page_count,
        passage_count=row.passage_count,
        created_at=row.created_at,
        run_id=row.run_id,
        collection_id=row.collection_id,
        source_url=row.url or f"/app/documents/{row.id}",
        duplicate_of=duplicate_of,
        origin=_origin(row),
        container_id=row.container_id,
        container_path=row.container_path,
        tags=tuple(row.tags),
        properties=row.properties,
        notes=row.notes,
        trashed_at=row.trashed_at,
    )


def _origin(row: Document) -> OutsideOrigin | None:
    if not row.origin or row.fetched_at is None:
        return None
    return OutsideOrigin(row.origin, row.fetched_at, row.let_in_by_id)


MAX_TITLE_WORDS = 8
"""Further words of a query are ignored."""


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
class LibraryQuery:
    """Which documents to list, and in which order."""

    words: str = ""
    status: Status | None = None
    collection_id: UUID | None = None
    uncollected: bool = False
    kind: str = ""
    language: str = ""
    tags: tuple[str, ...] = ()
    """Only documents with all of these tags."""
    properties: tuple[tuple[str, PropertyValue], ...] = ()
    """Only documents with these values of properties."""
    sort: Sort = Sort.NEWEST
    before: datetime | None = None
    """Only documents added before this moment."""


@dataclass(frozen=True)
class LibraryPage:
    documents: list[DocumentView]
    next: str | None
    """The cursor of the next page; None on the last one."""


@dataclass(frozen=True)
class Facets:
    """The number of documents by status, kind and language."""

    states: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        return self.states.total()


def library_page(
    scope: Scope, query: LibraryQuery, *, after: str = "", limit: int = 50
) -> LibraryPage:
    """A page of documents after the cursor `after`, the `next` of the page before."""
    rows = _apply_query(Document.objects.in_scope(scope).defer("text"), query)
    rows = _continue_after(rows, query.sort, after).order_by(*ORDERS[query.sort])
    found = [document_view(row) for row in rows[: limit + 1]]
    more = len(found) > limit
    return LibraryPage(found[:limit], _cursor(query.sort, found[limit - 1]) if more else None)


def documents_by_id(scope: Scope, document_ids: Collection[UUID]) -> list[DocumentView]:
    """Those of the documents that exist, newest first."""
    rows = Document.objects.in_scope(scope).filter(pk__in=document_ids).defer("text")
    return [document_view(row) for row in rows]


def facets_of(scope: Scope) -> Facets:
    """The counts, from one pass over a covering index."""
    facets = Facets()
    rows = Document.objects.in_scope(scope).order_by().values_list("status", "kind", "language")
    for status, kind, language, count in rows.annotate(count=Count("pk")):
        facets.states[status] += count
        facets.kinds[kind] += count
        facets.languages[language] += count
    return facets


def _apply_query(rows: "QuerySet[Document]", query: LibraryQuery) -> "QuerySet[Document]":
    for word in storable(query.words).split()[:MAX_TITLE_WORDS]:
        rows = rows.filter(Q(title__icontains=word) | Q(filename__icontains=word))
    if query.tags:
        rows = rows.filter(tags__contains=list(query.tags))
    if query.properties:
        rows = rows.filter(properties__contains=dict(query.properties))
    if query.status:
        rows = rows.filter(status=query.status)
    if query.collection_id:
        rows = rows.filter(collection_id=query.collection_id)
    if query.uncollected:
        rows = rows.filter(collection__isnull=True)
    if query.kind:
        rows = rows.filter(kind=query.kind)
    if query.language:
        rows = rows.filter(language=query.language)
    if query.before:
        rows = rows.filter(created_at__lt=query.before)
    return rows


def _continue_after(rows: "QuerySet[Document]", sort: Sort, after: str) -> "QuerySet[Document]":
    """Documents after the cursor. The bound on the first column lets the index start there."""
    place = _parse_cursor(sort, after)
    if place is None:
        return rows
    value, last = place
    column, side = ("title", "gt") if sort is Sort.TITLE else ("created_at", "lt")
    side = "gt" if sort is Sort.OLDEST else side
    beyond = Q(**{f"{column}__{side}": value}) | Q(**{f"id__{side}": last})
    return rows.filter(Q(**{f"{column}__{side}e": value}), beyond)


def _cursor(sort: Sort, last: DocumentView) -> str:
    value = last.title if sort is Sort.TITLE else last.created_at.isoformat()
    return f"{value}~{last.id}"


def _parse_cursor(sort: Sort, after: str) -> tuple[str | datetime, UUID] | None:
    """The parts of a cursor; None, which means the first page, for an invalid one."""
    value, _, name = after.rpartition("~")
    try:
        last = UUID(name)
        moment = None if sort is Sort.TITLE else parse_datetime(value)
    except ValueError:
        return None
    if sort is Sort.TITLE:
        return storable(value), last
    return (moment, last) if moment and moment.tzinfo else None


class OutsideFilter(StrEnum):
    """Whether documents that a person approved from the web may be searched."""

    INCLUDE = "include"
    EXCLUDE = "exclude"
    ONLY = "only"


def allowed_document_ids(
    scope: Scope, choice: OutsideFilter, *, tag: str | None = None
) -> frozenset[UUID] | None:
    """The ids of the documents that may be found; None where all of them may.

    A library without outside material costs one look-up in a small index.
    """
    rows = Document.objects.in_scope(scope).order_by()
    if tag:
        rows = rows.filter(tags__contains=[tag])
    outside = rows.exclude(origin="")
    if choice is OutsideFilter.ONLY:
        return frozenset(outside.values_list("pk", flat=True))
    if not tag and (choice is OutsideFilter.INCLUDE or not outside.exists()):
        return None
    if choice is OutsideFilter.EXCLUDE:
        rows = rows.filter(origin="")
    return frozenset(rows.values_list("pk", flat=True))


def unread_documents(scope: Scope, *, limit: int) -> list[WaitingPage]:
    rows = Document.objects.in_scope(scope).filter(status=Status.FAILED)
    found = (
        WaitingItem(WaitingKind.READING, row.id, row.title, row.created_at, detail=row.error)
        for row in rows.only("id", "title", "created_at", "error")[:limit]
    )
    return [waiting_page(WaitingKind.READING, found, limit=limit, count=rows.count)]
