"""Entities added by hand."""

from uuid import UUID, uuid4

from django.db import IntegrityError, transaction

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.spaces import ENTITIES
from pramana.memory.contracts.views import EntityView
from pramana.memory.domain.group_settings import GENERIC
from pramana.memory.domain.groups import check_group
from pramana.memory.domain.naming import keys_of
from pramana.memory.errors import EntityElsewhere
from pramana.memory.models import Entity, EntityKey, Unindexed
from pramana.memory.selectors.graph import entity_view
from pramana.memory.services.indexing import index_waiting, waiting


def add_entity(
    scope: Scope, group_id: str, name: str, *, summary: str = "", entity_id: UUID | None = None
) -> EntityView:
    """Add an entity that later messages are matched with."""
    check_group(group_id)
    row = Entity(
        id=entity_id or uuid4(),
        tenant_id=scope.tenant_id,
        group_id=group_id,
        name=name.strip(),
        type=GENERIC,
        summary=summary,
        attributes={},
        by_hand=True,
        created_at=utcnow(),
    )
    entries = waiting(scope, ENTITIES, group_id, {row.pk: row.name})
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            EntityKey.objects.bulk_create(
                EntityKey(tenant_id=scope.tenant_id, group_id=group_id, key=key, entity=row)
                for key in keys_of(row.name)
            )
            Unindexed.objects.bulk_create(entries)
    except IntegrityError:
        raise EntityElsewhere(row.pk) from None
    index_waiting(scope)
    return entity_view(row)
