"""From cases to reports: per kind, prompt, version and engine; and one version beside another."""

from collections.abc import Iterable, Sequence

from pramana.evals.contracts.cases import Case, Kind
from pramana.evals.contracts.reports import Comparison, Group, Report
from pramana.evals.domain.calibration import calibration_of, interval


def reports_of(cases: Iterable[Case]) -> list[Report]:
    """A report per group that has cases, by kind, prompt, version and engine."""
    groups: dict[Group, list[Case]] = {}
    for case in cases:
        groups.setdefault(group_of(case), []).append(case)
    return [report_of(group, groups[group]) for group in sorted(groups, key=_order)]


def group_of(case: Case) -> Group:
    return Group(case.kind, case.prompt, case.version, case.engine)


def _order(group: Group) -> tuple[str, str, int, str]:
    return group.kind, group.prompt, -1 if group.version is None else group.version, group.engine


def report_of(group: Group, cases: Sequence[Case]) -> Report:
    """Precision counts what was claimed; what was missed is told beside it."""
    claimed = [case for case in cases if not case.missed]
    right = sum(case.right for case in claimed)
    low, high = interval(right, len(claimed))
    return Report(
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


def compare(cases: Iterable[Case], prompt: str, before: int, after: int) -> list[Comparison]:
    """Two versions of a prompt, engine by engine; one that only saw one of them is told too."""
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
    cases: Sequence[Case], kind: Kind, engine: str, prompt: str, version: int
) -> Report:
    group = Group(kind, prompt, version, engine)
    return report_of(group, [case for case in cases if group_of(case) == group])
