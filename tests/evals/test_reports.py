"""Numbers about numbers, checked by hand."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from pramana.evals.contracts import CaseOutcome, ClaimKind, EvalCase
from pramana.evals.domain import calibration_of, compare, interval, reports_of

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


def case(right: bool, confidence: float | None = 0.9, **more: object) -> EvalCase:
    decision = CaseOutcome.APPROVE if right else CaseOutcome.CORRECT
    given = {"prompt": "p", "version": 1, "engine": "e", **more}
    return EvalCase(
        ClaimKind.FIELD, decision, right, NOON, UUID(int=1), confidence=confidence, **given
    )  # type: ignore[arg-type]  # a test's own words


def test_the_error_is_how_far_sureness_and_being_right_lie_apart() -> None:
    pairs = [(0.95, True)] * 3 + [(0.95, False)] + [(0.25, False)] * 4

    found = calibration_of(pairs)

    assert [(each.cases, each.right) for each in found.bins] == [(4, 0.0), (4, 0.75)]
    assert found.error == pytest.approx((4 * 0.25 + 4 * 0.20) / 8)


def test_claims_that_are_as_sure_as_they_are_right_have_no_error() -> None:
    assert calibration_of([(0.5, True), (0.5, False)]).error == 0


def test_nothing_decided_is_no_error_of_zero() -> None:
    assert calibration_of([]).error is None


def test_few_cases_give_a_wide_interval() -> None:
    few, many = interval(4, 5), interval(400, 500)

    assert few[0] is not None and few[1] is not None
    assert many[0] is not None and many[1] is not None
    assert few[1] - few[0] > 3 * (many[1] - many[0])
    assert many[0] < 0.8 < many[1]


def test_a_report_per_version_and_engine_with_what_was_missed_beside_it() -> None:
    cases = [
        *(case(True) for _ in range(3)),
        case(False),
        case(False, None, missed=True),
        case(True, version=2),
        case(True, engine="offline"),
    ]

    found = {(each.group.version, each.group.engine): each for each in reports_of(cases)}

    first = found[1, "e"]
    assert (first.decided, first.right, first.missed, first.precision) == (4, 3, 1, 0.75)
    assert first.confidence.error == pytest.approx(0.15)
    assert first.trust.error is None
    assert set(found) == {(1, "e"), (2, "e"), (1, "offline")}


def test_two_versions_side_by_side_and_whether_chance_explains_it() -> None:
    before = [case(n % 2 == 0) for n in range(200)]
    after = [case(n % 10 != 0, version=2) for n in range(200)]

    [clear] = compare(before + after, "p", 1, 2)
    [unclear] = compare(before[:4] + after[:4], "p", 1, 2)

    assert clear.gained == pytest.approx(0.4) and clear.is_clear
    assert unclear.gained is not None and not unclear.is_clear
    assert compare(before, "another prompt", 1, 2) == []
