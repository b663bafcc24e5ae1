"""A machine whose clock jumps: work is neither lost nor done twice."""

from datetime import UTC, datetime, timedelta

import pytest

from pramana.jobs.contracts import JobState
from pramana.jobs.queue import enqueue
from pramana.jobs.selectors import active_jobs, job_counts
from pramana.jobs.testing import drain_jobs
from pramana.kit import clock
from pramana.kit.scope import Scope
from tests.jobs.sample_tasks import recorded

DAY = timedelta(days=1)


def jump(monkeypatch: pytest.MonkeyPatch, by: timedelta) -> None:
    """From now on this process believes it to be so much later."""

    class Moved(datetime):
        @classmethod
        def now(cls, tz=UTC) -> datetime:  # type: ignore[override]  # always aware here
            return datetime.now(tz) + by

    monkeypatch.setattr(clock, "datetime", Moved)


@pytest.mark.parametrize("by", [-DAY, DAY], ids=["back", "ahead"])
def test_jobs_asked_for_before_and_after_a_jump_are_done_once(
    scope: Scope, queue: None, monkeypatch: pytest.MonkeyPatch, by: timedelta
) -> None:
    enqueue(scope, "test.effect", n=1)
    jump(monkeypatch, by)
    enqueue(scope, "test.effect", n=2)
    drain_jobs(with_delayed=False)
    drain_jobs()

    assert sorted(recorded()) == [1, 2]
    assert job_counts(scope)[JobState.DONE] == 2


def test_a_retry_asked_for_by_a_fast_clock_waits_and_is_not_lost(
    scope: Scope, queue: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    jump(monkeypatch, DAY)
    enqueue(scope, "test.fail", until=2)
    drain_jobs(with_delayed=False)
    assert len(active_jobs(scope)) == 1

    jump(monkeypatch, -DAY)
    drain_jobs()
    assert job_counts(scope)[JobState.DONE] == 1
