"""The registry as a review needs it: which records an entity may be, and whether an id is known."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from asgiref.sync import sync_to_async

from pramana.agni.contracts.entities import EntityType, ExtractedEntity, MatchEntityCandidate
from pramana.agni.domain import deciding, ids
from pramana.agni.domain.changes import patch_for
from pramana.kit.errors import Unavailable
from pramana.kit.scope import Scope
from pramana.registry.adapters import registry_for
from pramana.registry.contracts import Check, Found
from pramana.registry.contracts import EntityType as RecordType

MOST_NAMES = 5
MOST_CANDIDATES = 10


@dataclass(frozen=True)
class Known:
    """What the registry says about an id."""

    check: Check
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_missing(self) -> bool:
        return self.check not in (Check.KNOWN, Check.UNVERIFIED)

    @property
    def unverified(self) -> bool:
        return self.check is Check.UNVERIFIED


def known_record(scope: Scope, nes_id: str) -> Known:
    registry = registry_for(scope)
    check = registry.check(nes_id)
    record = registry.get(nes_id) if check is Check.KNOWN else None
    return Known(check, record.data.model_dump(mode="json") if record else {})


@dataclass(frozen=True)
class RegistrySearch:
    scope: Scope

    async def find_candidates(self, entity: ExtractedEntity) -> list[MatchEntityCandidate]:
        return await sync_to_async(self._candidates)(entity)

    async def resolve(self, entity: ExtractedEntity) -> ExtractedEntity:
        """Candidates from the registry; a registry that is away leaves the entity without any."""
        candidates = await self.find_candidates(entity)
        proposed = deciding.propose(replace(entity, candidates=tuple(candidates)))
        if proposed.matched_id:
            return await sync_to_async(self._with_patch)(proposed)
        return proposed

    def validate_nes_id(self, nes_id: str, entity_type: EntityType) -> bool:
        return ids.fits(nes_id, entity_type)

    def _with_patch(self, entity: ExtractedEntity) -> ExtractedEntity:
        known = known_record(self.scope, entity.matched_id or "")
        return replace(entity, proposed_changes={"patch": patch_for(entity, known.data)})

    def _candidates(self, entity: ExtractedEntity) -> list[MatchEntityCandidate]:
        best: dict[str, MatchEntityCandidate] = {}
        for name in entity.names[:MOST_NAMES]:
            for found in self._search(str(name["text"]), entity):
                candidate = _candidate(found)
                known = best.get(candidate.nes_id)
                if known is None or candidate.confidence > known.confidence:
                    best[candidate.nes_id] = candidate
        ranked = sorted(best.values(), key=lambda each: (-each.confidence, each.nes_id))
        return [each for each in ranked if each.confidence >= deciding.LEAST][:MOST_CANDIDATES]

    def _search(self, name: str, entity: ExtractedEntity) -> list[Found]:
        try:
            return registry_for(self.scope).search(
                name,
                entity_type=RecordType(entity.entity_type.in_registry),
                attributes=entity.entity_data,
                limit=MOST_CANDIDATES,
            )
        except Unavailable:
            return []


def _candidate(found: Found) -> MatchEntityCandidate:
    return MatchEntityCandidate(
        nes_id=found.record.nes_id,
        confidence=round(found.score, 3),
        reason="; ".join(found.reasons),
        name=found.record.title(),
        decisive=bool(found.agreeing) and not found.differing,
    )
