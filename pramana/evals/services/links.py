"""A person says that a record and an entity are one thing, or takes it back. Nobody else does."""

from uuid import UUID

from django.db import IntegrityError, transaction

from pramana.evals.contracts.links import LinkView
from pramana.evals.errors import AlreadyLinked, LinkNotFound
from pramana.evals.models import EntityLink
from pramana.evals.selectors.links import likeness
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.selectors.graph import get_entity
from pramana.registry.selectors import get_record
from pramana.tenancy.services import audit


def link_entity(scope: Scope, record_id: UUID, entity_id: UUID) -> LinkView:
    """Link them; a second time gives the link that is there. An entity has one record."""
    record, entity = get_record(scope, record_id), get_entity(scope, entity_id)
    alike = likeness(record, entity)
    row = EntityLink(
        tenant_id=scope.tenant_id,
        record_id=record.id,
        entity_id=entity.id,
        score=alike.score,
        made_by_id=scope.actor_id,
        made_at=utcnow(),
    )
    kept = _kept(scope, row)
    if kept.record_id != record.id:
        raise AlreadyLinked(entity.name)
    return LinkView(kept.id, kept.record_id, entity, kept.score, kept.made_by_id, kept.made_at)


def _kept(scope: Scope, row: EntityLink) -> EntityLink:
    """The row, or the one that another person wrote a moment before."""
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            ids = {"record": str(row.record_id), "entity": str(row.entity_id)}
            audit(scope, "link.made", "entity_link", row.id, **ids)
    except IntegrityError:
        return EntityLink.objects.in_scope(scope).get(entity_id=row.entity_id, undone_at=None)
    return row


@transaction.atomic
def unlink(scope: Scope, link_id: UUID) -> None:
    """Take a link back. It stays, marked, and they can be linked again."""
    rows = EntityLink.objects.in_scope(scope).select_for_update().filter(pk=link_id, undone_at=None)
    row = rows.first()
    if row is None:
        raise LinkNotFound(link_id)
    row.undone_at, row.undone_by_id = utcnow(), scope.actor_id
    row.save(update_fields=["undone_at", "undone_by_id"])
    audit(scope, "link.undone", "entity_link", row.id)
