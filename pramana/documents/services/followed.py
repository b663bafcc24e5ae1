"""Files of a source that is followed: their documents are replaced, renamed and looked up."""

from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction

from pramana.documents.models import Document
from pramana.documents.services.uploads import replace_content, safe_name
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from django.core.files.base import File


@transaction.atomic
def replace_file(
    scope: Scope, document_id: UUID, filename: str, content: "File[bytes]", *, charset: str = ""
) -> bool:
    """Replace a document's file and read it again; False if a person has removed the document."""
    row = _locked_document(scope, document_id)
    if row is None:
        return False
    replace_content(scope, row, safe_name(filename), content, charset=charset)
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


def document_at_address(scope: Scope, url: str) -> UUID | None:
    """The document of a web page, also one in the trash."""
    rows = Document.objects.with_trash(scope).filter(url=url)
    return rows.values_list("pk", flat=True).first()


def _locked_document(scope: Scope, document_id: UUID) -> Document | None:
    rows = Document.objects.in_scope(scope).filter(pk=document_id)
    return rows.select_for_update(of=("self",)).first()
