"""A document of three thousand pages, put into the database as a reading would leave it."""

from uuid import UUID

from django.core.files.base import ContentFile

from pramana.documents.contracts import Status
from pramana.documents.models import Document, Page
from pramana.kit.scope import Scope
from pramana.tenancy.services import store_file

PAGES = 3000
BETWEEN = "\n\n"
SENTENCE = "The clerk entered the sum in the ledger and counted the coins twice. "


def page_text(number: int) -> str:
    """About what stands on a printed page; each says which it is, in two scripts."""
    rare = "The last word is quincunx.\n\n" if number == PAGES - 1 else ""
    return f"Folio {number}\n\n{SENTENCE * 12}\n\nपाना {number} 🙂 {SENTENCE * 16}\n\n{rare}End."


def make_long_document(scope: Scope, *, pages: int = PAGES, title: str = "Ledger") -> UUID:
    texts = [page_text(number) for number in range(pages)]
    stored = store_file(scope, ContentFile(f"{title} {pages}".encode()))
    row = Document.objects.create(
        tenant_id=scope.tenant_id,
        title=title,
        filename=f"{title}.txt",
        kind="text",
        file_id=stored.id,
        status=Status.COMPLETED,
        text=BETWEEN.join(texts),
        language="en",
        script="latin",
        size=stored.size,
        page_count=pages,
    )
    Page.objects.bulk_create(_pages(scope, row, texts), batch_size=1000)
    return row.id


def _pages(scope: Scope, row: Document, texts: list[str]) -> list[Page]:
    rows, at = [], 0
    for number, text in enumerate(texts):
        heading = {"start": 0, "level": 1, "text": f"Folio {number}"}
        rows.append(
            Page(
                tenant_id=scope.tenant_id,
                document=row,
                number=number,
                start=at,
                end=at + len(text),
                read_by="parsed",
                confidence=0.4 if number == 7 else 1.0,
                flagged=False,
                script="latin",
                language="en",
                headings=[heading] if number % 100 == 0 else [],
                seconds=0.0,
            )
        )
        at += len(text) + len(BETWEEN)
    return rows
