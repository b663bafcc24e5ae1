"""The files inside a mail or an archive, which become documents of their own."""

from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from pramana.documents.contracts import DocumentView
from pramana.documents.models import Document
from pramana.documents.services.reading import lock_document
from pramana.documents.services.uploads import MEGABYTE, checked_digest, store_document
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Quota
from pramana.tenancy.services.quotas import check_quota

if TYPE_CHECKING:
    from django.core.files.base import File

MAX_DEPTH = 3
"""Files are taken from an archive in an archive in a mail, but no deeper."""

MAX_CONTAINED = 2_000
"""The most documents that one upload may become, at all depths together."""


def add_contained_file(
    scope: Scope, container_id: UUID, member: str, filename: str, content: "File[bytes]"
) -> DocumentView | None:
    """Add a file that was unpacked from a document; None where it is there already or too much.

    A file that turns out to be damaged is a document whose reading fails, with the reason.
    """
    if content.size > settings.PRAMANA.upload_limit_mb * MEGABYTE:
        return None
    sha256 = checked_digest(scope, content)
    with transaction.atomic():
        container = lock_document(scope, container_id)
        if not _has_room(scope, container, member):
            return None
        check_quota(scope, Quota.DOCUMENTS, adding=1)
        check_quota(scope, Quota.BYTES, adding=content.size)
        return store_document(
            scope,
            filename,
            content,
            sha256=sha256,
            collection_id=container.collection_id,
            container=container,
            container_path=member,
        )


def _has_room(scope: Scope, container: Document, member: str) -> bool:
    """Whether the file is new, and neither too deep nor one too many."""
    documents = Document.objects.with_trash(scope)
    if documents.filter(container=container, container_path=member).exists():
        return False
    root, depth = container, 1
    while root.container_id is not None and depth <= MAX_DEPTH:
        root, depth = documents.get(pk=root.container_id), depth + 1
    if depth > MAX_DEPTH:
        return False
    inside = (
        Q(container=root) | Q(container__container=root) | Q(container__container__container=root)
    )
    return documents.filter(inside).count() < MAX_CONTAINED
