"""What people decided about the entities of their reviews."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F

from pramana.agni.contracts.entities import ExtractedEntity
from pramana.agni.domain.storing import entity_in
from pramana.agni.models import StoredExtractionSession
from pramana.kit.scope import Scope

AT_ONCE = 100
"""Sessions that are held in memory at a time: each may have hundreds of entities."""


@dataclass(frozen=True)
class DecidedEntity:
    session_id: UUID
    run_id: UUID | None
    place: int
    entity: ExtractedEntity


def decided_entities(scope: Scope, *, since: datetime | None, limit: int) -> list[DecidedEntity]:
    """Of the newest `limit` sessions, those a person decided; what was withdrawn is left out."""
    rows = StoredExtractionSession.objects.in_scope(scope).order_by("-created_at", "-id")
    told = rows.annotate(entities=F("session_data__entities"))[:limit]
    found = [
        DecidedEntity(session_id, run_id, place, entity_in(said))
        for session_id, run_id, entities in told.values_list("id", "run_id", "entities").iterator(
            chunk_size=AT_ONCE
        )
        for place, said in enumerate(entities or ())
        if said.get("decided_by") and said.get("decided_at")
    ]
    return [
        each
        for each in found
        if not each.entity.withdrawn
        and (since is None or (each.entity.decided_at and each.entity.decided_at >= since))
    ]
