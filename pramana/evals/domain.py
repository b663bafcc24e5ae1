"""Cases judged by what people later changed, and reports of accuracy and calibration from them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from pramana.evals.contracts import (
    AccuracyReport,
    CalibrationBin,
    CalibrationReport,
    CaseOutcome,
    ClaimKind,
    Comparison,
    EvalCase,
    ReportGroup,
)
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


BINS = 10
Z = 1.96
"""Standard deviations on either side of a 95 % interval."""

Pair = tuple[float, bool]
"""The confidence of a claim, 0..1, and whether it was right."""


def calibration_of(pairs: Sequence[Pair], count: int = BINS) -> CalibrationReport:
    """Bins of equal width and the expected calibration error. Empty bins are left out.

    >>> calibration_of([(0.9, True), (0.9, False)]).error
    0.4
    """
    bins = [filled for n in range(count) if (filled := _bin(pairs, n, count))]
    if not bins:
        return CalibrationReport(0, None)
    apart = sum(each.cases * abs(each.mean - each.right) for each in bins)
    return CalibrationReport(len(pairs), round(apart / len(pairs), 6), tuple(bins))


def _bin(pairs: Sequence[Pair], number: int, count: int) -> CalibrationBin | None:
    inside = [pair for pair in pairs if place_of(pair[0], count) == number]
    if not inside:
        return None
    total = len(inside)
    return CalibrationBin(
        low=number / count,
        high=(number + 1) / count,
        cases=total,
        mean=sum(sure for sure, _ in inside) / total,
        right=sum(right for _, right in inside) / total,
    )


def place_of(sure: float, count: int = BINS) -> int:
    """The bin of a confidence; a value outside 0..1 counts as the nearer end.

    >>> [place_of(each) for each in (0.0, 0.1, 0.95, 1.0, 7.0)]
    [0, 1, 9, 9, 9]
    """
    return min(max(int(sure * count), 0), count - 1)


def interval(right: int, total: int) -> tuple[float | None, float | None]:
    """Wilson's interval for a share. With few cases it is wide.

    >>> interval(0, 0)
    (None, None)
    """
    if not total:
        return None, None
    share, spread = right / total, Z * Z / total
    middle = (share + spread / 2) / (1 + spread)
    reach = Z * sqrt(share * (1 - share) / total + spread / (4 * total)) / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def reports_of(cases: Iterable[EvalCase]) -> list[AccuracyReport]:
    """One report per kind, prompt, version and engine that has cases."""
    groups: dict[ReportGroup, list[EvalCase]] = {}
    for case in cases:
        groups.setdefault(group_of(case), []).append(case)
    return [report_of(group, groups[group]) for group in sorted(groups, key=_order)]


def group_of(case: EvalCase) -> ReportGroup:
    return ReportGroup(case.kind, case.prompt, case.version, case.engine)


def _order(group: ReportGroup) -> tuple[str, str, int, str]:
    return group.kind, group.prompt, -1 if group.version is None else group.version, group.engine


def report_of(group: ReportGroup, cases: Sequence[EvalCase]) -> AccuracyReport:
    """Precision counts claims; values that were missed are counted separately."""
    claimed = [case for case in cases if not case.missed]
    right = sum(case.right for case in claimed)
    low, high = interval(right, len(claimed))
    return AccuracyReport(
        group=group,
        decided=len(claimed),
        right=right,
        missed=len(cases) - len(claimed),
        precision=right / len(claimed) if claimed else None,
        low=low,
        high=high,
        confidence=calibration_of(
            [(c.confidence, c.right) for c in claimed if c.confidence is not None]
        ),
        trust=calibration_of([(c.trust, c.right) for c in claimed if c.trust is not None]),
    )


def compare(cases: Iterable[EvalCase], prompt: str, before: int, after: int) -> list[Comparison]:
    """Compare two versions of a prompt per engine, including engines with only one version."""
    of_prompt = [case for case in cases if case.prompt == prompt]
    seen = {(case.kind, case.engine) for case in of_prompt if case.version in (before, after)}
    return [
        Comparison(
            kind,
            engine,
            _of_version(of_prompt, kind, engine, prompt, before),
            _of_version(of_prompt, kind, engine, prompt, after),
        )
        for kind, engine in sorted(seen)
    ]


def _of_version(
    cases: Sequence[EvalCase], kind: ClaimKind, engine: str, prompt: str, version: int
) -> AccuracyReport:
    group = ReportGroup(kind, prompt, version, engine)
    return report_of(group, [case for case in cases if group_of(case) == group])
