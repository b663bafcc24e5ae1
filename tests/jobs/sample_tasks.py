"""Tasks for trying the queue: each leaves a row that can be counted, or misbehaves on purpose."""

import os
import signal
import time

from django.db import OperationalError, connection

from pramana.jobs.registry import JobContext, doubling, periodic, task

TABLES = """
    CREATE TABLE IF NOT EXISTS test_effects (at bigserial, n int, attempt int, pid int);
    CREATE TABLE IF NOT EXISTS test_ticks (pid int);
"""


def record(n: int, attempt: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO test_effects (n, attempt, pid) VALUES (%s, %s, %s)",
            [n, attempt, os.getpid()],
        )


def recorded() -> list[int]:
    """The numbers of the effects so far, in the order of their insertion."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT n FROM test_effects ORDER BY at")
        return [row[0] for row in cursor.fetchall()]


@task("test.effect", attempts=3, backoff=doubling(0.01))
def effect(job: JobContext, n: int, pause: float = 0.0) -> None:
    time.sleep(pause)
    with job.commit():
        record(n, job.attempt)


@task("test.effect_slowly_committed")
def effect_slowly_committed(job: JobContext, n: int, pause: float) -> None:
    with job.commit():
        record(n, job.attempt)
        time.sleep(pause)


@task("test.fail", attempts=3, backoff=doubling(0.01))
def fail(job: JobContext, until: int = 99) -> None:
    """Fails before attempt `until`, then has its effect."""
    if job.attempt < until:
        raise ValueError("not yet")
    with job.commit():
        record(job.attempt, job.attempt)


@task("test.cut_off")
def cut_off(job: JobContext, n: int, until: int = 99) -> None:
    """Loses its database before attempt `until`."""
    if job.attempt < until:
        raise OperationalError("the server closed the connection")
    with job.commit():
        record(n, job.attempt)


@task("test.nothing")
def nothing(job: JobContext) -> None:
    """Never commits by itself."""


@task("test.crash")
def crash(job: JobContext, until: int = 99, after: float = 0.0) -> None:
    """Takes its process down before attempt `until`."""
    time.sleep(after)
    if job.attempt < until:
        os.kill(os.getpid(), signal.SIGKILL)
    with job.commit():
        record(job.attempt, job.attempt)


@task("test.hang")
def hang(job: JobContext, n: int, pause: float = 60.0) -> None:
    """The first attempt answers to nothing for a while, then tries to have its effect."""
    record(-n, job.attempt)
    if job.attempt == 1:
        time.sleep(pause)
    with job.commit():
        record(n, job.attempt)


@task("test.progress")
def progress(job: JobContext, steps: int) -> None:
    for step in range(1, steps + 1):
        job.progress("counting", step, steps)


@periodic("test.tick", cron="* * * * *")
def tick() -> None:
    """A worker that starts does the last minute's tick, if nobody has."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO test_ticks VALUES (%s)", [os.getpid()])


def ticks() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM test_ticks")
        return int(cursor.fetchone()[0])
