"""Web pages and sites as sources, stored as documents by URL, and changes to fetched documents.

What decides when a followed source is looked at again is in `pramana.sources`.
"""

from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.core.files.base import File
from django.db import transaction

from pramana.documents.contracts import Continuation, DocumentView, SourceStatus, SourceView
from pramana.documents.errors import SourceNotFound, SourceRefused
from pramana.documents.fetching import (
    FetchedPage,
    FetchError,
    FetchOptions,
    check_url_and_redirects,
)
from pramana.documents.fetching.addresses import AddressGuard
from pramana.documents.models import Document, Source
from pramana.documents.selectors import document_view, get_collection, source_view
from pramana.documents.services.deletion import erase_sources, restore_row
from pramana.documents.services.reading import lock_document
from pramana.documents.services.uploads import (
    check_file,
    replace_content,
    safe_name,
    store_document,
)
from pramana.jobs.queue import enqueue, finish_run
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.kit.texts import with_visible_overrides
from pramana.tenancy.contracts import Quota
from pramana.tenancy.locking import LockedKind, lock_name, lock_row
from pramana.tenancy.services import audit, start_run
from pramana.tenancy.services.files import check_known_bytes
from pramana.tenancy.services.quotas import check_quota

if TYPE_CHECKING:
    from django.db.models import QuerySet


def fetch_options() -> FetchOptions:
    return FetchOptions(allow=settings.PRAMANA.fetch_allow)


def address_guard() -> AddressGuard:
    """Which hosts may be reached from here, as configured."""
    options = fetch_options()
    return AddressGuard(options.allow, options.ports)


def add_source(
    scope: Scope, url: str, *, whole_site: bool, collection_id: UUID | None = None
) -> SourceView:
    """Add a page or a site as a source and queue its fetching.

    A URL that may not be fetched, or redirects to one, is refused at once. This check takes up to a
    few seconds, so it runs before the transaction.
    """
    return _save_source(scope, _check_address(url), whole_site, collection_id)


@transaction.atomic
def _save_source(
    scope: Scope, address: str, whole_site: bool, collection_id: UUID | None
) -> SourceView:
    if collection_id:
        get_collection(scope, collection_id)
    row, _ = Source.objects.in_scope(scope).get_or_create(
        tenant_id=scope.tenant_id,
        url=address,
        defaults={
            "whole_site": whole_site,
            "collection_id": collection_id,
            "created_by_id": scope.actor_id,
        },
    )
    _queue_fetching(scope, row)
    audit(scope, "source.added", "source", row.id, whole_site=whole_site)
    return source_view(row)


def _check_address(url: str) -> str:
    try:
        return check_url_and_redirects(url, fetch_options())
    except FetchError as error:
        raise SourceRefused(error.message) from None


@transaction.atomic
def fetch_again(scope: Scope, source_id: UUID) -> SourceView:
    """Queue a source again; an unchanged page costs one short response."""
    row = lock_row(Source.objects.in_scope(scope).filter(pk=source_id), SourceNotFound())
    _queue_fetching(scope, row)
    return source_view(row)


def _queue_fetching(scope: Scope, row: Source) -> None:
    row.run_id = start_run(scope, "documents.fetch")
    row.status, row.error = SourceStatus.QUEUED, ""
    row.save()
    enqueue(scope, "documents.fetch", run_id=row.run_id, source_id=row.id)


def check_page(scope: Scope, page: FetchedPage) -> None:
    """Raise if the page's file cannot be read. It takes a while, so no transaction is open yet."""
    check_file(safe_name(page.filename), page_file(page))
    check_known_bytes(scope, page.sha256)


def store_fetched_page(scope: Scope, source: SourceView, url: str, page: FetchedPage) -> None:
    """Store a fetched page as the document of its URL, or replace that document's content."""
    check_page(scope, page)
    _store_page(scope, source, url, page)


@transaction.atomic
def _store_page(scope: Scope, source: SourceView, url: str, page: FetchedPage) -> None:
    row = Document.objects.with_trash(scope).select_for_update().filter(url=url).first()
    if row is None:
        row = _add_page(scope, url, page, source.collection_id, None)
    else:
        _replace_page(scope, row, page, None)
    row.etag, row.last_modified = page.etag[:255], page.last_modified[:64]
    row.save(update_fields=["etag", "last_modified"])


def finish_fetching(
    scope: Scope, source_id: UUID, status: SourceStatus, *, error: str = "", **counts: int
) -> None:
    """Store the result of fetching. The jobs app ends the run of a job that failed."""
    rows = Source.objects.in_scope(scope).filter(pk=source_id)
    rows.update(status=status, error=error, fetched_at=utcnow(), **counts)
    run_id = rows.values_list("run_id", flat=True).first()
    if run_id and status is SourceStatus.COMPLETED:
        finish_run(scope, run_id, source_id=str(source_id))


@transaction.atomic
def delete_source(scope: Scope, source_id: UUID) -> None:
    """Delete a source. The documents fetched from it stay."""
    if not erase_sources(scope, [source_id]):
        raise SourceNotFound()


