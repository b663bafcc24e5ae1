"""Workers in processes of their own, killed and stopped at bad moments."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest
from django.db import connection

from pramana.jobs.contracts import JobState
from pramana.jobs.liveness import live_workers
from pramana.jobs.queue import enqueue, push_all, retry_job
from pramana.jobs.selectors import active_jobs, get_job, job_counts
from pramana.kit.scope import Scope
from tests.jobs.processes import QUEUE_ALONE, WorkerProcess, queue_worker
from tests.jobs.sample_tasks import recorded, ticks
from tests.waiting import wait_until

pytestmark = pytest.mark.starts
COMMIT_AND_DIE = """
import os, signal, sys, django
django.setup()
from uuid import UUID
from django.db import transaction
from pramana.jobs.queue import enqueue
from pramana.kit.scope import Scope
from tests.jobs import sample_tasks
with transaction.atomic():
    enqueue(Scope(tenant_id=UUID(sys.argv[1])), "test.effect", n=5)
os.kill(os.getpid(), signal.SIGKILL)
"""


def all_ended(scope: Scope) -> bool:
    return not active_jobs(scope)


def test_a_process_killed_right_after_commit_leaves_its_job_behind(
    shared_scope: Scope, worker: WorkerProcess, database_url: str
) -> None:
    died = subprocess.run(
        [sys.executable, "-c", COMMIT_AND_DIE, str(shared_scope.tenant_id)],
        env={
            **os.environ,
            "DATABASE_URL": database_url,
            "DJANGO_SETTINGS_MODULE": QUEUE_ALONE,
        },
    )
    assert died.returncode == -signal.SIGKILL

    wait_until(lambda: recorded() == [5])


def test_jobs_survive_workers_that_are_killed_and_none_has_its_effect_twice(
    shared_scope: Scope, worker: WorkerProcess
) -> None:
    total, moments = 200, random.Random(5)
    for n in range(total):
        enqueue(shared_scope, "test.effect", n=n, pause=0.01)
    for kill in range(4):
        wait_until(lambda kill=kill: len(recorded()) >= min(40 * kill + 1, total))
        time.sleep(moments.uniform(0, 0.3))
        worker.kill()
        worker.start_again()

    wait_until(lambda: all_ended(shared_scope))
    assert sorted(recorded()) == list(range(total))
    assert job_counts(shared_scope)[JobState.DONE] == total


def test_a_lane_keeps_its_order_when_workers_are_killed(
    shared_scope: Scope, worker: WorkerProcess
) -> None:
    payloads = [{"n": n, "pause": 0.01} for n in range(60)]
    push_all(shared_scope, "one", "test.effect", payloads[:30])
    poison = push_all(shared_scope, "one", "test.crash", [{}])[0]
    push_all(shared_scope, "one", "test.effect", payloads[30:])

    for _ in range(3):  # the poisonous job takes three workers with it
        wait_until(lambda: worker.process.poll() is not None)
        worker.start_again()

    wait_until(lambda: all_ended(shared_scope))
    assert recorded() == list(range(60))
    job = get_job(shared_scope, poison)
    assert (job.state, job.crashes) == (JobState.DEAD, 3)


def test_a_job_that_kills_its_worker_three_times_is_dead_and_can_be_tried_again(
    shared_scope: Scope, worker: WorkerProcess
) -> None:
    job_id = enqueue(shared_scope, "test.crash", until=4)
    for _ in range(3):
        wait_until(lambda: worker.process.poll() is not None)
        worker.start_again()
    wait_until(lambda: get_job(shared_scope, job_id).state is JobState.DEAD)

    retry_job(shared_scope, job_id)

    wait_until(lambda: get_job(shared_scope, job_id).state is JobState.DONE)
    assert recorded() == [4]


def test_jobs_beside_one_that_kills_its_worker_do_not_die_with_it(
    shared_scope: Scope, worker: WorkerProcess
) -> None:
    """The innocent see a crash or two, but none sees a third."""
    before = [enqueue(shared_scope, "test.effect", n=n, pause=0.3) for n in range(4)]
    killer = enqueue(shared_scope, "test.crash", after=0.2)
    after = [enqueue(shared_scope, "test.effect", n=n, pause=0.3) for n in range(4, 8)]

    for _ in range(20):
        wait_until(lambda: worker.process.poll() is not None or all_ended(shared_scope))
        if all_ended(shared_scope):
            break
        worker.start_again()

    assert get_job(shared_scope, killer).state is JobState.DEAD
    innocent = [get_job(shared_scope, job) for job in before + after]
    assert {job.state for job in innocent} == {JobState.DONE}
    assert max(job.crashes for job in innocent) < 3
    assert sorted(recorded()) == list(range(8))


def test_a_killed_workers_job_is_rescued_by_another_at_once(
    shared_scope: Scope, worker: WorkerProcess, database_url: str
) -> None:
    enqueue(shared_scope, "test.hang", n=1, pause=600)
    wait_until(lambda: recorded() == [-1])
    with queue_worker(database_url):
        wait_until(lambda: len(live_workers()) == 2)
        worker.kill()
        wait_until(lambda: recorded() == [-1, -1, 1])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_stops_soon_whatever_its_jobs_do_and_the_next_one_does_them(
    shared_scope: Scope, worker: WorkerProcess, number: int
) -> None:
    job_id = enqueue(shared_scope, "test.hang", n=1, pause=600)
    lane_id = push_all(shared_scope, "one", "test.hang", [{"n": 2, "pause": 600}])[0]
    wait_until(lambda: sorted(recorded()) == [-2, -1])

    code, seconds = worker.stop(number)

    assert seconds < 10.0  # under two on an idle machine; the jobs would take ten minutes
    assert code == 3  # some threads were still at work
    wait_until(lambda: not live_workers())
    assert {get_job(shared_scope, job).crashes for job in (job_id, lane_id)} == {0}
    worker.start_again()
    wait_until(lambda: all_ended(shared_scope))
    assert sorted(recorded()) == [-2, -2, -1, -1, 1, 2]


def test_a_worker_that_is_only_slow_keeps_its_jobs(
    shared_scope: Scope, worker: WorkerProcess, database_url: str
) -> None:
    """A stopped process is as slow as can be: no heartbeat would survive it, its lock does."""
    job_id = enqueue(shared_scope, "test.hang", n=1, pause=2)
    wait_until(lambda: recorded() == [-1])
    worker.process.send_signal(signal.SIGSTOP)
    with queue_worker(database_url):
        wait_until(lambda: len(live_workers()) == 2)
        enqueue(shared_scope, "test.effect", n=7)
        wait_until(lambda: 7 in recorded())
        time.sleep(5.0)  # several sweeps
        assert get_job(shared_scope, job_id).attempt == 1
        worker.process.send_signal(signal.SIGCONT)
        wait_until(lambda: get_job(shared_scope, job_id).state is JobState.DONE)

    assert sorted(recorded()) == [-1, 1, 7]


def test_work_of_the_clock_is_done(worker: WorkerProcess) -> None:
    wait_until(lambda: ticks() > 0)


def test_a_stopping_worker_lets_short_jobs_end(shared_scope: Scope, worker: WorkerProcess) -> None:
    enqueue(shared_scope, "test.hang", n=1, pause=0.5)
    wait_until(lambda: recorded() == [-1])

    code, _ = worker.stop()

    assert code == 0
    assert recorded() == [-1, 1]


def test_a_worker_comes_back_when_its_connections_are_cut(
    shared_scope: Scope, worker: WorkerProcess
) -> None:
    enqueue(shared_scope, "test.effect", n=1)
    caught = enqueue(shared_scope, "test.hang", n=3, pause=1)
    wait_until(lambda: sorted(recorded()) == [-3, 1])
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    enqueue(shared_scope, "test.effect", n=2)

    wait_until(lambda: all_ended(shared_scope))
    assert sorted(recorded()) == [-3, -3, 1, 2, 3]
    assert get_job(shared_scope, caught).state is JobState.DONE
    wait_until(lambda: len(live_workers()) == 1)
    assert worker.process.poll() is None
