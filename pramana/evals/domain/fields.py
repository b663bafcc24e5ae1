"""Judge the values that an engine extracted by what people later changed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.evals.contracts import CaseOutcome
from pramana.extraction.contracts.fields import Json
from pramana.extraction.domain.field_tree import (
    MISSING,
    Path,
    leaves,
    parse_path,
    paths_overlap,
    value_at,
    with_inserted_value,
    with_value,
    without_value,
)
from pramana.extraction.errors import BadPath, PathNotThere


@dataclass(frozen=True)
class FieldWrite:
    """One change of a path. `before` and `after` hold value, confidence and evidence, if any."""

    path: Path
    by_hand: bool
    before: Mapping[str, Json] | None
    after: Mapping[str, Json] | None
    undone: bool
    undone_by_person: bool
    at: Any
    run_id: Any


@dataclass(frozen=True)
class FieldVerdict:
    """Whether one extracted value was right."""

    path: Path
    decision: CaseOutcome
    right: bool
    at: Any
    run_id: Any
    confidence: float | None = None
    missed: bool = False


def read_path(text: str) -> Path:
    try:
        return parse_path(text)
    except BadPath:
        return (text,)


def hand_groups(changes: Sequence[FieldWrite]) -> dict[Path, list[FieldWrite]]:
    """Changes by hand, by path, that no later engine write or wider change by hand replaced."""
    current = [change for change in changes if not change.undone]
    groups: dict[Path, list[FieldWrite]] = {}
    for place, change in enumerate(current):
        if not change.by_hand:
            continue
        later = any(
            not one.by_hand and paths_overlap(one.path, change.path) for one in current[place + 1 :]
        )
        around = any(other != change.path and paths_overlap(other, change.path) for other in groups)
        if not later and not around:
            groups.setdefault(change.path, []).append(change)
    return groups


def corrected_verdicts(changes: Sequence[FieldWrite]) -> Iterator[FieldVerdict]:
    """Verdicts on values that people corrected, removed or added."""
    for path, hands in hand_groups(changes).items():
        first, last = hands[0], hands[-1]
        if first.before is None:
            if last.after is not None:
                yield FieldVerdict(path, CaseOutcome.CORRECT, False, last.at, None, missed=True)
        else:
            yield from _compare_with_claim(path, first.before, last)


def _compare_with_claim(
    path: Path, claim: Mapping[str, Json], last: FieldWrite
) -> Iterator[FieldVerdict]:
    """Verdicts on each leaf of a claim, by what the last change by hand left."""
    result = MISSING if last.after is None else last.after["value"]
    decision = CaseOutcome.REMOVE if last.after is None else CaseOutcome.CORRECT
    for below, value in leaves(claim["value"]):
        now = MISSING if result is MISSING else value_at(result, below)
        if value is None:
            if now is not MISSING and now is not None:
                yield FieldVerdict((*path, *below), decision, False, last.at, None, missed=True)
            continue
        same = now is not MISSING and now == value
        outcome = CaseOutcome.REVIEW if same else decision
        confidence = number(value_at(claim["confidence"], below))
        yield FieldVerdict((*path, *below), outcome, same, last.at, None, confidence)


def undone_verdicts(changes: Sequence[FieldWrite]) -> Iterator[FieldVerdict]:
    """Verdicts on values that an engine wrote and a person undid."""
    for change in changes:
        if change.by_hand or not change.undone_by_person or change.after is None:
            continue
        for below, value in leaves(change.after["value"]):
            if value is not None:
                confidence = number(value_at(change.after["confidence"], below))
                path = (*change.path, *below)
                yield FieldVerdict(
                    path, CaseOutcome.UNDO, False, change.at, change.run_id, confidence
                )


def restore_engine_values(tree: Json, changes: Sequence[FieldWrite], part: str) -> Json:
    """The tree as the engine left it: changes by hand are reverted, the last one first."""
    hands = [change for change in changes if change.by_hand and not change.undone]
    for change in reversed(hands):
        try:
            tree = _revert_change(tree, change, part)
        except (PathNotThere, BadPath, IndexError, TypeError, ValueError):
            continue  # the item has moved since, so only its own trust is unknown
    return tree


def _revert_change(tree: Json, change: FieldWrite, part: str) -> Json:
    if change.before is None:
        return without_value(tree, change.path)
    before = change.before[part]
    return (
        with_inserted_value(tree, change.path, before)
        if change.after is None
        else with_value(tree, change.path, before)
    )


def number(value: Json) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number else None
