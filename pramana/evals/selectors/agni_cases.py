"""Decisions of a review: was the entity worth keeping, was the first candidate the one."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pramana.agni.contracts.entities import EntityStatus, ExtractedEntity
from pramana.agni.domain.storing import entity_in
from pramana.evals.contracts.cases import Case, Decision, Kind
from pramana.evals.postgres import read, rows
from pramana.evals.selectors.asked import MOST, Asked, asked_with
from pramana.kit.scope import Scope
from pramana.registry.selectors import find_records

PROMPT = "agni.entities"
NAMES = "names"
"""The engine of candidates: the scores of names, which no model makes."""

DECIDED = """
    SELECT session.id, session.run_id, entity.place - 1 AS place, entity.said
      FROM (SELECT id, run_id, session_data FROM agni_storedextractionsession
             WHERE tenant_id = %(tenant)s ORDER BY created_at DESC, id DESC LIMIT %(most)s
           ) AS session
     CROSS JOIN LATERAL jsonb_array_elements(session.session_data->'entities')
           WITH ORDINALITY AS entity (said, place)
     WHERE entity.said->>'decided_by' IS NOT NULL
       AND (%(since)s::timestamptz IS NULL
            OR (entity.said->>'decided_at')::timestamptz >= %(since)s)
     ORDER BY session.id, entity.place
"""
DECISIONS = {
    EntityStatus.MATCHED: Decision.MATCH,
    EntityStatus.CREATE_NEW: Decision.CREATE,
    EntityStatus.SKIPPED: Decision.SKIP,
}


@dataclass(frozen=True)
class Decided:
    session_id: UUID
    run_id: UUID | None
    place: int
    entity: ExtractedEntity

    def case(self, kind: Kind, *, right: bool, confidence: float, **own: Any) -> Case:
        assert self.entity.decided_at is not None
        return Case(
            kind=kind,
            decision=DECISIONS[self.entity.status],
            right=right,
            at=self.entity.decided_at,
            subject_id=self.session_id,
            place=str(self.place),
            confidence=confidence,
            **own,
        )


def entity_cases(scope: Scope, since: datetime | None) -> list[Case]:
    """An entity that was skipped should not have been brought up."""
    decided = _decided(scope, since)
    versions = asked_with(scope, [PROMPT], {each.run_id for each in decided})
    return [_entity_case(each, versions.get(each.run_id, (PROMPT, None))) for each in decided]


def _entity_case(decided: Decided, asked: Asked) -> Case:
    entity = decided.entity
    kept = entity.status is not EntityStatus.SKIPPED
    prompt, version = asked
    return decided.case(
        Kind.ENTITY,
        right=kept,
        confidence=entity.confidence,
        engine=entity.engine,
        prompt=prompt,
        version=version,
    )


def candidate_cases(scope: Scope, since: datetime | None) -> list[Case]:
    """The likeliest record, against the one that was chosen; what was skipped says nothing."""
    kept = [
        each
        for each in _decided(scope, since)
        if each.entity.candidates and each.entity.status is not EntityStatus.SKIPPED
    ]
    same = _same_record(scope, kept)
    return [
        each.case(
            Kind.CANDIDATE,
            right=same.get(first.nes_id, first.nes_id)
            == same.get(each.entity.matched_id or "", each.entity.matched_id),
            confidence=first.confidence,
            engine=NAMES,
        )
        for each in kept
        if (first := max(each.entity.candidates, key=lambda one: one.confidence))
    ]


def _same_record(scope: Scope, decided: list[Decided]) -> dict[str, str]:
    """Ids of either form by the record's own: a person may have written the other form."""
    asked = {each.entity.matched_id for each in decided} - {None}
    asked |= {one.nes_id for each in decided for one in each.entity.candidates}
    known = find_records(scope, [text for text in asked if text])
    return {text: str(record.id) for text, record in known.items()}


def _decided(scope: Scope, since: datetime | None) -> list[Decided]:
    found = rows(scope, DECIDED, since=since, most=MOST)
    decided = [
        Decided(row["id"], row["run_id"], row["place"], entity_in(read(row["said"])))
        for row in found
    ]
    return [each for each in decided if not each.entity.withdrawn and each.entity.decided_at]
