import threading

from pramana.jobs.runner import CrashIsolation
from tests.waiting import wait_until


def test_jobs_that_saw_no_crash_run_beside_each_other_and_beside_one_suspect():
    isolation = CrashIsolation()
    with isolation.admit(0) as one, isolation.admit(0) as two, isolation.admit(1) as suspect:
        assert one and two and suspect
        with isolation.admit(1) as second:
            assert not second
        with isolation.admit(0) as three:
            assert three
    with isolation.admit(1) as again:
        assert again


def test_who_saw_two_crashes_waits_for_the_others_and_keeps_new_ones_out():
    isolation, order = CrashIsolation(), []

    def run(crashes: int) -> None:
        with isolation.admit(crashes) as admitted:
            order.append((crashes, admitted))

    with isolation.admit(0):
        alone = threading.Thread(target=run, args=(2,))
        alone.start()
        wait_until(lambda: isolation.alone_is_wanted)
        fresh = threading.Thread(target=run, args=(0,))
        fresh.start()
        assert order == []
    alone.join(60)
    fresh.join(60)
    assert order == [(2, True), (0, True)]


def test_others_are_not_kept_out_for_long():
    isolation = CrashIsolation(patience_s=0.01)
    with isolation.admit(0), isolation.admit(2) as alone:
        assert not alone
        with isolation.admit(0) as fresh:
            assert fresh


def test_nobody_waits_for_a_worker_that_stops():
    isolation = CrashIsolation()
    with isolation.admit(0):
        isolation.closing.set()
        with isolation.admit(2) as alone:
            assert not alone
