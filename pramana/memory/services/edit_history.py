"""The history of what people change in the graph: each edit is recorded with its change."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import models

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import EditKind
from pramana.memory.errors import EditAlreadyUndone, EditNotFound
from pramana.memory.models import GraphEdit


def record_edit(
    scope: Scope,
    group_id: str,
    kind: EditKind,
    reason: str,
    *,
    fact_id: UUID | None = None,
    entity_id: UUID | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    moved: Mapping[str, Any] | None = None,
) -> GraphEdit:
    """Record an edit, in the transaction that makes it."""
    return GraphEdit.objects.create(
        tenant_id=scope.tenant_id,
        group_id=group_id,
        kind=kind.value,
        actor_id=scope.actor_id,
        reason=reason.strip(),
        fact_id=fact_id,
        entity_id=entity_id,
        before=plain_values(before or {}),
        after=plain_values(after or {}),
        moved=plain_values(moved or {}),
        created_at=utcnow(),
    )


def take_edit(scope: Scope, edit_id: UUID) -> GraphEdit:
    """An edit that was not undone yet, locked until the transaction ends."""
    edits = GraphEdit.objects.in_scope(scope).select_for_update(of=("self",))
    edit = edits.filter(pk=edit_id).first()
    if edit is None:
        raise EditNotFound(edit_id)
    if edit.undone_at is not None:
        raise EditAlreadyUndone(edit_id)
    return edit


def mark_undone(scope: Scope, edit: GraphEdit) -> None:
    edit.undone_at, edit.undone_by_id = utcnow(), scope.actor_id
    edit.save(update_fields=["undone_at", "undone_by_id"])


def plain_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values as JSON can hold them."""
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, Mapping):
        return plain_values(value)
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value


def column_values(model: type[models.Model], values: Mapping[str, Any]) -> dict[str, Any]:
    """Recorded values as the columns of a row hold them."""
    columns = {field.attname: field for field in model._meta.concrete_fields}
    return {name: columns[name].to_python(value) for name, value in values.items()}
