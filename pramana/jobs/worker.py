"""The process that runs jobs: as many machines as you like, each with a few jobs at a time.

Of the periodic work of the whole system, one worker starts each tick.
"""

import logging
import signal
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import DatabaseError, close_old_connections, connections

from pramana.jobs.database import drop_broken_connection, execute_prepared
from pramana.jobs.events import CHANGES
from pramana.jobs.liveness import WorkerSession
from pramana.jobs.outcomes import hand_back
from pramana.jobs.recovery import (
    LostJobs,
    call_off_ended,
    end_delays,
    report_all_cancelled,
    rescue_abandoned,
)
from pramana.jobs.registry import PERIODIC, Periodic
from pramana.jobs.runner import CALL_OFFS, ISOLATION, RUNNING, STOPPING, JobRunner
from pramana.kit.clock import utcnow

LATE = timedelta(minutes=10)
"""A tick that nobody had time for is made up for within this time; then the next one will do."""
FIELDS = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 6))
TAKE_TICK = """
    INSERT INTO jobs_periodictick AS tick (name, minute) VALUES (%(name)s, %(minute)s)
        ON CONFLICT (name) DO UPDATE SET minute = excluded.minute
     WHERE tick.minute < excluded.minute
 RETURNING name
"""


def cron_matches(cron: str, minute: datetime) -> bool:
    """Whether a minute (in UTC) belongs to a cron line of five fields.

    A field is `*`, a number, a range, a list of these with commas, or one of them with a step.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)  # a Monday
    >>> [cron_matches(line, noon) for line in ("*/10 * * * *", "0 9-17 * * 1", "5,17 * * * *")]
    [True, True, False]
    """
    now = (minute.minute, minute.hour, minute.day, minute.month, minute.isoweekday() % 7)
    fields = cron.split()
    if len(fields) != len(FIELDS):
        raise ValueError(f"A cron line has five fields; {cron!r} has {len(fields)}.")
    return all(
        value in _values(field, *bounds)
        for field, bounds, value in zip(fields, FIELDS, now, strict=True)
    )


def _values(field: str, lowest: int, highest: int) -> set[int]:
    values: set[int] = set()
    for part in field.split(","):
        span, _, step = part.partition("/")
        first, _, last = span.partition("-")
        if span == "*":
            first, last = str(lowest), str(highest)
        end = int(last) if last else highest if step else int(first)
        values.update(range(int(first), end + 1, int(step or 1)))
    return values


def last_tick(cron: str, now: datetime) -> datetime | None:
    """The latest minute of the cron line, if it is not too long ago."""
    minute = now.replace(second=0, microsecond=0)
    for back in range(int(LATE.total_seconds()) // 60):
        if cron_matches(cron, earlier := minute - timedelta(minutes=back)):
            return earlier
    return None


class Scheduler:
    """Hands out periodic work, each tick once over all workers.

    What a worker took and did not finish is not taken again: the next tick does it. Periodic work
    must therefore be safe to skip and to do twice.
    """

    def __init__(self) -> None:
        self._minute: datetime | None = None
        self._due: list[tuple[Periodic, datetime]] = []

    def take_due(self) -> Periodic | None:
        """A piece of work whose tick is due and that no other worker has started."""
        now = utcnow()
        minute = now.replace(second=0, microsecond=0)
        if minute != self._minute:
            self._minute = minute
            ticks = [(each, last_tick(each.cron, now)) for each in PERIODIC.values()]
            self._due = [(each, tick) for each, tick in ticks if tick]
        while self._due:
            periodic, tick = self._due[-1]
            taken = execute_prepared(TAKE_TICK, {"name": periodic.name, "minute": tick}).fetchone()
            self._due.pop()  # only now: without a database it stays due
            if taken:
                return periodic
        return None


GRACE_S = 1.2
"""How long a stopping worker waits for its jobs before it hands them back."""
HAND_BACK_S = 1.0
"""How long handing back may take; then whatever is left is rescued by another worker."""
FLUSH_EVERY_S = 0.2
POLL_S = 1.0
"""How often to look for jobs whose delay is over, and for work whose notification was lost."""
SWEEP_S = 2.0
"""How often to look for the jobs of workers that are gone."""
REFRESH_S = 20.0
"""How often a thread checks whether its connection has grown old."""
STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)
logger = logging.getLogger(__name__)


def run_worker(concurrency: int = 4) -> bool:
    """Run jobs until SIGTERM or SIGINT; return within 3 s of it.

    True when every job had ended. False when threads are still at work: their jobs were handed
    back and what they still write is refused, so the caller may clean up and leave by `os._exit`.
    """
    stop = threading.Event()
    for number in STOP_SIGNALS:
        signal.signal(number, lambda *_: stop.set())
    worker = Worker(concurrency)
    worker.start()
    stop.wait()
    ended = worker.stop()
    for number in STOP_SIGNALS:  # a second signal must not cut the caller's cleaning up short
        signal.signal(number, signal.SIG_IGN)
    return ended


