"""Decisions about extracted fields and cells, the prompt versions behind them, and what learning
brings: the accuracy of fields before and after a document of their sender taught something.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from pramana.evals.contracts import CaseOutcome, ClaimKind, EvalCase, JudgedShare, LearningEffect
from pramana.evals.domain import (
    FieldVerdict,
    FieldWrite,
    corrected_verdicts,
    number,
    read_path,
    restore_engine_values,
    undone_verdicts,
)
from pramana.extraction.contracts.fields import Json
from pramana.extraction.contracts.stacks import CellState
from pramana.extraction.domain.field_tree import (
    format_path,
    leaves,
    parse_path,
    paths_overlap,
    value_at,
)
from pramana.extraction.domain.trust import assess_trust
from pramana.extraction.selectors.listings import (
    ExtractionMoment,
    LessonMoment,
    ReviewedExtraction,
    ValueChange,
    changes_of_cells,
    changes_of_extractions,
    extraction_moments,
    extractions_with_judgements,
    lesson_moments,
)
from pramana.extraction.services.lessons import field_key
from pramana.kit.scope import Scope
from pramana.llm.selectors import prompts_of_runs

MOST = 5_000
"""How many subjects of one kind are read; the newest ones."""

PromptVersion = tuple[str, int | None]


def prompt_versions(
    scope: Scope, prompts: Sequence[str], runs: Collection[UUID | None]
) -> dict[UUID | None, PromptVersion]:
    """The prompt and version that each run used, from the gateway's ledger. Earlier names win."""
    known = {run for run in runs if run is not None}
    return dict(prompts_of_runs(scope, prompts, known).items()) if known else {}


FIELD_PROMPTS = ("extraction.extract", "extraction.correct")


def field_cases(scope: Scope, since: datetime | None) -> list[EvalCase]:
    found = extractions_with_judgements(scope, since=since, limit=MOST)
    changes = _changes(scope, [row.id for row in found])
    judged = [_judge_extraction(row, changes.get(row.id, [])) for row in found]
    runs = {each.run_id or own.row.run_id for own in judged for each in own.verdicts}
    versions = prompt_versions(scope, FIELD_PROMPTS, runs)
    return [case for own in judged for case in own.cases(versions)]


@dataclass(frozen=True)
class JudgedExtraction:
    """An extraction with the verdicts on its values and their trust before any correction."""

    row: ReviewedExtraction
    verdicts: Sequence[FieldVerdict]
    trust: Json

    def cases(self, versions: Mapping[UUID | None, PromptVersion]) -> Iterator[EvalCase]:
        for each in self.verdicts:
            run_id = each.run_id or self.row.run_id
            yield _field_case(
                self.row, each, self.trust, versions.get(run_id, (FIELD_PROMPTS[0], None))
            )


def _judge_extraction(row: ReviewedExtraction, changes: Sequence[FieldWrite]) -> JudgedExtraction:
    return JudgedExtraction(row, list(_verdicts(row, changes)), _trust_before_hands(row, changes))


def _changes(scope: Scope, ids: Sequence[UUID]) -> dict[UUID, list[FieldWrite]]:
    found: dict[UUID, list[FieldWrite]] = {}
    for each in changes_of_extractions(scope, ids) if ids else ():
        found.setdefault(each.subject_id, []).append(_field_write(each))
    return found


def _field_write(change: ValueChange) -> FieldWrite:
    return FieldWrite(
        path=read_path(change.place),
        by_hand=change.by_hand,
        before=change.before,
        after=change.after,
        undone=change.undone_at is not None,
        undone_by_person=change.undone_by_id is not None,
        at=change.undone_at or change.created_at,
        run_id=change.run_id,
    )


def _verdicts(row: ReviewedExtraction, changes: Sequence[FieldWrite]) -> Iterator[FieldVerdict]:
    yield from corrected_verdicts(changes)
    yield from undone_verdicts(changes)
    if row.approved_by_id:
        yield from _approved_verdicts(row, changes)


def _approved_verdicts(
    row: ReviewedExtraction, changes: Sequence[FieldWrite]
) -> Iterator[FieldVerdict]:
    """Approving an extraction approves each value that an engine wrote."""
    hands = [change.path for change in changes if change.by_hand and not change.undone]
    for path, value in leaves(row.extracted_fields):
        if value is not None and not any(paths_overlap(hand, path) for hand in hands):
            sure = number(value_at(row.confidence_scores, path))
            yield FieldVerdict(path, CaseOutcome.APPROVE, True, row.approved_at, None, sure)


def _trust_before_hands(row: ReviewedExtraction, changes: Sequence[FieldWrite]) -> Json:
    """The trust of each value before any correction by hand."""
    if not any(change.by_hand and not change.undone for change in changes):
        return row.trust
    return assess_trust(
        restore_engine_values(row.extracted_fields, changes, "value"),
        restore_engine_values(row.evidence, changes, "evidence"),
        specs=row.custom_fields,
        second=row.second_reading,
    )


