"""Jobs a second, how soon a job is picked up, and lanes, beside what the database itself allows.

`./run bench jobs [--jobs N]`. Everything runs on a durable server of its own: with every commit on
disk, the limit for one writer is a loop of bare INSERTs, each in its own transaction, and for the
queue it is procrastinate alone with a task that does nothing. Figures are per second unless said.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid4

LANES = (1, 10, 1000)
CONCURRENCY = 4
PATIENCE_S = 600.0


def main(argv: list[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench jobs", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1000, help="how many of each kind")
    count = parser.parse_args(argv).jobs
    with durable_database():
        insert, bare = bare_inserts(count), bare_queue(count)
        asked = asking(count)
        done, latency, lanes = with_worker(count)
        return {
            "jobs": count,
            "worker_threads": CONCURRENCY,
            "limit_inserts_per_s": insert,
            "limit_procrastinate_per_s": bare,
            "enqueue_per_s": asked,
            "enqueue_of_limit": round(asked / insert, 2),
            "jobs_per_s": done,
            "jobs_of_limit": round(done / bare, 2),
            **latency,
            **{f"lanes_{n}_per_s": rate for n, rate in lanes.items()},
            **{f"lanes_{n}_of_limit": round(rate / bare, 2) for n, rate in lanes.items()},
        }


@contextmanager
def durable_database() -> Iterator[None]:
    """Django on an empty, migrated database of its own that writes every commit to disk."""
    from pramana.postgres.server import use_server
    from pramana.postgres.testing import scratch_data_dir

    with scratch_data_dir(in_memory=False) as folder, use_server(folder) as url:
        os.environ.update(
            DATABASE_URL=url,
            PRAMANA_DATA=str(folder),
            PRAMANA_LOG_LEVEL="error",
            DJANGO_SETTINGS_MODULE="config.settings",
        )
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", verbosity=0, skip_checks=True)
        register_tasks()
        yield
        connections.close_all()


def register_tasks() -> None:
    from pramana.jobs.registry import JobContext, task

    @task("bench.nothing")
    def nothing(job: JobContext) -> None:
        """Only what every job costs."""


def bare_inserts(count: int) -> float:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_rows (id uuid PRIMARY KEY, words jsonb)")
        began = time.perf_counter()
        for _ in range(count):
            cursor.execute("INSERT INTO bench_rows VALUES (%s, '{}')", [uuid4()])
    return per_second(count, began)


def bare_queue(count: int) -> float:
    """What procrastinate alone drains, with as many jobs at once and a task that does nothing."""
    from procrastinate import App, PsycopgConnector

    from pramana.jobs.connection import connection_parameters

    app = App(connector=PsycopgConnector(kwargs=connection_parameters(), min_size=1, max_size=4))

    @app.task(name="bench.bare")
    async def bare() -> None:
        """Nothing."""

    async def drain() -> float:
        async with app.open_async():
            await bare.batch_defer_async(*[{} for _ in range(count)])
            began = time.perf_counter()
            await app.run_worker_async(
                wait=False,
                concurrency=CONCURRENCY,
                delete_jobs="always",
                install_signal_handlers=False,
            )
            return per_second(count, began)

    return asyncio.run(drain())


def asking(count: int) -> float:
    from pramana.jobs.queue import enqueue
    from pramana.kit.scope import Scope

    scope = Scope(tenant_id=new_tenant())
    began = time.perf_counter()
    for _ in range(count):
        enqueue(scope, "bench.nothing")
    return per_second(count, began)


def with_worker(count: int) -> tuple[float, dict[str, float], dict[int, float]]:
    """The jobs asked for above, then one at a time, then lanes, all by one worker process."""
    process = subprocess.Popen([sys.executable, "-m", "bench.jobs"])
    try:
        wait_until(worker_is_alive)
        began = time.perf_counter()
        left = active()
        wait_until(lambda: active() == 0)
        done = per_second(left, began)
        return done, pick_up(200), {lanes: drained(lanes, count) for lanes in LANES}
    finally:
        process.terminate()
        process.wait(30)


def pick_up(times: int) -> dict[str, float]:
    """Milliseconds from asking to starting, for a worker that has nothing else to do."""
    from pramana.jobs.queue import enqueue
    from pramana.jobs.selectors import get_job
    from pramana.kit.scope import Scope

    scope, waits = Scope(tenant_id=new_tenant()), []
    for _ in range(times):
        job_id = enqueue(scope, "bench.nothing")
        wait_until(lambda job_id=job_id: get_job(scope, job_id).finished_at)  # type: ignore[misc]  # the default binds it now
        job = get_job(scope, job_id)
        if job.started_at:
            waits.append((job.started_at - job.created_at).total_seconds() * 1000)
    cuts = statistics.quantiles(waits, n=100)
    return {"pick_up_p50_ms": round(cuts[49], 1), "pick_up_p95_ms": round(cuts[94], 1)}


def drained(lanes: int, count: int) -> float:
    from pramana.jobs.queue import push_all
    from pramana.kit.scope import Scope

    scope, each = Scope(tenant_id=new_tenant()), max(1, count // lanes)
    began = time.perf_counter()
    for lane in range(lanes):
        push_all(scope, f"lane {lane}", "bench.nothing", [{}] * each)
    wait_until(lambda: active() == 0)
    return per_second(lanes * each, began)


def new_tenant() -> UUID:
    from pramana.tenancy.testing import make_tenant

    return make_tenant().tenant_id


def active() -> int:
    from pramana.jobs.contracts import ACTIVE
    from pramana.jobs.selectors import jobs_by_state

    counts = jobs_by_state()
    return sum(counts[state] for state in ACTIVE)


def worker_is_alive() -> bool:
    from pramana.jobs.liveness import live_workers

    return bool(live_workers())


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError("The worker did not get there.")
        time.sleep(0.005)


def per_second(count: int, began: float) -> float:
    return round(count / (time.perf_counter() - began), 1)


def work() -> None:
    """The worker's side: `python -m bench.jobs`."""
    import django

    django.setup()
    register_tasks()
    from pramana.jobs.worker import run_worker

    run_worker(CONCURRENCY)


if __name__ == "__main__":
    work()
