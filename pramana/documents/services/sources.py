"""Pages and sites: asked for, fetched, and kept as documents by their address."""

from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.db import transaction

from pramana.documents.contracts import SourceStatus, SourceView
from pramana.documents.errors import SourceNotFound, SourceRefused
from pramana.documents.fetching import FetchError, FetchOptions, check_way
from pramana.documents.models import Document, Source
from pramana.documents.selectors import get_collection, source_view
from pramana.documents.services.adding import add_file
from pramana.documents.services.deleting import erase_sources
from pramana.documents.services.replacing import replace_content
from pramana.jobs.services import enqueue, finish_run
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit, start_run

if TYPE_CHECKING:
    from django.core.files.base import File


def fetch_options() -> FetchOptions:
    return FetchOptions(allow=settings.PRAMANA.fetch_allow)


def add_source(
    scope: Scope, url: str, *, whole_site: bool, collection_id: UUID | None = None
) -> SourceView:
    """Ask for a page or a site to be fetched.

    An address that may not be, or that redirects to one, is refused at once. Looking takes up to a
    few seconds, so it is done before the transaction.
    """
    return _add(scope, _allowed(url), whole_site, collection_id)


@transaction.atomic
def _add(scope: Scope, address: str, whole_site: bool, collection_id: UUID | None) -> SourceView:
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
    _ask_to_fetch(scope, row)
    audit(scope, "source.added", "source", row.id, whole_site=whole_site)
    return source_view(row)


def _allowed(url: str) -> str:
    try:
        return check_way(url, fetch_options())
    except FetchError as error:
        raise SourceRefused(error.message) from None


@transaction.atomic
def fetch_again(scope: Scope, source_id: UUID) -> SourceView:
    """Fetch a source anew; pages that have not changed cost one small answer each."""
    row = _locked(scope, source_id)
    _ask_to_fetch(scope, row)
    return source_view(row)


def _ask_to_fetch(scope: Scope, row: Source) -> None:
    row.run_id = start_run(scope, "documents.fetch")
    row.status, row.error = SourceStatus.QUEUED, ""
    row.save()
    enqueue(scope, "documents.fetch", run_id=row.run_id, source_id=row.id)


@transaction.atomic
def take_page(
    scope: Scope,
    source: SourceView,
    url: str,
    filename: str,
    content: "File[bytes]",
    *,
    charset: str,
    etag: str,
    last_modified: str,
) -> None:
    """Keep a fetched page as the document of its address, in place of what it held before."""
    row = Document.objects.in_scope(scope).select_for_update().filter(url=url).first()
    if row is None:
        added = add_file(
            scope,
            filename,
            content,
            collection_id=source.collection_id,
            url=url,
            charset=charset,
            title=url,
        )
        documents = Document.objects.in_scope(scope).filter(pk=added.id)
        documents.update(etag=etag[:255], last_modified=last_modified[:64])
        return
    row.etag, row.last_modified = etag[:255], last_modified[:64]
    replace_content(scope, row, filename, content, charset=charset)


def end_fetching(
    scope: Scope, source_id: UUID, status: SourceStatus, *, error: str = "", **counts: int
) -> None:
    """Say how the fetching went. A run that failed is ended by whoever gave its job up."""
    rows = Source.objects.in_scope(scope).filter(pk=source_id)
    rows.update(status=status, error=error, fetched_at=utcnow(), **counts)
    run_id = rows.values_list("run_id", flat=True).first()
    if run_id and status is SourceStatus.COMPLETED:
        finish_run(scope, run_id, source_id=str(source_id))


@transaction.atomic
def delete_source(scope: Scope, source_id: UUID) -> None:
    """Forget a source. Documents that came from it stay; they can be deleted by themselves."""
    if not erase_sources(scope, [source_id]):
        raise SourceNotFound()


def _locked(scope: Scope, source_id: UUID) -> Source:
    row = Source.objects.in_scope(scope).select_for_update().filter(pk=source_id).first()
    if row is None:
        raise SourceNotFound()
    return row