def _field_case(
    row: ReviewedExtraction, verdict: FieldVerdict, trust: Json, version: PromptVersion
) -> EvalCase:
    judged = value_at(trust, verdict.path)
    undone = verdict.decision is CaseOutcome.UNDO
    return EvalCase(
        kind=ClaimKind.FIELD,
        decision=verdict.decision,
        right=verdict.right,
        at=verdict.at,
        subject_id=row.id,
        place=format_path(verdict.path),
        confidence=verdict.confidence,
        trust=judged["score"] if isinstance(judged, dict) and not undone else None,
        engine=row.engine,
        prompt=version[0],
        version=version[1],
        missed=verdict.missed,
    )


CELL_PROMPTS = ("extraction.stack_row", "extraction.stack_correct")


def cell_cases(scope: Scope, since: datetime | None) -> list[EvalCase]:
    cases = list(_cell_judgements(changes_of_cells(scope, since=since, limit=10 * MOST)))
    versions = prompt_versions(scope, CELL_PROMPTS, {change.run_id for change, _ in cases})
    return [
        _cell_case(change, judgement, versions.get(change.run_id, (CELL_PROMPTS[0], None)))
        for change, judgement in cases
    ]


def _cell_judgements(
    changes: Sequence[ValueChange],
) -> Iterator[tuple[ValueChange, dict[str, Any]]]:
    for _, own in groupby(changes, key=lambda each: (each.subject_id, each.place)):
        of_cell = list(own)
        yield from _cases_undone(of_cell)
        standing = [change for change in of_cell if change.undone_at is None]
        for by_hand, judged in groupby(standing, key=lambda each: bool(each.by_hand)):
            if by_hand:
                yield from _case_by_hand(list(judged))


def _cases_undone(changes: Sequence[ValueChange]) -> Iterator[tuple[ValueChange, dict[str, Any]]]:
    """Values that an engine wrote and a person undid were wrong."""
    for change in changes:
        claim = change.after
        if not change.by_hand and change.undone_by_id and claim and claim["value"] is not None:
            yield change, {"claim": claim, "right": False, "decision": CaseOutcome.UNDO}


def _case_by_hand(hands: Sequence[ValueChange]) -> Iterator[tuple[ValueChange, dict[str, Any]]]:
    """Compare the value before the first change by hand with the value after the last one."""
    claim, left = hands[0].before, hands[-1].after or {}
    state = CellState(left.get("state", CellState.EMPTY))
    judgement: dict[str, Any]
    if claim is None or claim["value"] is None:
        if left.get("value") is None:
            return
        judgement = {"right": False, "decision": CaseOutcome.CORRECT, "missed": True}
    elif state.is_decided:
        same = claim["value"] == left.get("value")
        judgement = {"right": same, "decision": CaseOutcome.REVIEW if same else CaseOutcome.CORRECT}
    elif state is CellState.FLAGGED:
        judgement = {"right": False, "decision": CaseOutcome.DOUBT}
    else:
        return
    yield hands[-1], {"claim": claim or {}, **judgement}


def _cell_case(
    change: ValueChange, judgement: dict[str, Any], version: tuple[str, int | None]
) -> EvalCase:
    claim = judgement["claim"]
    return EvalCase(
        kind=ClaimKind.CELL,
        decision=judgement["decision"],
        right=judgement["right"],
        at=change.undone_at or change.created_at,
        subject_id=change.table_id or change.subject_id,
        place=change.place,
        confidence=claim.get("confidence"),
        trust=claim.get("trust"),
        engine=claim.get("engine", ""),
        prompt=version[0],
        version=version[1],
        missed=judgement.get("missed", False),
    )


def learning_effects(scope: Scope) -> list[LearningEffect]:
    """One line per field that was taught and judged, those with most judged values first."""
    cases = field_cases(scope, None)
    moments = extraction_moments(scope, {case.subject_id for case in cases})
    return effects_of(cases, moments, lesson_moments(scope))


def effects_of(
    cases: Sequence[EvalCase],
    moments: Mapping[UUID, ExtractionMoment],
    lessons: Sequence[LessonMoment],
) -> list[LearningEffect]:
    """Count each judged value as before or after: after, if another document of the same sender
    had taught its field when it was read.
    """
    senders = {each.document_id: each.sender for each in lessons}
    results: dict[str, list[tuple[bool, bool]]] = {}
    for case in cases:
        read = moments.get(case.subject_id)
        sender = senders.get(read.document_id) if read else None
        if read is None or sender is None:
            continue
        field = field_key(parse_path(case.place))
        taught = any(
            each.field == field
            and each.sender == sender
            and each.document_id != read.document_id
            and each.at < read.at
            for each in lessons
        )
        results.setdefault(field, []).append((taught, case.right))
    effects = [
        LearningEffect(field, _share(judged, taught=False), _share(judged, taught=True))
        for field, judged in results.items()
    ]
    return sorted(effects, key=lambda each: (-each.after.judged, -each.before.judged, each.field))


def _share(judged: Sequence[tuple[bool, bool]], *, taught: bool) -> JudgedShare:
    own = [right for was_taught, right in judged if was_taught is taught]
    return JudgedShare(sum(own), len(own))
