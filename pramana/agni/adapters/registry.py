"""The registry as a review needs it: candidates for an entity, and whether an id is known."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from pramana.agni.contracts import EntityType, ExtractedEntity, MatchEntityCandidate
from pramana.agni.domain.certainty import is_decisive, searched_names
from pramana.agni.domain.changes import proposed_changes
from pramana.agni.domain.decisions import MIN_CONFIDENCE, id_entity_type, propose
from pramana.kit.errors import Unavailable
from pramana.kit.scope import Scope
from pramana.registry.contracts import IdCheck, RecordMatch, RecordType
from pramana.registry.ports import registry_for

MAX_CANDIDATES = 10


@dataclass(frozen=True)
class RecordLookup:
    """What the registry knows about an id: the check, and the record's data if it is known."""

    check: IdCheck
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_missing(self) -> bool:
        return self.check not in (IdCheck.KNOWN, IdCheck.UNVERIFIED)

    @property
    def unverified(self) -> bool:
        return self.check is IdCheck.UNVERIFIED


@dataclass(frozen=True)
class RegistrySearch:
    """The document's `SearchService`, over the configured registry."""

    scope: Scope

    def find_candidates(
        self, entity: ExtractedEntity, on: date | None = None
    ) -> list[MatchEntityCandidate]:
        """Records for any of its names, best first. Raises Unavailable."""
        best: dict[str, RecordMatch] = {}
        for name in searched_names(entity):
            for match in self._search(name, entity, on):
                known = best.get(match.record.nes_id)
                if known is None or match.score > known.score:
                    best[match.record.nes_id] = match
        ranked = sorted(best.values(), key=_rank)
        likely = [each for each in ranked if each.score >= MIN_CONFIDENCE][:MAX_CANDIDATES]
        return [_candidate(each, decisive=is_decisive(entity, each, likely)) for each in likely]

    def resolve(self, entity: ExtractedEntity, on: date | None = None) -> ExtractedEntity:
        """Add the candidates, and propose a match where that is safe; `on` is the document's date.

        If the registry does not answer, the entity stays undecided until it was asked.
        """
        try:
            candidates = tuple(self.find_candidates(entity, on))
        except Unavailable:
            return leave_unasked(entity)
        cleared = replace(entity, matched_id=None, proposed_changes={}, unasked=False)
        proposed = propose(replace(cleared, candidates=candidates))
        if not proposed.matched_id:
            return proposed
        record = self.look_up(proposed.matched_id)
        return replace(proposed, proposed_changes=proposed_changes(proposed, record.data))

    def validate_nes_id(self, nes_id: str, entity_type: EntityType) -> bool:
        return id_entity_type(nes_id) is entity_type

    def look_up(self, nes_id: str) -> RecordLookup:
        """Whether the registry has the record. An unreachable registry leaves it unverified."""
        registry = registry_for(self.scope)
        check = registry.check(nes_id)
        record = registry.get(nes_id) if check is IdCheck.KNOWN else None
        return RecordLookup(check, record.data.model_dump(mode="json") if record else {})

    def _search(self, name: str, entity: ExtractedEntity, on: date | None) -> list[RecordMatch]:
        return registry_for(self.scope).search(
            name,
            entity_type=RecordType(entity.entity_type.in_registry),
            attributes=entity.entity_data,
            limit=MAX_CANDIDATES,
            on=on,
        )


def leave_unasked(entity: ExtractedEntity) -> ExtractedEntity:
    """The entity without candidates, undecided until the registry answers."""
    return replace(entity, candidates=(), matched_id=None, proposed_changes={}, unasked=True)


def _candidate(match: RecordMatch, *, decisive: bool) -> MatchEntityCandidate:
    return MatchEntityCandidate(
        nes_id=match.record.nes_id,
        confidence=round(match.score, 3),
        reason="; ".join(match.reasons),
        name=match.record.title(),
        decisive=decisive,
    )


def _rank(match: RecordMatch) -> tuple[float, int, str]:
    """The best first; of two with one score, the one of which more agrees."""
    return -match.score, -len(match.agreeing), match.record.nes_id
