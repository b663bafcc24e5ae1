import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections, transaction

from pramana.jobs import lanes
from pramana.jobs.contracts import JobState
from pramana.jobs.lanes import drain
from pramana.jobs.queue import push, push_all
from pramana.jobs.selectors import get_job, job_counts, jobs_page
from pramana.jobs.services import retry_job
from pramana.jobs.testing import claim_job, drain_jobs
from pramana.kit.scope import Scope
from tests.jobs.sample_tasks import recorded


def in_thread(function, *arguments):
    """Run on a connection of its own, as another process would."""

    def call():
        try:
            return function(*arguments)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(call).result(timeout=60)


def waiting_tokens() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo'")
        return cursor.fetchone()[0]


@pytest.mark.usefixtures("queue")
def test_a_lane_is_drained_oldest_first(scope: Scope) -> None:
    for n in range(20):
        push(scope, "one", "test.effect", n=n)
    push_all(scope, "one", "test.effect", [{"n": n} for n in range(20, 30)])
    drain_jobs()

    assert recorded() == list(range(30))
    assert job_counts(scope)[JobState.DONE] == 30


@pytest.mark.usefixtures("queue")
def test_one_drain_takes_all_tokens_of_its_lane(scope: Scope) -> None:
    for n in range(20):
        push(scope, "one", "test.effect", n=n)
    push(scope, "two", "test.effect", n=99)
    assert waiting_tokens() == 21

    drain(scope.tenant_id, "one")

    assert waiting_tokens() == 1


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
def test_a_job_that_never_finds_its_database_stops_nobody(scope: Scope) -> None:
    bad = push(scope, "one", "test.cut_off", n=1)
    push(scope, "one", "test.effect", n=2)
    drain_jobs()

    assert recorded() == [2]
    job = get_job(scope, bad)
    assert (job.state, job.attempt) == (JobState.FAILED, 3)


@pytest.mark.usefixtures("queue")
def test_a_job_that_kills_its_worker_is_dead_after_three_and_the_lane_goes_on(scope: Scope) -> None:
    poison = push(scope, "one", "test.effect", n=1)
    push(scope, "one", "test.effect", n=2)
    for _ in range(3):  # three workers died at it
        claim_job(scope, poison, None)

    drain(scope.tenant_id, "one")

    assert get_job(scope, poison).state is JobState.DEAD
    assert recorded() == [2]


@pytest.mark.usefixtures("queue")
def test_a_long_lane_gives_way_after_its_turn(
    scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "TURN_JOBS", 3)
    push_all(scope, "long", "test.effect", [{"n": n} for n in range(7)])
    push(scope, "short", "test.effect", n=100)
    drain_jobs()

    assert recorded() == [0, 1, 2, 100, 3, 4, 5, 6]


@pytest.mark.usefixtures("queue")
def test_lanes_of_two_tenants_with_one_name_are_two_lanes(scope: Scope, other_scope: Scope) -> None:
    push(scope, "one", "test.effect", n=1)
    push(other_scope, "one", "test.effect", n=2)

    drain(scope.tenant_id, "one")

    assert recorded() == [1]
    assert [job.state for job in jobs_page(other_scope).jobs] == [JobState.QUEUED]
    assert jobs_page(other_scope, lane="one").jobs != jobs_page(scope, lane="one").jobs


def test_whoever_finds_the_lane_taken_leaves(shared_scope: Scope) -> None:
    push(shared_scope, "one", "test.effect", n=1)

    with lanes._held(shared_scope, "one") as mine:
        assert mine
        in_thread(drain, shared_scope.tenant_id, "one")
        assert recorded() == []

    drain(shared_scope.tenant_id, "one")
    assert recorded() == [1]


def test_a_job_that_arrives_while_the_drain_lets_go_is_not_forgotten(
    shared_scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The race of the lost wake-up: the newcomer leaves because the lane is still held, and the
    holder has already seen that nothing is left."""
    push(shared_scope, "one", "test.effect", n=1)
    look, arrived = lanes._do_next, []

    def newcomer() -> None:
        push(shared_scope, "one", "test.effect", n=2)
        drain(shared_scope.tenant_id, "one")  # finds the lane taken and leaves

    def looks(*arguments):
        done = look(*arguments)
        if not done and not arrived:
            arrived.append(True)
            in_thread(newcomer)
        return done

    monkeypatch.setattr(lanes, "_do_next", looks)
    drain(shared_scope.tenant_id, "one")

    assert arrived
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


def test_two_drains_at_once_do_each_job_once_and_in_order(shared_scope: Scope) -> None:
    push_all(shared_scope, "one", "test.effect", [{"n": n} for n in range(50)])

    threads = [
        threading.Thread(target=in_thread, args=(drain, shared_scope.tenant_id, "one"))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    drain_jobs()  # on a slow machine a drain's turn may have been over before

    assert recorded() == list(range(50))
