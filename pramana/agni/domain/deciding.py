"""What a person decides about an entity. Each decision clears what an earlier one set."""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from pramana.agni.contracts.entities import EntityStatus, ExtractedEntity
from pramana.agni.contracts.session import AgniExtractionSession

AUTO_MATCH = 0.95
"""A name alone never reaches it: of real election candidates 3.7 % share theirs with another."""
LEAST = 0.45
"""Below this a record is not a candidate."""


@dataclass(frozen=True)
class Decider:
    """Who decides, and when."""

    user_id: UUID
    at: datetime


def match(
    entity: ExtractedEntity, nes_id: str, by: Decider, *, unverified: bool = False
) -> ExtractedEntity:
    return replace(_cleared(entity, by), matched_id=nes_id, unverified=unverified)


def create(entity: ExtractedEntity, by: Decider) -> ExtractedEntity:
    return replace(_cleared(entity, by), needs_creation=True)


def skip(entity: ExtractedEntity, reason: str, by: Decider) -> ExtractedEntity:
    return replace(_cleared(entity, by), is_skipped=True, skip_reason=reason)


def reopen(entity: ExtractedEntity) -> ExtractedEntity:
    """Take a decision back: the entity stands as it was proposed."""
    return propose(_undecided(entity))


def propose(entity: ExtractedEntity) -> ExtractedEntity:
    """Match by ourselves only what is safe: a near-certain candidate that something confirms.

    The best candidate must be alone at that height: two records with the same name and the same
    district are for a person to tell apart.
    """
    sure = [each for each in entity.candidates if each.confidence >= AUTO_MATCH and each.decisive]
    if len(sure) != 1 or entity.is_decided:
        return entity
    return replace(entity, matched_id=sure[0].nes_id)


def unresolved(session: AgniExtractionSession) -> list[int]:
    """Which entities still wait for a person."""
    return [
        index
        for index, entity in enumerate(session.entities)
        if entity.status is EntityStatus.NEEDS_DISAMBIGUATION
    ]


def approve_proposals(session: AgniExtractionSession, by: Decider) -> AgniExtractionSession:
    """Confirming the whole is the decision on whatever was only proposed."""
    entities = tuple(
        entity if entity.is_decided else replace(entity, decided_by=by.user_id, decided_at=by.at)
        for entity in session.entities
    )
    return replace(session, entities=entities)


def _cleared(entity: ExtractedEntity, by: Decider) -> ExtractedEntity:
    return replace(_undecided(entity), withdrawn=False, decided_by=by.user_id, decided_at=by.at)


def _undecided(entity: ExtractedEntity) -> ExtractedEntity:
    return replace(
        entity,
        matched_id=None,
        needs_creation=False,
        is_skipped=False,
        skip_reason="",
        unverified=False,
        proposed_changes={},
        decided_by=None,
        decided_at=None,
    )
