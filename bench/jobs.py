"""Jobs a second, how soon a job is picked up, and lanes, beside what the database itself allows.

`./run bench jobs [--jobs N]`. Everything runs on a durable server of its own: with every commit on
disk, the limit for one writer is a loop of bare INSERTs, each in its own transaction, and the peer
for the queue is procrastinate alone with a task that does nothing. Rates suffer from whatever else
the machine does; the CPU time a job costs its worker hardly does, so it is given too.
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
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from pramana.kit.scope import Scope

LANES = (1, 10, 1000)
CONCURRENCY = 4
PATIENCE_S = 600.0


def main(argv: list[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench jobs", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1000, help="how many of each kind")
    count = parser.parse_args(argv).jobs
    with durable_database():
        insert, (bare, bare_cpu) = bare_inserts(count), bare_queue(count)
        asked = asking(count)
        figures = {
            "jobs": count,
            "worker_threads": CONCURRENCY,
            "limit_inserts_per_s": insert,
            "limit_procrastinate_per_s": bare,
            "limit_procrastinate_cpu_ms": bare_cpu,
            "enqueue_per_s": asked,
            "enqueue_of_limit": round(asked / insert, 2),
            **with_worker(count),
            **claim_cost(1_000),
            **claim_cost(10_000),
        }
        rates = [
            name for name in figures if name.startswith(("jobs_per", "lanes")) and "per" in name
        ]
        shares = {f"{name[:-6]}_of_limit": round(figures[name] / bare, 2) for name in rates}
        return figures | shares


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


def bare_queue(count: int) -> tuple[float, float]:
    """What procrastinate alone drains, with as many jobs at once and a task that does nothing."""
    from procrastinate import App, PsycopgConnector

    from pramana.jobs.database import connection_parameters

    app = App(connector=PsycopgConnector(kwargs=connection_parameters(), min_size=1, max_size=4))

    @app.task(name="bench.bare")
    async def bare() -> None:
        """Nothing."""

    async def drain() -> tuple[float, float]:
        async with app.open_async():
            await app.schema_manager.apply_schema_async()
            await bare.batch_defer_async(*[{} for _ in range(count)])
            began, cpu = time.perf_counter(), time.process_time()
            await app.run_worker_async(
                wait=False,
                concurrency=CONCURRENCY,
                delete_jobs="always",
                install_signal_handlers=False,
            )
            spent = (time.process_time() - cpu) * 1000 / count
            return per_second(count, began), round(spent, 2)

    return asyncio.run(drain())


def asking(count: int) -> float:
    from pramana.jobs.queue import enqueue

    scope = Scope(tenant_id=new_tenant())
    began = time.perf_counter()
    for _ in range(count):
        enqueue(scope, "bench.nothing")
    return per_second(count, began)


def with_worker(count: int) -> dict[str, float]:
    """The jobs asked for above, then one at a time, then lanes, all by one worker process."""
    process = subprocess.Popen([sys.executable, "-m", "bench.jobs"])
    try:
        wait_until(worker_is_alive)
        figures = measured("jobs", process.pid, lambda: active() or count)
        figures |= pick_up(200)
        for lanes in LANES:
            figures |= measured(f"lanes_{lanes}", process.pid, partial(push_into, lanes, count))
        return figures
    finally:
        process.terminate()
        process.wait(30)


def measured(name: str, pid: int, ask: Callable[[], int]) -> dict[str, float]:
    """Ask for jobs and wait until they are done: how many a second, at what cost."""
    began, cpu = time.perf_counter(), cpu_seconds(pid)
    asked = ask()
    wait_until(lambda: active() == 0)
    rate, spent = per_second(asked, began), (cpu_seconds(pid) - cpu) * 1000 / asked
    return {f"{name}_per_s": rate, f"{name}_cpu_ms": round(spent, 2)}


def cpu_seconds(pid: int) -> float:
    """CPU time of the process so far; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def claim_cost(queued: int) -> dict[str, float]:
    """CPU time of the server for one claim, with so many jobs of one tenant in the queue."""
    from django.db import connection

    from pramana.jobs.claims import Claimer
    from pramana.jobs.queue import push_all

    push_all(Scope(tenant_id=new_tenant()), "", "bench.nothing", [{}] * queued)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    claimer, times = Claimer(None), 500
    began = cpu_seconds(pid)
    for _ in range(times):
        claimer.claim_next()
    spent = (cpu_seconds(pid) - began) * 1000 / times
    return {f"claim_of_{queued}_server_cpu_ms": round(spent, 2)}


def pick_up(times: int) -> dict[str, float]:
    """Milliseconds from asking to starting, for a worker that has nothing else to do."""
    from pramana.jobs.queue import enqueue
    from pramana.jobs.selectors import get_job

    scope, waits = Scope(tenant_id=new_tenant()), []
    for _ in range(times):
        job_id = enqueue(scope, "bench.nothing")
        wait_until(partial(has_ended, scope, job_id))
        job = get_job(scope, job_id)
        if job.started_at:
            waits.append((job.started_at - job.created_at).total_seconds() * 1000)
    cuts = statistics.quantiles(waits, n=100)
    return {"pick_up_p50_ms": round(cuts[49], 1), "pick_up_p95_ms": round(cuts[94], 1)}


def has_ended(scope: Scope, job_id: UUID) -> bool:
    from pramana.jobs.selectors import get_job

    return get_job(scope, job_id).finished_at is not None


def push_into(lanes: int, count: int) -> int:
    from pramana.jobs.queue import push_all

    scope, each = Scope(tenant_id=new_tenant()), max(1, count // lanes)
    for lane in range(lanes):
        push_all(scope, f"lane {lane}", "bench.nothing", [{}] * each)
    return lanes * each


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