class Worker:
    """Threads that each claim and run jobs, one that keeps house, and one that listens.

    One thread more is for guests: it runs jobs of tenants that have none running, so that a tenant
    whose slow jobs fill every other thread keeps nobody waiting.
    """

    def __init__(self, concurrency: int) -> None:
        self._concurrency = concurrency
        self._wakeups, self._guest_wakeups = Wakeups(concurrency), Wakeups(1)
        self._session = WorkerSession(on_work=self._wake)
        self._scheduler = Scheduler()
        self._chores = threading.Lock()
        self._suspects_at = 0.0
        self._lost = LostJobs()
        self._threads = [
            threading.Thread(target=self._work, name=f"job-{number}", daemon=True)
            for number in range(concurrency)
        ]
        self._threads.append(
            threading.Thread(target=self._work_for_guests, name="job-guest", daemon=True)
        )

    def _wake(self) -> None:
        self._wakeups.add()
        self._guest_wakeups.add()

    def start(self) -> None:
        STOPPING.clear()
        ISOLATION.closing.clear()
        CHANGES.collecting = True
        self._session.open()
        for thread in self._threads:
            thread.start()
        threading.Thread(target=self._keep_house, name="housekeeping", daemon=True).start()

    def stop(self) -> bool:
        """Let short jobs end and hand the others back; whether every job had ended.

        All threads are daemons: a task that hangs must not hold up the end of the process.
        """
        STOPPING.set()
        ISOLATION.closing.set()
        self._wakeups.release()
        self._guest_wakeups.release()
        _join(self._threads, GRACE_S)
        ended = not any(thread.is_alive() for thread in self._threads)
        returning = threading.Thread(target=self._hand_back, daemon=True)
        returning.start()
        returning.join(HAND_BACK_S)
        self._session.close()
        CHANGES.collecting = False
        return ended

    def _hand_back(self) -> None:
        try:
            for claim in list(RUNNING.values()):
                hand_back(claim)
            CHANGES.flush()
        except DatabaseError as error:
            logger.warning("jobs are left to be rescued (%s)", type(error).__name__)
        finally:
            connections.close_all()

    def _work(self) -> None:
        self._repeat(self._do_something, self._wakeups, for_guests=False)

    def _work_for_guests(self) -> None:
        self._repeat(self._run_guest, self._guest_wakeups, for_guests=True)

    def _run_guest(self, runner: JobRunner) -> bool:
        """Run a guest's job, but only while every other thread is busy."""
        return len(RUNNING) >= self._concurrency and runner.run_next(self._wake)

    def _repeat(
        self, do_something: Callable[[JobRunner], bool], wakeups: "Wakeups", *, for_guests: bool
    ) -> None:
        while not self._session.alive.wait(POLL_S):
            if STOPPING.is_set():
                return
        runner = JobRunner(self._session.worker_id, for_guests=for_guests)
        refresh_at = time.monotonic() + REFRESH_S
        while not STOPPING.is_set():
            try:
                if not (self._session.alive.is_set() and do_something(runner)):
                    wakeups.wait()
            except Exception as error:  # tasks' own errors end in their rows
                logger.warning("a worker thread had to pause (%s)", type(error).__name__)
                drop_broken_connection()
                STOPPING.wait(POLL_S)
            if time.monotonic() >= refresh_at:
                drop_broken_connection()
                refresh_at = time.monotonic() + REFRESH_S
        connections.close_all()

    def _do_something(self, runner: JobRunner) -> bool:
        """Do what is due next: a suspect, periodic work, or a job."""
        return self._run_suspect(runner) or self._run_periodic() or runner.run_next(self._wake)

    def _run_suspect(self, runner: JobRunner) -> bool:
        with self._chores:
            now = time.monotonic()
            if now < self._suspects_at or ISOLATION.alone_is_wanted:
                return False
            self._suspects_at = now + POLL_S
        found = runner.run_suspect()
        if found:
            self._suspects_at = 0.0
        return found

    def _run_periodic(self) -> bool:
        with self._chores:
            periodic = self._scheduler.take_due()
        if periodic is None:
            return False
        self._wake()
        with ISOLATION.admit(0) as admitted:
            if admitted:
                try:
                    periodic.function()
                except Exception as error:
                    logger.warning("%s raised %s", periodic.name, type(error).__name__)
                    drop_broken_connection()
        return True

    def _keep_house(self) -> None:
        polls = 0.0
        sweeps = 0.0
        while not STOPPING.wait(FLUSH_EVERY_S):
            now = time.monotonic()
            try:
                CHANGES.flush()
                if now >= polls:
                    polls = now + POLL_S
                    end_delays()
                    call_off_ended(dict(CALL_OFFS))
                    self._wake()
                if now >= sweeps and self._session.alive.is_set():
                    sweeps = now + SWEEP_S
                    self._sweep()
            except Exception as error:  # the next round may do better
                logger.warning("housekeeping failed (%s)", type(error).__name__)
                drop_broken_connection()
        connections.close_all()

    def _sweep(self) -> None:
        if self._session.may_rescue and (rescued := rescue_abandoned()):
            logger.info("%s jobs of workers that are gone were queued again", rescued)
        self._lost.hand_back(self._session.worker_id, frozenset(RUNNING))
        report_all_cancelled()
        close_old_connections()


class Wakeups:
    """Tells idle threads to look for work, at most one for each thread at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pending = 0
        self._changed = threading.Condition()
        self._released = False

    def add(self) -> None:
        with self._changed:
            self._pending = min(self._pending + 1, self._most)
            self._changed.notify()

    def wait(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._pending or self._released)
            self._pending = max(0, self._pending - 1)

    def release(self) -> None:
        """Let every thread go, now and later."""
        with self._changed:
            self._released = True
            self._changed.notify_all()


def _join(threads: list[threading.Thread], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    for thread in threads:
        if thread.is_alive():
            thread.join(max(0.0, deadline - time.monotonic()))
