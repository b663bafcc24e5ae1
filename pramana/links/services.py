"""Link a record and a memory entity, or remove the link. Only people do this."""

from uuid import UUID

from django.db import IntegrityError, transaction

from pramana.kit.clock import utcnow
from pramana.kit.errors import Conflict, NotFound
from pramana.kit.scope import Scope
from pramana.links.contracts import LinkView
from pramana.links.models import EntityLink
from pramana.links.selectors.links import name_similarity
from pramana.memory.selectors.graph import get_entity
from pramana.registry.selectors import get_record, record_with_merged
from pramana.tenancy.locking import lock_row
from pramana.tenancy.services import audit


class AlreadyLinked(Conflict):
    """A memory entity can be linked to one record only."""

    def __init__(self, name: str) -> None:
        super().__init__(f"“{name}” is linked to another record. Take that link away first.")


class LinkNotFound(NotFound):
    def __init__(self, link_id: UUID) -> None:
        super().__init__(f"There is no link {link_id}, or it was taken away.")


def link_entity(scope: Scope, record_id: UUID, entity_id: UUID) -> LinkView:
    """Link them. If they are linked already, return that link. An entity has one record."""
    record, entity = get_record(scope, record_id), get_entity(scope, entity_id)
    suggestion = name_similarity(record, entity)
    row = EntityLink(
        tenant_id=scope.tenant_id,
        record_id=record.id,
        entity_id=entity.id,
        score=suggestion.score,
        made_by_id=scope.actor_id,
        made_at=utcnow(),
    )
    link = _insert_or_existing(scope, row)
    if link.record_id not in {each.id for each in record_with_merged(scope, record.id)}:
        raise AlreadyLinked(entity.name)
    return LinkView(link.id, link.record_id, entity, link.score, link.made_by_id, link.made_at)


def _insert_or_existing(scope: Scope, row: EntityLink) -> EntityLink:
    """Insert the row, or return the one that another person inserted first."""
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
    """Remove a link. Its row stays, marked as undone, and the two can be linked again."""
    row = lock_row(
        EntityLink.objects.in_scope(scope).filter(pk=link_id, undone_at=None), LinkNotFound(link_id)
    )
    row.undone_at, row.undone_by_id = utcnow(), scope.actor_id
    row.save(update_fields=["undone_at", "undone_by_id"])
    audit(scope, "link.undone", "entity_link", row.id)
