"""A thousand accepted jobs, their worker killed ten times at random moments."""

import os
import random
import time

from pramana.jobs.contracts import JobState
from pramana.jobs.queue import enqueue, push
from pramana.jobs.selectors import active_jobs, job_counts
from pramana.kit.scope import Scope
from tests.jobs.processes import WorkerProcess
from tests.jobs.sample_tasks import recorded
from tests.waiting import wait_until

pytest_plugins = ["tests.jobs.fixtures"]
JOBS, KILLS, LANES = 1000, 10, 10
PATIENCE_S = 180.0


def kill_at_random(worker: WorkerProcess, seed: int) -> None:
    """Each time after some more work was done, at a moment of chance."""
    moments = random.Random(seed)
    for kill in range(KILLS):
        wait_until(lambda kill=kill: len(recorded()) >= kill * JOBS * 0.09, PATIENCE_S)
        time.sleep(moments.uniform(0, 0.5))
        worker.kill()
        worker.start_again()


def test_a_thousand_jobs_and_ten_kills_give_a_thousand_effects(
    shared_scope: Scope, worker: WorkerProcess
) -> None:
    seed = int(os.environ.get("PRAMANA_SEED", time.time_ns() % 10_000))
    print(f"seed {seed}")
    for n in range(JOBS):
        enqueue(shared_scope, "test.effect", n=n, pause=0.01)

    kill_at_random(worker, seed)

    wait_until(lambda: not active_jobs(shared_scope), PATIENCE_S)
    assert sorted(recorded()) == list(range(JOBS))
    assert job_counts(shared_scope)[JobState.DONE] == JOBS


def test_ten_lanes_keep_their_order_through_ten_kills(
    shared_scope: Scope, worker: WorkerProcess
) -> None:
    seed = int(os.environ.get("PRAMANA_SEED", time.time_ns() % 10_000))
    print(f"seed {seed}")
    for n in range(JOBS):
        push(shared_scope, f"lane {n % LANES}", "test.effect", n=n, pause=0.005)

    kill_at_random(worker, seed)

    wait_until(lambda: not active_jobs(shared_scope), PATIENCE_S)
    done = recorded()
    assert sorted(done) == list(range(JOBS))
    for lane in range(LANES):
        assert [n for n in done if n % LANES == lane] == list(range(lane, JOBS, LANES))
