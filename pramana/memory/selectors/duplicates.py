"""Names that were taken for an entity of another name."""

from datetime import datetime
from uuid import UUID

from django.db.models.functions import Coalesce

from pramana.kit.scope import Scope
from pramana.memory.contracts.views import DuplicateView
from pramana.memory.errors import DuplicateNotFound
from pramana.memory.models import Duplicate


def duplicates_of(
    scope: Scope, group_id: str, *, undecided: bool = False, offset: int = 0, limit: int = 100
) -> list[DuplicateView]:
    """A group's duplicates, newest first; those that nobody confirmed or undid, if so asked."""
    found = Duplicate.objects.in_scope(scope).filter(group_id=group_id).select_related("entity")
    if undecided:
        found = found.filter(confirmed_at=None, undone_at=None)
    page = found.order_by("-created_at", "pk")[offset : offset + limit]
    return [duplicate_view(row) for row in page]


def get_duplicate(scope: Scope, duplicate_id: UUID) -> DuplicateView:
    found = Duplicate.objects.in_scope(scope).select_related("entity")
    row = found.filter(pk=duplicate_id).first()
    if row is None:
        raise DuplicateNotFound(duplicate_id)
    return duplicate_view(row)


def judged_duplicates(
    scope: Scope, *, since: datetime | None = None, limit: int
) -> list[DuplicateView]:
    """Those that a person confirmed or parted, in every group, newest first."""
    found = Duplicate.objects.in_scope(scope).annotate(judged=Coalesce("undone_at", "confirmed_at"))
    found = found.filter(judged__isnull=False)
    if since:
        found = found.filter(judged__gte=since)
    rows = found.select_related("entity").order_by("-created_at")
    return [duplicate_view(row) for row in rows[:limit]]


def duplicate_view(row: Duplicate) -> DuplicateView:
    return DuplicateView(
        id=row.pk,
        group_id=row.group_id,
        name=row.name,
        entity_id=row.entity_id,
        entity_name=row.entity.name,
        how=row.how,
        score=row.score,
        created_at=row.created_at,
        confirmed_at=row.confirmed_at,
        undone_at=row.undone_at,
    )
