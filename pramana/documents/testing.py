"""Documents for tests, as they are after reading."""

from collections.abc import Iterable
from uuid import UUID

from django.core.files.base import ContentFile

from pramana.documents.contracts import Status
from pramana.documents.models import Document
from pramana.kit.scope import Scope
from pramana.tenancy.services import store_file


def make_documents(
    scope: Scope, papers: Iterable[tuple[str, str]], *, status: Status = Status.COMPLETED
) -> list[UUID]:
    """Create a document for each title and text; all share one file."""
    file = store_file(scope, ContentFile(b"paper", "paper.txt"))
    rows = [
        Document(
            tenant_id=scope.tenant_id,
            title=title,
            filename=title,
            file=file,
            status=status,
            text=text,
            size=len(text),
            page_count=1,
        )
        for title, text in papers
    ]
    return [row.id for row in Document.objects.bulk_create(rows)]
