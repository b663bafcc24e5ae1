"""Running jobs: claim one, call its task, end the attempt. Each worker thread has a runner."""

import logging
import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event
from uuid import UUID

from django.db import close_old_connections, connection

from pramana.jobs.cancellation import CallOff, can_be_called_off
from pramana.jobs.claims import Claim, Claimer
from pramana.jobs.errors import Superseded
from pramana.jobs.outcomes import fail
from pramana.jobs.recovery import next_suspect, postpone_suspect
from pramana.jobs.registry import JobContext, find_task
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.observability.context import fresh_ids
from pramana.observability.tracing import span

CHECK_EVERY_S = 0.5
PATIENCE_S = 20.0
"""How long nothing new is started for the sake of a job that must run alone."""


class CrashIsolation:
    """The jobs that run in this process now, by the number of crashes each has seen.

    When a process dies, every job in it is a suspect, and all but one are innocent. So a job that
    saw a crash runs beside jobs that never did, but beside no other suspect; one that saw two runs
    with nothing beside it. The third crash, which makes a job a dead letter, is therefore its own.
    """

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self.closing = threading.Event()
        """Set when the worker stops: nobody who waits is admitted any more."""
        self._changed = threading.Condition()
        self._running: Counter[int] = Counter()
        self._waiting_alone = 0

    @property
    def suspect_runs(self) -> bool:
        return bool(self._running[1] or self._running[2])

    @property
    def alone_is_wanted(self) -> bool:
        """Whether a job waits until nothing else runs here."""
        return bool(self._waiting_alone)

    @contextmanager
    def admit(self, crashes: int) -> Iterator[bool]:
        """Count a job among those that run; False when it may not run now or the worker stops.

        A suspect beside another suspect is refused at once, so that it keeps no thread from other
        jobs. A job that must run alone waits a while for the others to end, and nothing new is
        admitted meanwhile.
        """
        level = min(crashes, 2)
        with self._changed:
            admitted = self._wait_alone() if level == 2 else self._wait_beside(level)
            self._running[level] += admitted
        try:
            yield admitted
        finally:
            with self._changed:
                self._running[level] -= admitted
                self._changed.notify_all()

    def _wait_alone(self) -> bool:
        self._waiting_alone += 1
        try:
            return self._wait_until(lambda: not self._running.total(), self._patience_s)
        finally:
            self._waiting_alone -= 1

    def _wait_beside(self, level: int) -> bool:
        free = self._wait_until(lambda: not self._waiting_alone and not self._running[2], math.inf)
        return free and (level == 0 or not self._running[1])

    def _wait_until(self, condition: Callable[[], bool], seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while not condition():
            if self.closing.is_set() or time.monotonic() > deadline:
                return False
            self._changed.wait(CHECK_EVERY_S)
        return True


TURN_S = 2.0
TURN_JOBS = 200
"""A lane gives way to other work after this long or this many jobs."""
ALONE_AGAIN = timedelta(seconds=60)
"""When to try again a job that must run alone and found others running."""
RUNNING: dict[UUID, Claim] = {}
"""What this process is doing now, so that a stopping worker can hand it back."""
CALL_OFFS: dict[UUID, CallOff] = {}
"""How each of them can be called off."""
ISOLATION = CrashIsolation()
STOPPING = Event()
"""Set when the worker stops: no further job is claimed."""
logger = logging.getLogger(__name__)


class JobRunner:
    """Claims and runs jobs for one thread, in the isolation that all threads share."""

    def __init__(
        self,
        worker_id: int | None,
        isolation: CrashIsolation = ISOLATION,
        *,
        for_guests: bool = False,
    ) -> None:
        self._claimer = Claimer(worker_id, for_guests=for_guests)
        self._isolation = isolation

    def run_next(self, on_claim: Callable[[], None] = lambda: None) -> bool:
        """Run the next job, and where it is in a lane those behind it until the turn is over.

        `on_claim` is called before the first one runs, because there may be more for others.
        """
        claim = self._claim_and_run(None, on_claim)
        if claim is None:
            return False
        jobs, until = 1, time.monotonic() + TURN_S
        while claim and claim.lane and not STOPPING.is_set():
            if jobs >= TURN_JOBS or time.monotonic() >= until:
                self._claimer.give_way(claim.scope, claim.lane)
                break
            claim, jobs = self._claim_and_run(claim, on_claim), jobs + 1
        return True

    def run_suspect(self) -> bool:
        """Run a job that saw a crash, if it may run beside those that run here now."""
        suspect = next_suspect(at_least=2 if self._isolation.suspect_runs else 1)
        if suspect is None or STOPPING.is_set():
            return False
        scope = Scope(tenant_id=suspect.tenant_id)
        with self._isolation.admit(suspect.crashes) as admitted:
            claim = self._claimer.claim_one(scope, suspect.id) if admitted else None
            if claim:
                execute(claim)
        if not admitted and suspect.crashes >= 2 and not STOPPING.is_set():
            postpone_suspect(suspect, until=utcnow() + ALONE_AGAIN)
        return claim is not None

    def _claim_and_run(self, previous: Claim | None, on_claim: Callable[[], None]) -> Claim | None:
        with self._isolation.admit(0) as admitted:
            if not admitted or STOPPING.is_set():
                return None
            claim = (
                self._claimer.claim_in_lane(previous.scope, previous.lane)
                if previous
                else self._claimer.claim_next()
            )
            if claim:
                if not previous:
                    on_claim()
                execute(claim)
        return claim


def execute(claim: Claim) -> None:
    """Call the task. Whatever it raises is written to the job's row."""
    ids = {"request_id": claim.scope.trace_id, "tenant_id": claim.scope.tenant_id}
    with _registered(claim), fresh_ids(**ids, job_id=claim.id, run_id=claim.run_id):
        try:
            _call(claim)
        except Superseded:
            logger.info("attempt %s of job %s no longer counts", claim.attempt, claim.id)
        except (Exception, SystemExit) as error:
            _record_failure(claim, error)


def _call(claim: Claim) -> None:
    job = JobContext(claim)
    with span("job", claim.scope, job_id=claim.id, task=claim.name, attempt=claim.attempt):
        find_task(claim.name).call(job, **claim.payload)
        job.finish()


def _record_failure(claim: Claim, error: BaseException) -> None:
    # The message may quote what was read, so it goes to the tenant's row and not to the log.
    logger.warning(
        "attempt %s of job %s (%s) raised %s",
        claim.attempt, claim.id, claim.name, type(error).__name__,
    )  # fmt: skip
    if not connection.in_atomic_block:
        close_old_connections()  # the error may be that the connection broke
    try:
        fail(claim, error, at=utcnow())
    except Superseded:
        logger.info("job %s had already ended", claim.id)


@contextmanager
def _registered(claim: Claim) -> Iterator[None]:
    RUNNING[claim.id] = claim
    try:
        with can_be_called_off(claim.id, claim.attempt) as call_off:
            CALL_OFFS[claim.id] = call_off
            yield
    finally:
        if RUNNING.get(claim.id) is claim:
            del RUNNING[claim.id]
            CALL_OFFS.pop(claim.id, None)
