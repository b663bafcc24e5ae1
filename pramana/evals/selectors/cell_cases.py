"""Decisions about cells of stacks: each claim is judged by what people last said of it."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from pramana.evals.contracts.cases import Case, Decision, Kind
from pramana.evals.selectors.asked import MOST, asked_with
from pramana.extraction.contracts.stacks.cells import CellState
from pramana.extraction.selectors.judged import JudgedChange, changes_of_cells
from pramana.kit.scope import Scope

PROMPTS = ("extraction.stack_row", "extraction.stack_correct")


def cell_cases(scope: Scope, since: datetime | None) -> list[Case]:
    cases = list(_cases(changes_of_cells(scope, since=since, limit=10 * MOST)))
    versions = asked_with(scope, PROMPTS, {change.run_id for change, _ in cases})
    return [
        _case(change, said, versions.get(change.run_id, (PROMPTS[0], None)))
        for change, said in cases
    ]


def _cases(changes: Sequence[JudgedChange]) -> Iterator[tuple[JudgedChange, dict[str, Any]]]:
    for _, own in groupby(changes, key=lambda each: (each.subject_id, each.place)):
        of_cell = list(own)
        yield from _undone(of_cell)
        standing = [change for change in of_cell if change.undone_at is None]
        for by_hand, judged in groupby(standing, key=lambda each: bool(each.by_hand)):
            if by_hand:
                yield from _judged(list(judged))


def _undone(changes: Sequence[JudgedChange]) -> Iterator[tuple[JudgedChange, dict[str, Any]]]:
    """What an engine wrote and a person took back was wrong."""
    for change in changes:
        claim = change.after
        if not change.by_hand and change.undone_by_id and claim and claim["value"] is not None:
            yield change, {"claim": claim, "right": False, "decision": Decision.UNDO}


def _judged(hands: Sequence[JudgedChange]) -> Iterator[tuple[JudgedChange, dict[str, Any]]]:
    """What stood there before the first hand, against what the last one left."""
    claim, left = hands[0].before, hands[-1].after or {}
    state = CellState(left.get("state", CellState.EMPTY))
    said: dict[str, Any]
    if claim is None or claim["value"] is None:
        if left.get("value") is None:
            return
        said = {"right": False, "decision": Decision.CORRECT, "missed": True}
    elif state.is_decided:
        same = claim["value"] == left.get("value")
        said = {"right": same, "decision": Decision.REVIEW if same else Decision.CORRECT}
    elif state is CellState.FLAGGED:
        said = {"right": False, "decision": Decision.DOUBT}
    else:
        return
    yield hands[-1], {"claim": claim or {}, **said}


def _case(change: JudgedChange, said: dict[str, Any], asked: tuple[str, int | None]) -> Case:
    claim = said["claim"]
    return Case(
        kind=Kind.CELL,
        decision=said["decision"],
        right=said["right"],
        at=change.undone_at or change.created_at,
        subject_id=change.table_id or change.subject_id,
        place=change.place,
        confidence=claim.get("confidence"),
        trust=claim.get("trust"),
        engine=claim.get("engine", ""),
        prompt=asked[0],
        version=asked[1],
        missed=said.get("missed", False),
    )
