"""Accuracy and calibration reports from cases, and comparisons of two prompt versions."""

from collections.abc import Iterable, Sequence
from math import sqrt

from pramana.evals.contracts import (
    AccuracyReport,
    CalibrationBin,
    CalibrationReport,
    ClaimKind,
    Comparison,
    EvalCase,
    ReportGroup,
)

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
