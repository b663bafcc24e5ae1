"""Outside material: pages that a person let in, marked with where they came from."""

from typing import TYPE_CHECKING
from uuid import UUID

from django.core.files.base import File
from django.db import connection, transaction

from pramana.documents.contracts import Continuation, DocumentView
from pramana.documents.fetching import Fetched
from pramana.documents.models import Document
from pramana.documents.selectors import view
from pramana.documents.services.adding import add_file
from pramana.documents.services.replacing import replace_content
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit

if TYPE_CHECKING:
    from django.db.models import QuerySet


@transaction.atomic
def let_in(
    scope: Scope,
    url: str,
    page: Fetched,
    *,
    collection_id: UUID | None,
    let_in_by_id: UUID | None,
    then: Continuation,
) -> tuple[DocumentView, bool]:
    """Keep a fetched page as outside material; also whether it is read now, so that `then` comes.

    Content is kept once: the same bytes, from whatever address, are the document they already are,
    unmarked where they were the tenant's own. Two who let the same in together take turns.
    """
    _one_at_a_time(scope, page.sha256)
    rows = Document.objects.in_scope(scope).select_for_update(of=("self",))
    here = rows.filter(url=url).first()
    known = _same_content(rows, page.sha256, here)
    if known is not None:
        return view(known), False
    if here is None:
        here = rows.get(pk=_added(scope, url, page, collection_id, then))
    else:
        content = _content(page)
        replace_content(scope, here, page.filename, content, charset=page.charset, then=then)
    here.etag, here.last_modified = page.etag[:255], page.last_modified[:64]
    here.origin, here.fetched_at, here.let_in_by_id = page.url, page.fetched_at, let_in_by_id
    here.save(update_fields=["etag", "last_modified", "origin", "fetched_at", "let_in_by_id"])
    audit(scope, "document.let_in", "document", here.id)
    return view(here), True


def _added(
    scope: Scope, url: str, page: Fetched, collection_id: UUID | None, then: Continuation
) -> UUID:
    added = add_file(
        scope,
        page.filename,
        _content(page),
        collection_id=collection_id,
        url=url,
        charset=page.charset,
        title=url,
        then=then,
    )
    return added.id


def _same_content(
    rows: "QuerySet[Document]", sha256: str, here: Document | None
) -> Document | None:
    """The document of this address where it has not changed, else any with these bytes."""
    same = rows.filter(file__sha256=sha256).order_by("created_at")
    at_home = same.filter(pk=here.pk).first() if here else None
    return at_home or same.first()


def _content(page: Fetched) -> "File[bytes]":
    content = File(page.body, name=page.filename)
    content.size = page.size
    return content


def _one_at_a_time(scope: Scope, sha256: str) -> None:
    with connection.cursor() as cursor:
        key = f"{scope.tenant_id} {sha256}"
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 11))", [key])
