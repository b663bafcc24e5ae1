from datetime import UTC, datetime, timedelta

import pytest

from pramana.jobs import worker
from pramana.jobs.registry import PERIODIC, Periodic
from pramana.jobs.worker import Scheduler, cron_matches, last_tick

NOON = datetime(2026, 11, 16, 12, 0, 30, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time the scheduler reads, and only two pieces of periodic work."""
    now = [NOON]
    monkeypatch.setattr(worker, "utcnow", lambda: now[-1])
    for name in list(PERIODIC):
        monkeypatch.delitem(PERIODIC, name)
    for name, cron in (("test.minutely", "* * * * *"), ("test.hourly", "55 * * * *")):
        monkeypatch.setitem(PERIODIC, name, Periodic(name, cron, lambda: None))
    return now


def names(scheduler: Scheduler) -> set[str]:
    found = set()
    while periodic := scheduler.take_due():
        found.add(periodic.name)
    return found


@pytest.mark.usefixtures("queue")
def test_each_tick_is_taken_by_one_worker(clock: list[datetime]) -> None:
    one, other = Scheduler(), Scheduler()

    assert names(one) == {"test.minutely", "test.hourly"}  # five minutes late is not too late
    assert names(other) == set()
    assert names(one) == set()
    clock.append(NOON + timedelta(minutes=1))
    assert names(other) == {"test.minutely"}
    assert names(one) == set()


@pytest.mark.usefixtures("queue")
def test_a_tick_missed_long_ago_is_not_made_up_for(clock: list[datetime]) -> None:
    clock.append(NOON + timedelta(minutes=20))

    assert names(Scheduler()) == {"test.minutely"}


@pytest.mark.usefixtures("queue")
def test_a_clock_that_went_back_repeats_no_tick(clock: list[datetime]) -> None:
    names(Scheduler())
    clock.append(NOON - timedelta(minutes=2))

    assert names(Scheduler()) == set()


def test_a_cron_line_names_its_minutes() -> None:
    day = [NOON.replace(hour=0, minute=0) + timedelta(minutes=minute) for minute in range(1440)]

    for cron, count in (("*/10 * * * *", 144), ("17 * * * *", 24), ("0 9-17/4 * * 1-5", 3)):
        assert sum(cron_matches(cron, minute) for minute in day) == count
    assert not any(cron_matches("* * * * 0", minute) for minute in day)  # it is a Monday
    assert last_tick("58 11 * * *", NOON) == NOON.replace(hour=11, minute=58, second=0)
    with pytest.raises(ValueError, match="five fields"):
        cron_matches("* * *", NOON)
