"""What people did to an extraction, against what an engine had written into it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.evals.contracts.cases import Decision
from pramana.extraction.contracts.values import Json
from pramana.extraction.domain.paths import Path, parse_path, touches
from pramana.extraction.domain.tree import MISSING, inserted, leaves, put, removed, value_at
from pramana.extraction.errors.extractions import BadPath, PathNotThere


@dataclass(frozen=True)
class Written:
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
class Verdict:
    """What one value was worth. `claim` is None where nothing had been claimed."""

    path: Path
    decision: Decision
    right: bool
    at: Any
    run_id: Any
    confidence: float | None = None
    missed: bool = False


def read_path(written: str) -> Path:
    try:
        return parse_path(written)
    except BadPath:
        return (written,)


def hand_groups(changes: Sequence[Written]) -> dict[Path, list[Written]]:
    """The hand's standing changes by path, where no engine wrote later and no hand wrote around."""
    standing = [change for change in changes if not change.undone]
    groups: dict[Path, list[Written]] = {}
    for place, change in enumerate(standing):
        if not change.by_hand:
            continue
        later = any(
            not one.by_hand and touches(one.path, change.path) for one in standing[place + 1 :]
        )
        around = any(other != change.path and touches(other, change.path) for other in groups)
        if not later and not around:
            groups.setdefault(change.path, []).append(change)
    return groups


def by_hand(changes: Sequence[Written]) -> Iterator[Verdict]:
    """Values that people wrote over, took away, or added."""
    for path, hands in hand_groups(changes).items():
        first, last = hands[0], hands[-1]
        if first.before is None:
            if last.after is not None:
                yield Verdict(path, Decision.CORRECT, False, last.at, None, missed=True)
        else:
            yield from _against(path, first.before, last)


def _against(path: Path, claim: Mapping[str, Json], last: Written) -> Iterator[Verdict]:
    left = MISSING if last.after is None else last.after["value"]
    decision = Decision.REMOVE if last.after is None else Decision.CORRECT
    for below, value in leaves(claim["value"]):
        now = MISSING if left is MISSING else value_at(left, below)
        if value is None:
            if now is not MISSING and now is not None:
                yield Verdict((*path, *below), decision, False, last.at, None, missed=True)
            continue
        same = now is not MISSING and now == value
        said = Decision.REVIEW if same else decision
        confidence = number(value_at(claim["confidence"], below))
        yield Verdict((*path, *below), said, same, last.at, None, confidence)


def taken_back(changes: Sequence[Written]) -> Iterator[Verdict]:
    """Values that an engine wrote and a person undid."""
    for change in changes:
        if change.by_hand or not change.undone_by_person or change.after is None:
            continue
        for below, value in leaves(change.after["value"]):
            if value is not None:
                confidence = number(value_at(change.after["confidence"], below))
                path = (*change.path, *below)
                yield Verdict(path, Decision.UNDO, False, change.at, change.run_id, confidence)


def before_hands(tree: Json, changes: Sequence[Written], part: str) -> Json:
    """The tree as the engine left it: the hand's changes put back, the last first."""
    hands = [change for change in changes if change.by_hand and not change.undone]
    for change in reversed(hands):
        try:
            tree = _put_back(tree, change, part)
        except (PathNotThere, BadPath, IndexError, TypeError, ValueError):
            continue  # an item that moved since: its trust is not known, the rest is
    return tree


def _put_back(tree: Json, change: Written, part: str) -> Json:
    if change.before is None:
        return removed(tree, change.path)
    before = change.before[part]
    return (
        inserted(tree, change.path, before)
        if change.after is None
        else put(tree, change.path, before)
    )


def number(value: Json) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number else None
