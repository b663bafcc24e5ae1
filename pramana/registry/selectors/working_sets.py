"""The actor's bookmarks and saved views."""

from uuid import UUID

from django.db.models import QuerySet

from pramana.kit.scope import Scope
from pramana.registry.contracts import RegistryViewItem
from pramana.registry.models import RecordBookmark, RegistryView
from pramana.registry.selectors.records import record_with_merged


def is_bookmarked(scope: Scope, record_id: str | UUID) -> bool:
    """Whether the actor bookmarked a record, or one that was merged into it."""
    return own_bookmarks(scope, record_id).exists()


def own_bookmarks(scope: Scope, record_id: str | UUID) -> QuerySet[RecordBookmark]:
    ids = [each.id for each in record_with_merged(scope, record_id)]
    rows = RecordBookmark.objects.in_scope(scope)
    return rows.filter(user_id=scope.actor_id, record_id__in=ids)


def saved_views(scope: Scope) -> list[RegistryViewItem]:
    rows = RegistryView.objects.in_scope(scope).filter(user_id=scope.actor_id)
    return [view_item(row) for row in rows.order_by("name")]


def view_item(row: RegistryView) -> RegistryViewItem:
    return RegistryViewItem(row.pk, row.name, dict(row.filters))
