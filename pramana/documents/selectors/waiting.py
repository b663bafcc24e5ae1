"""Documents that could not be read."""

from pramana.documents.contracts import Status
from pramana.documents.models import Document
from pramana.kit.scope import Scope
from pramana.kit.waiting import Waiting, WaitingKind, WaitingPage, waiting_page


def waiting(scope: Scope, *, limit: int) -> list[WaitingPage]:
    rows = Document.objects.in_scope(scope).filter(status=Status.FAILED)
    found = (
        Waiting(WaitingKind.READING, row.id, row.title, row.created_at, detail=row.error)
        for row in rows.only("id", "title", "created_at", "error")[:limit]
    )
    return [waiting_page(WaitingKind.READING, found, limit=limit, count=rows.count)]
