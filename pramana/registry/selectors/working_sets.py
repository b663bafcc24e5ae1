"""The actor's bookmarks and saved views."""

from collections.abc import Iterable
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.registry.contracts import RegistryViewItem
from pramana.registry.models import RecordBookmark, RegistryView


def bookmarked_ids(scope: Scope, ids: Iterable[UUID]) -> set[UUID]:
    """Which of these records the actor bookmarked."""
    rows = RecordBookmark.objects.in_scope(scope).filter(user_id=scope.actor_id)
    return set(rows.filter(record_id__in=list(ids)).values_list("record_id", flat=True))


def saved_views(scope: Scope) -> list[RegistryViewItem]:
    rows = RegistryView.objects.in_scope(scope).filter(user_id=scope.actor_id)
    return [view_item(row) for row in rows.order_by("name")]


def view_item(row: RegistryView) -> RegistryViewItem:
    return RegistryViewItem(row.pk, row.name, dict(row.filters))