@transaction.atomic
def ingest_approved_page(
    scope: Scope,
    url: str,
    page: FetchedPage,
    *,
    collection_id: UUID | None,
    let_in_by_id: UUID | None,
    then: Continuation,
) -> tuple[DocumentView, bool]:
    """Store a web page that a person approved, and return whether its reading was queued.

    Call `check_page` before the transaction. `then` is queued after the reading. Content is stored
    once: where a document with the same bytes exists, that one is returned, and it is not marked as
    outside material if it is the tenant's own. A lock makes two requests with the same content take
    turns.
    """
    lock_name(LockedKind.DOCUMENT_CONTENT, scope.tenant_id, page.sha256)
    rows = Document.objects.with_trash(scope).select_for_update(of=("self",))
    row = rows.filter(url=url).first()
    same = _same_content(rows, page.sha256, row)
    if same is not None:
        _take_from_trash(scope, same)
        return document_view(same), False
    if row is None:
        row = _add_page(scope, url, page, collection_id, then)
    else:
        _take_from_trash(scope, row)
        _replace_page(scope, row, page, then)
    row.etag, row.last_modified = page.etag[:255], page.last_modified[:64]
    row.origin, row.fetched_at, row.let_in_by_id = page.url, page.fetched_at, let_in_by_id
    row.save(update_fields=["etag", "last_modified", "origin", "fetched_at", "let_in_by_id"])
    audit(scope, "document.let_in", "document", row.id)
    return document_view(row), True


def _take_from_trash(scope: Scope, row: Document) -> None:
    """An approved page is wanted again; a page of a source that is fetched again is not."""
    if row.trashed_at is not None:
        restore_row(scope, row)


def _add_page(
    scope: Scope,
    url: str,
    page: FetchedPage,
    collection_id: UUID | None,
    then: Continuation | None,
) -> Document:
    check_quota(scope, Quota.DOCUMENTS, adding=1)
    added = store_document(
        scope,
        page.filename,
        page_file(page),
        sha256=page.sha256,
        collection_id=collection_id,
        url=url,
        charset=page.charset,
        title=url,
        then=then,
    )
    return lock_document(scope, added.id)


def _replace_page(
    scope: Scope, row: Document, page: FetchedPage, then: Continuation | None
) -> None:
    replace_content(
        scope,
        row,
        page.filename,
        page_file(page),
        sha256=page.sha256,
        charset=page.charset,
        then=then,
    )


def _same_content(rows: "QuerySet[Document]", sha256: str, row: Document | None) -> Document | None:
    """This document where its content is the same, otherwise the oldest with the same content."""
    same = rows.filter(file__sha256=sha256).order_by("created_at")
    unchanged = same.filter(pk=row.pk).first() if row else None
    return unchanged or same.first()


def page_file(page: FetchedPage) -> "File[bytes]":
    content = File(page.body, name=page.filename)
    content.size = page.size
    return content


@transaction.atomic
def replace_file(
    scope: Scope,
    document_id: UUID,
    filename: str,
    content: "File[bytes]",
    *,
    sha256: str,
    charset: str = "",
) -> bool:
    """Replace a document's file by a checked one and read it again.

    False if a person has removed the document.
    """
    row = _locked_document(scope, document_id)
    if row is None:
        return False
    replace_content(scope, row, safe_name(filename), content, sha256=sha256, charset=charset)
    return True


@transaction.atomic
def rename_file(scope: Scope, document_id: UUID, filename: str) -> None:
    """Follow a new file name. A title that was the old name changes with it."""
    row = _locked_document(scope, document_id)
    if row is None:
        return
    old, row.filename = row.filename, safe_name(filename)
    if row.title == old.rpartition(".")[0] and not row.is_renamed:
        row.title = row.filename.rpartition(".")[0] or row.filename
    row.save(update_fields=["filename", "title"])


@transaction.atomic
def move_page(scope: Scope, document_id: UUID, *, old_title: str, title: str, url: str) -> bool:
    """Follow a page's new title and address; whether one of them changed.

    A title changes only if it was the old one: that of a person or of the page itself stays.
    """
    row = _locked_document(scope, document_id)
    if row is None:
        return False
    before = (row.title, row.url)
    if title and row.title == old_title and not row.is_renamed:
        row.title = with_visible_overrides(title)[:500]
    if url and document_at_address(scope, url) is None:
        row.url = url
    row.save(update_fields=["title", "url"])
    return (row.title, row.url) != before


def document_at_address(scope: Scope, url: str) -> UUID | None:
    """The document of a web page, also one in the trash."""
    rows = Document.objects.with_trash(scope).filter(url=url)
    return rows.values_list("pk", flat=True).first()


def _locked_document(scope: Scope, document_id: UUID) -> Document | None:
    rows = Document.objects.in_scope(scope).filter(pk=document_id)
    return rows.select_for_update(of=("self",)).first()
