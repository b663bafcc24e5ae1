"""What people keep to work with the registry: bookmarks, saved views, and edits of many records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.kit.texts import with_visible_overrides
from pramana.registry.contracts import RegistryViewItem
from pramana.registry.domain.validation import dump_data, parse_record_data
from pramana.registry.models import RecordBookmark, RegistryView
from pramana.registry.selectors.records import get_row
from pramana.registry.selectors.search import own_bookmarks, view_item
from pramana.registry.services.versions import Authorship, write_version


@dataclass(frozen=True)
class BulkEdit:
    """A change of the tags and attributes of many records; one without a value is removed."""

    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    attributes: Mapping[str, str | None] = field(default_factory=dict)
    description: str = ""

    def apply(self, data: Mapping[str, Any]) -> dict[str, Any]:
        tags = [each for each in data.get("tags", []) if each not in self.remove_tags]
        attributes = {**data.get("attributes", {}), **self.attributes}
        return {
            **data,
            "tags": list(dict.fromkeys((*tags, *self.add_tags))),
            "attributes": {key: value for key, value in attributes.items() if value is not None},
        }


MAX_EDITED = 500
"""Records in one edit; it is one transaction."""
MAX_VIEWS = 50


def set_bookmark(scope: Scope, record_id: str | UUID, *, is_set: bool) -> None:
    """Add or remove the actor's bookmark of a record."""
    row, own = get_row(scope, record_id), own_bookmarks(scope, record_id)
    if not is_set:
        own.delete()
    elif not own.exists():
        RecordBookmark.objects.bulk_create(
            [
                RecordBookmark(
                    tenant_id=scope.tenant_id,
                    user_id=scope.actor_id,
                    record=row,
                    created_at=utcnow(),
                )
            ],
            ignore_conflicts=True,
        )


@transaction.atomic
def save_view(scope: Scope, name: str, filters: Mapping[str, str]) -> RegistryViewItem:
    """Keep filters under a name; the same name again replaces them."""
    name = with_visible_overrides(" ".join(name.split()))
    if not 1 <= len(name) <= 100:
        raise InvalidRequest("A view's name has 1 to 100 characters.")
    own = RegistryView.objects.in_scope(scope).filter(user_id=scope.actor_id)
    if own.exclude(name=name).count() >= MAX_VIEWS:
        raise InvalidRequest("At most 50 views can be saved. Delete one first.")
    row = RegistryView(
        tenant_id=scope.tenant_id,
        user_id=scope.actor_id,
        name=name,
        filters=dict(filters),
        created_at=utcnow(),
    )
    RegistryView.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["tenant", "user_id", "name"],
        update_fields=["filters"],
    )
    return view_item(own.get(name=name))


def delete_view(scope: Scope, view_id: UUID) -> bool:
    """Delete one of the actor's views; False if there is no such view."""
    own = RegistryView.objects.in_scope(scope).filter(user_id=scope.actor_id, pk=view_id)
    return own.delete()[0] > 0


@transaction.atomic
def edit_records(
    scope: Scope, ids: Sequence[str | UUID], edit: BulkEdit, *, author: str = ""
) -> int:
    """Change tags and attributes of many records, all or none; return how many changed."""
    if len(ids) > MAX_EDITED:
        raise InvalidRequest("At most 500 records can be edited at once.")
    rows = {row.pk: row for row in (get_row(scope, each) for each in ids)}
    changed = 0
    for pk in sorted(rows):
        row = get_row(scope, pk, lock=True)
        data = parse_record_data(edit.apply(row.data))
        if dump_data(data) != row.data:
            write_version(scope, row, data, Authorship(author, edit.description))
            changed += 1
    return changed
