from dataclasses import dataclass
from uuid import UUID

from pramana.documents.contracts import SourceStatus, SourceView
from pramana.documents.errors import SourceNotFound
from pramana.documents.models import Document, Source
from pramana.kit.scope import Scope


@dataclass(frozen=True)
class KnownPage:
    """What is remembered of a page that was fetched before."""

    document_id: UUID
    sha256: str
    etag: str
    last_modified: str


def sources_of(scope: Scope) -> list[SourceView]:
    """The tenant's sources, newest first."""
    return [source_view(row) for row in Source.objects.in_scope(scope)]


def get_source(scope: Scope, source_id: UUID) -> SourceView:
    row = Source.objects.in_scope(scope).filter(pk=source_id).first()
    if row is None:
        raise SourceNotFound()
    return source_view(row)


def known_page(scope: Scope, url: str) -> KnownPage | None:
    """The document an address was read into, if there is one."""
    row = Document.objects.in_scope(scope).filter(url=url).select_related("file").first()
    if row is None:
        return None
    return KnownPage(row.id, row.file.sha256, row.etag, row.last_modified)


def source_view(row: Source) -> SourceView:
    return SourceView(
        id=row.id,
        url=row.url,
        whole_site=row.whole_site,
        collection_id=row.collection_id,
        status=SourceStatus(row.status),
        error=row.error,
        fetched=row.fetched,
        unchanged=row.unchanged,
        failed=row.failed,
        run_id=row.run_id,
        created_at=row.created_at,
        fetched_at=row.fetched_at,
        created_by_id=row.created_by_id,
    )
