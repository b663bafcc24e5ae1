"""Another content in a document's place: the page of a known address has changed."""

from typing import TYPE_CHECKING

from pramana.documents.contracts import Continuation
from pramana.documents.models import Document, Page
from pramana.documents.services.adding import ask_to_read
from pramana.documents.services.inspecting import inspect
from pramana.kit.scope import Scope
from pramana.tenancy.services import release_file, store_file

if TYPE_CHECKING:
    from django.core.files.base import File


def replace_content(
    scope: Scope,
    row: Document,
    filename: str,
    content: "File[bytes]",
    *,
    charset: str,
    then: Continuation | None = None,
) -> None:
    """Have it read anew from this content, and let go of what it held before."""
    inspect(filename, content)
    before, stored = row.file_id, store_file(scope, content)
    row.file_id, row.filename, row.size = stored.id, filename, stored.size
    row.charset = charset[:40]
    Page.objects.in_scope(scope).filter(document=row).delete()
    ask_to_read(scope, row, then)
    if before != stored.id:
        release_file(scope, before)
