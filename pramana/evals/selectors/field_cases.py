"""Decisions about extracted values: written over, taken away, undone, or approved as they stood."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pramana.evals.contracts.cases import Case, Decision, Kind
from pramana.evals.domain.fields import (
    Verdict,
    Written,
    before_hands,
    by_hand,
    number,
    read_path,
    taken_back,
)
from pramana.evals.selectors.asked import MOST, Asked, asked_with
from pramana.extraction.contracts.values import Json
from pramana.extraction.domain.assessing import assess
from pramana.extraction.domain.paths import format_path, touches
from pramana.extraction.domain.tree import leaves, value_at
from pramana.extraction.selectors.judged import (
    JudgedChange,
    JudgedExtraction,
    changes_of_extractions,
    judged_extractions,
)
from pramana.kit.scope import Scope

PROMPTS = ("extraction.extract", "extraction.correct")


def field_cases(scope: Scope, since: datetime | None) -> list[Case]:
    found = judged_extractions(scope, since=since, limit=MOST)
    changes = _changes(scope, [row.id for row in found])
    judged = [_judged(row, changes.get(row.id, [])) for row in found]
    runs = {each.run_id or own.row.run_id for own in judged for each in own.verdicts}
    versions = asked_with(scope, PROMPTS, runs)
    return [case for own in judged for case in own.cases(versions)]


@dataclass(frozen=True)
class Judged:
    """An extraction with what people said of its values, and how far those had been checked."""

    row: JudgedExtraction
    verdicts: Sequence[Verdict]
    trust: Json

    def cases(self, versions: Mapping[UUID | None, Asked]) -> Iterator[Case]:
        for each in self.verdicts:
            run_id = each.run_id or self.row.run_id
            yield _case(self.row, each, self.trust, versions.get(run_id, (PROMPTS[0], None)))


def _judged(row: JudgedExtraction, changes: Sequence[Written]) -> Judged:
    return Judged(row, list(_verdicts(row, changes)), _trust(row, changes))


def _changes(scope: Scope, ids: Sequence[UUID]) -> dict[UUID, list[Written]]:
    found: dict[UUID, list[Written]] = {}
    for each in changes_of_extractions(scope, ids) if ids else ():
        found.setdefault(each.subject_id, []).append(_written(each))
    return found


def _written(change: JudgedChange) -> Written:
    return Written(
        path=read_path(change.place),
        by_hand=change.by_hand,
        before=change.before,
        after=change.after,
        undone=change.undone_at is not None,
        undone_by_person=change.undone_by_id is not None,
        at=change.undone_at or change.created_at,
        run_id=change.run_id,
    )


def _verdicts(row: JudgedExtraction, changes: Sequence[Written]) -> Iterator[Verdict]:
    yield from by_hand(changes)
    yield from taken_back(changes)
    if row.approved_by_id:
        yield from _approved(row, changes)


def _approved(row: JudgedExtraction, changes: Sequence[Written]) -> Iterator[Verdict]:
    """Whoever approves the whole has approved each value that an engine had written."""
    hands = [change.path for change in changes if change.by_hand and not change.undone]
    for path, value in leaves(row.extracted_fields):
        if value is not None and not any(touches(hand, path) for hand in hands):
            sure = number(value_at(row.confidence_scores, path))
            yield Verdict(path, Decision.APPROVE, True, row.approved_at, None, sure)


def _trust(row: JudgedExtraction, changes: Sequence[Written]) -> Json:
    """The trust of each value as it was before anyone wrote over it."""
    if not any(change.by_hand and not change.undone for change in changes):
        return row.trust
    return assess(
        before_hands(row.extracted_fields, changes, "value"),
        before_hands(row.evidence, changes, "evidence"),
        specs=row.custom_fields,
        second=row.second_reading,
    )


def _case(row: JudgedExtraction, verdict: Verdict, trust: Json, asked: Asked) -> Case:
    judged = value_at(trust, verdict.path)
    undone = verdict.decision is Decision.UNDO
    return Case(
        kind=Kind.FIELD,
        decision=verdict.decision,
        right=verdict.right,
        at=verdict.at,
        subject_id=row.id,
        place=format_path(verdict.path),
        confidence=verdict.confidence,
        trust=judged["score"] if isinstance(judged, dict) and not undone else None,
        engine=row.engine,
        prompt=asked[0],
        version=asked[1],
        missed=verdict.missed,
    )
