"""Exactly what persisting a session would write, before anyone confirms it."""

from uuid import UUID

from pramana.agni.contracts.entities import EntityStatus, ExtractedEntity
from pramana.agni.contracts.views import Planned, Summary
from pramana.agni.domain.changes import change_for
from pramana.agni.selectors.sessions import get_session
from pramana.kit.scope import Scope


def summary_of(scope: Scope, session_id: UUID) -> Summary:
    """Creations, updates and what is left out; what nobody decided yet is marked so."""
    entities = get_session(scope, session_id).session.entities
    planned = [_planned(index, entity) for index, entity in enumerate(entities)]
    return Summary(
        creations=[each for each in planned if each.status is EntityStatus.CREATE_NEW],
        updates=[each for each in planned if each.status is EntityStatus.MATCHED],
        skipped=[each for each in planned if each.status is EntityStatus.SKIPPED],
        unresolved=[each for each in planned if not each.status.is_resolved],
    )


def _planned(index: int, entity: ExtractedEntity) -> Planned:
    return Planned(
        index=index,
        name=entity.name,
        entity_type=entity.entity_type,
        status=entity.status,
        nes_id=entity.matched_id,
        data=_data(entity),
        proposed_only=not entity.is_decided and not entity.withdrawn,
        skip_reason=entity.skip_reason,
    )


def _data(entity: ExtractedEntity) -> dict[str, object]:
    if entity.status in (EntityStatus.CREATE_NEW, EntityStatus.MATCHED):
        return dict(change_for(entity).entity_data)
    return {}
