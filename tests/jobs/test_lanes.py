import threading

import pytest
from django.db import connections, transaction

from pramana.jobs import runner
from pramana.jobs.claims import Claimer
from pramana.jobs.contracts import JobState
from pramana.jobs.models import Job
from pramana.jobs.outcomes import OUTAGE_PATIENCE
from pramana.jobs.queue import push, push_all, retry_job
from pramana.jobs.recovery import rescue_abandoned
from pramana.jobs.runner import execute
from pramana.jobs.selectors import active_jobs, get_job, job_counts, jobs_page
from pramana.jobs.testing import claim_job, drain_jobs
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from tests.jobs.sample_tasks import recorded


@pytest.mark.usefixtures("queue")
def test_a_lane_is_drained_oldest_first(scope: Scope) -> None:
    for n in range(20):
        push(scope, "one", "test.effect", n=n)
    push_all(scope, "one", "test.effect", [{"n": n} for n in range(20, 30)])
    drain_jobs()

    assert recorded() == list(range(30))
    assert job_counts(scope)[JobState.DONE] == 30


@pytest.mark.usefixtures("queue")
def test_a_job_that_fails_stops_nobody_and_is_not_tried_again_by_itself(scope: Scope) -> None:
    push(scope, "one", "test.effect", n=1)
    bad = push(scope, "one", "test.fail", until=2)
    push(scope, "one", "test.effect", n=3)
    drain_jobs()

    assert recorded() == [1, 3]
    assert get_job(scope, bad).state is JobState.FAILED
    assert get_job(scope, bad).attempt == 1
    retry_job(scope, bad)
    drain_jobs()
    assert recorded() == [1, 3, 2]


@pytest.mark.usefixtures("queue")
def test_a_job_whose_database_was_away_is_done_in_its_place(scope: Scope) -> None:
    push(scope, "one", "test.effect", n=1)
    push(scope, "one", "test.cut_off", n=2, until=3)
    push(scope, "one", "test.effect", n=3)
    drain_jobs()

    assert recorded() == [1, 2, 3]


@pytest.mark.usefixtures("queue")
def test_a_job_waits_in_its_place_until_its_database_is_back(scope: Scope) -> None:
    """However often it looks in vain: nobody has to try it again."""
    away = push(scope, "one", "test.cut_off", n=1, until=30)
    push(scope, "one", "test.effect", n=2)
    drain_jobs(with_delayed=False)

    job = get_job(scope, away)
    assert (job.state, job.attempt) == (JobState.QUEUED, 1)
    assert recorded() == []  # what is behind it waits too
    drain_jobs()
    assert recorded() == [1, 2]


@pytest.mark.usefixtures("queue")
def test_a_job_that_does_not_find_its_database_for_a_day_stops_nobody_any_more(
    scope: Scope,
) -> None:
    away = push(scope, "one", "test.cut_off", n=1)
    push(scope, "one", "test.effect", n=2)
    drain_jobs(with_delayed=False)
    Job.objects.in_scope(scope).filter(pk=away).update(outage_since=utcnow() - OUTAGE_PATIENCE)
    drain_jobs()

    assert recorded() == [2]
    assert get_job(scope, away).state is JobState.FAILED


@pytest.mark.usefixtures("queue")
def test_a_job_that_kills_its_worker_is_dead_after_three_and_the_lane_goes_on(scope: Scope) -> None:
    poison = push(scope, "one", "test.effect", n=1)
    push(scope, "one", "test.effect", n=2)
    for _ in range(3):  # three workers died at it
        claim_job(scope, poison, None)
    rescue_abandoned()

    drain_jobs()

    assert get_job(scope, poison).state is JobState.DEAD
    assert recorded() == [2]


@pytest.mark.usefixtures("queue")
def test_a_long_lane_gives_way_after_its_turn(
    scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "TURN_JOBS", 3)
    push_all(scope, "long", "test.effect", [{"n": n} for n in range(7)])
    push(scope, "short", "test.effect", n=100)
    drain_jobs()

    assert recorded() == [0, 1, 2, 100, 3, 4, 5, 6]


@pytest.mark.usefixtures("queue")
def test_lanes_of_two_tenants_with_one_name_are_two_lanes(scope: Scope, other_scope: Scope) -> None:
    push(scope, "one", "test.effect", n=1)
    push(other_scope, "one", "test.effect", n=2)
    claim = Claimer(None).claim_in_lane(scope, "one")

    assert claim and claim.scope.tenant_id == scope.tenant_id
    assert Claimer(None).claim_in_lane(scope, "one") is None
    drain_jobs()
    assert recorded() == [2]
    assert jobs_page(other_scope, lane="one").jobs != jobs_page(scope, lane="one").jobs


def test_a_lane_whose_job_runs_is_left_alone(shared_scope: Scope) -> None:
    push(shared_scope, "one", "test.effect", n=1)
    push(shared_scope, "one", "test.effect", n=2)
    claim = Claimer(None).claim_next()
    assert claim

    assert drain_jobs() == 0
    assert recorded() == []

    execute(claim)
    drain_jobs()
    assert recorded() == [1, 2]


def test_a_job_that_commits_late_is_done_next_and_not_skipped(shared_scope: Scope) -> None:
    asked, may_commit = threading.Event(), threading.Event()

    def late() -> None:
        with transaction.atomic():
            push(shared_scope, "one", "test.effect", n=1)
            asked.set()
            assert may_commit.wait(60)
        connections.close_all()

    thread = threading.Thread(target=late)
    thread.start()
    assert asked.wait(60)
    push(shared_scope, "one", "test.effect", n=2)
    drain_jobs()
    may_commit.set()
    thread.join(60)
    push(shared_scope, "one", "test.effect", n=3)
    drain_jobs()

    assert recorded() == [2, 1, 3]


def test_several_threads_do_each_job_of_a_lane_once_and_in_order(shared_scope: Scope) -> None:
    push_all(shared_scope, "one", "test.effect", [{"n": n} for n in range(50)])

    def work() -> None:
        while active_jobs(shared_scope):
            drain_jobs()
        connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert recorded() == list(range(50))
