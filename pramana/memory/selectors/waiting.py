"""Names that were taken for one entity, which nobody has confirmed or taken apart."""

from pramana.kit.scope import Scope
from pramana.kit.waiting import Waiting, WaitingKind, WaitingPage, waiting_page
from pramana.memory.models import Duplicate


def waiting(scope: Scope, *, limit: int) -> list[WaitingPage]:
    rows = Duplicate.objects.in_scope(scope).filter(confirmed_at=None, undone_at=None)
    newest = rows.select_related("entity").order_by("-created_at", "pk")[:limit]
    found = (
        Waiting(
            WaitingKind.DUPLICATE,
            row.pk,
            row.name,
            row.created_at,
            place=row.group_id,
            detail=row.entity.name,
        )
        for row in newest
    )
    return [waiting_page(WaitingKind.DUPLICATE, found, limit=limit, count=rows.count)]
