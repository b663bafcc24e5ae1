"""Decisions of a review: was the entity worth keeping, was the first candidate the one."""

from datetime import datetime
from typing import Any

from pramana.agni.contracts.entities import EntityStatus
from pramana.agni.selectors.decided import DecidedEntity, decided_entities
from pramana.evals.contracts.cases import Case, Decision, Kind
from pramana.evals.selectors.asked import MOST, Asked, asked_with
from pramana.kit.scope import Scope
from pramana.registry.selectors import find_records

PROMPT = "agni.entities"
NAMES = "names"
"""The engine of candidates: the scores of names, which no model makes."""

DECISIONS = {
    EntityStatus.MATCHED: Decision.MATCH,
    EntityStatus.CREATE_NEW: Decision.CREATE,
    EntityStatus.SKIPPED: Decision.SKIP,
}


def _case(
    decided: DecidedEntity, kind: Kind, *, right: bool, confidence: float, **own: Any
) -> Case:
    entity = decided.entity
    assert entity.decided_at is not None
    return Case(
        kind=kind,
        decision=DECISIONS[entity.status],
        right=right,
        at=entity.decided_at,
        subject_id=decided.session_id,
        place=str(decided.place),
        confidence=confidence,
        **own,
    )


def entity_cases(scope: Scope, since: datetime | None) -> list[Case]:
    """An entity that was skipped should not have been brought up."""
    decided = decided_entities(scope, since=since, limit=MOST)
    versions = asked_with(scope, [PROMPT], {each.run_id for each in decided})
    return [_entity_case(each, versions.get(each.run_id, (PROMPT, None))) for each in decided]


def _entity_case(decided: DecidedEntity, asked: Asked) -> Case:
    entity = decided.entity
    kept = entity.status is not EntityStatus.SKIPPED
    prompt, version = asked
    return _case(
        decided,
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
        for each in decided_entities(scope, since=since, limit=MOST)
        if each.entity.candidates and each.entity.status is not EntityStatus.SKIPPED
    ]
    same = _same_record(scope, kept)
    return [
        _case(
            each,
            Kind.CANDIDATE,
            right=same.get(first.nes_id, first.nes_id)
            == same.get(each.entity.matched_id or "", each.entity.matched_id),
            confidence=first.confidence,
            engine=NAMES,
        )
        for each in kept
        if (first := max(each.entity.candidates, key=lambda one: one.confidence))
    ]


def _same_record(scope: Scope, decided: list[DecidedEntity]) -> dict[str, str]:
    """Ids of either form by the record's own: a person may have written the other form."""
    asked = {each.entity.matched_id for each in decided} - {None}
    asked |= {one.nes_id for each in decided for one in each.entity.candidates}
    known = find_records(scope, [text for text in asked if text])
    return {text: str(record.id) for text, record in known.items()}
