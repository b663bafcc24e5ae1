"""Questions about followed sources and their items."""

from uuid import UUID

from django.db.models import Q

from pramana.kit.scope import Scope
from pramana.sources.contracts import (
    SETTINGS,
    FollowedItemsPage,
    FollowedItemView,
    FollowedSourceView,
    ItemState,
    SyncCounts,
    SyncStatus,
)
from pramana.sources.errors import FollowedSourceNotFound
from pramana.sources.models import FollowedItem, FollowedSource

PAGE = 50


def followed_source_view(row: FollowedSource) -> FollowedSourceView:
    return FollowedSourceView(
        id=row.id,
        name=row.name,
        settings=SETTINGS.validate_python(row.settings),
        collection_id=row.collection_id,
        every_minutes=row.every_minutes,
        is_paused=row.is_paused,
        status=SyncStatus(row.status),
        error=row.error,
        counts=SyncCounts(**row.counts),
        to_confirm=row.to_confirm,
        run_id=row.run_id,
        created_at=row.created_at,
        synced_at=row.synced_at,
        next_at=row.next_at,
    )


def followed_sources_of(scope: Scope) -> list[FollowedSourceView]:
    """The sources that the tenant follows, by name."""
    return [followed_source_view(row) for row in FollowedSource.objects.in_scope(scope)]


def get_followed_source(scope: Scope, source_id: UUID) -> FollowedSourceView:
    row = FollowedSource.objects.in_scope(scope).filter(pk=source_id).first()
    if row is None:
        raise FollowedSourceNotFound()
    return followed_source_view(row)


def followed_items_page(
    scope: Scope,
    source_id: UUID,
    *,
    state: ItemState | None = None,
    before: UUID | None = None,
    limit: int = PAGE,
) -> FollowedItemsPage:
    """The items of a source, those that changed last first."""
    get_followed_source(scope, source_id)
    rows = FollowedItem.objects.in_scope(scope).filter(source_id=source_id)
    last = rows.filter(pk=before).first() if before else None
    if last:
        earlier = Q(changed_at__lt=last.changed_at)
        rows = rows.filter(earlier | Q(changed_at=last.changed_at, id__lt=last.id))
    if state:
        rows = rows.filter(state=state)
    found = list(rows[: limit + 1])
    return FollowedItemsPage(
        items=tuple(_item_view(row) for row in found[:limit]),
        next_before=found[limit - 1].id if len(found) > limit else None,
    )


def _item_view(row: FollowedItem) -> FollowedItemView:
    return FollowedItemView(
        id=row.id,
        name=row.name,
        state=ItemState(row.state),
        error=row.error,
        document_id=row.document_id,
        changed_at=row.changed_at,
    )
