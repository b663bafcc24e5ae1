"""Saved views of the library: filters and order under a name."""

from urllib.parse import parse_qsl, urlencode
from uuid import UUID

from django.db import transaction

from pramana.documents.contracts import SavedViewItem
from pramana.documents.errors import SavedViewNotFound
from pramana.documents.models import SavedView
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.kit.texts import is_storable, with_visible_overrides
from pramana.tenancy.services import audit

MOST_VIEWS = 100
LONGEST_NAME = 100
LONGEST_QUERY = 2000


@transaction.atomic
def save_view(scope: Scope, name: str, query: str) -> SavedViewItem:
    """Save a query string under a name; a view of that name is replaced."""
    name, query = " ".join(name.split()), urlencode(parse_qsl(query.lstrip("?")))
    if not name or len(name) > LONGEST_NAME or not is_storable(name):
        raise InvalidRequest("A view's name has 1 to 100 characters.")
    if len(query) > LONGEST_QUERY or not is_storable(query):
        raise InvalidRequest("These filters are too long to be saved.")
    name = with_visible_overrides(name)[:LONGEST_NAME]
    rows = SavedView.objects.in_scope(scope)
    is_new = not rows.filter(name=name).exists()
    if is_new and rows.count() >= MOST_VIEWS:
        raise InvalidRequest("A tenant may have at most 100 saved views.")
    row, _ = rows.update_or_create(
        tenant_id=scope.tenant_id,
        name=name,
        defaults={"query": query, "created_by_id": scope.actor_id},
    )
    audit(scope, "view.saved", "view", row.id)
    return SavedViewItem(row.id, row.name, row.query)


@transaction.atomic
def delete_view(scope: Scope, view_id: UUID) -> None:
    deleted, _ = SavedView.objects.in_scope(scope).filter(pk=view_id).delete()
    if not deleted:
        raise SavedViewNotFound()
    audit(scope, "view.deleted", "view", view_id)
