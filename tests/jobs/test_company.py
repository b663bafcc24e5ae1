import threading

from pramana.jobs.company import Company
from tests.waiting import wait_until


def test_jobs_that_saw_no_crash_run_beside_each_other_and_beside_one_suspect():
    company = Company()
    with company.join(0) as one, company.join(0) as two, company.join(1) as suspect:
        assert one and two and suspect
        with company.join(1) as second:
            assert not second
        with company.join(0) as three:
            assert three
    with company.join(1) as again:
        assert again


def test_who_saw_two_crashes_waits_for_the_others_and_keeps_new_ones_out():
    company, order = Company(), []

    def run(crashes: int) -> None:
        with company.join(crashes) as welcome:
            order.append((crashes, welcome))

    with company.join(0):
        alone = threading.Thread(target=run, args=(2,))
        alone.start()
        wait_until(lambda: company._alone_next)
        fresh = threading.Thread(target=run, args=(0,))
        fresh.start()
        assert order == []
    alone.join(60)
    fresh.join(60)
    assert order == [(2, True), (0, True)]


def test_others_are_not_kept_out_for_long():
    company = Company(patience_s=0.01)
    with company.join(0), company.join(2) as alone:
        assert not alone
        with company.join(0) as fresh:
            assert fresh


def test_nobody_waits_for_a_worker_that_stops():
    company = Company()
    with company.join(0):
        company.closing.set()
        with company.join(2) as alone:
            assert not alone
