"""Jobs that must run in order: one at a time per lane, oldest first, from our own rows.

Order never rests on the queue. A drain takes the lane's oldest job that has not ended, whatever
token woke it, so a job that commits late is done next and none is skipped. Two drains of one lane
would do no harm (the attempt number fences them), only waste; an advisory lock keeps them apart.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event
from uuid import UUID

from django.db import DatabaseError, connection
from django.db.models import QuerySet

from pramana.jobs.claims import start_waiting
from pramana.jobs.company import COMPANY, until_next_try
from pramana.jobs.connection import quick_transaction
from pramana.jobs.contracts import ACTIVE, JobState
from pramana.jobs.endings import ask_for
from pramana.jobs.models import Job
from pramana.jobs.perform import crashes_of, execute, is_taken
from pramana.jobs.tokens import take_drain_tokens
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope

TURN_S = 2.0
TURN_JOBS = 200
"""A drain gives way to other lanes after this long or this many, and asks for another turn."""
stopping = Event()
"""Set when the worker stops: no drain starts another job."""


def drain(tenant_id: UUID, lane: str, worker_id: int | None = None) -> None:
    """Do the lane's jobs until there are none, or our turn is over.

    Whoever finds the lane taken leaves at once. That loses nothing: its job was committed before,
    and the drain that holds the lane looks again after letting go.
    """
    scope, turn = Scope(tenant_id=tenant_id), _Turn()
    while True:
        with _held(scope, lane) as mine:
            if not mine:
                return
            take_drain_tokens(tenant_id, lane)
            while not turn.over and _do_next(scope, lane, worker_id, turn):
                turn.jobs += 1
        head = _unended(scope, lane).first()
        if head is None or is_taken(head, worker_id):
            return  # nothing is left, or another drain is at it after all and will go on
        if turn.over:
            ask_for(head, at=utcnow() + until_next_try(head.crashes) if turn.unwelcome else None)
            return


class _Turn:
    def __init__(self) -> None:
        self.jobs = 0
        self.unwelcome = False
        """The next job may not run beside those that run here now."""
        self._until = time.monotonic() + TURN_S

    @property
    def over(self) -> bool:
        spent = self.jobs >= TURN_JOBS or time.monotonic() >= self._until
        return spent or self.unwelcome or stopping.is_set()


def _unended(scope: Scope, lane: str) -> QuerySet[Job]:
    return Job.objects.in_scope(scope).filter(lane=lane, state__in=ACTIVE).order_by("position")


def _do_next(scope: Scope, lane: str, worker_id: int | None, turn: _Turn) -> bool:
    """Do the oldest job, if it is to be done here and now."""
    if _done(scope, lane, worker_id, 0):
        return True
    crashes = _crashes_of_next(scope, lane, worker_id)
    if crashes is None:
        return False
    done = _done(scope, lane, worker_id, crashes)
    turn.unwelcome = done is None
    return bool(done)


def _done(scope: Scope, lane: str, worker_id: int | None, crashes: int) -> bool | None:
    """Do the oldest job if it saw no more crashes than this; None where it may not run now."""
    with COMPANY.join(crashes) as welcome:
        if not welcome:
            return None
        claim = start_waiting(scope, worker_id, at=utcnow(), lane=lane, crashes=crashes)
        if claim:
            execute(claim)
    return claim is not None


def _crashes_of_next(scope: Scope, lane: str, worker_id: int | None) -> int | None:
    """What the oldest has seen; one that dies of its crashes makes room for the one behind it."""
    if not _unended(scope, lane).exists():
        return None
    with quick_transaction():
        while row := _unended(scope, lane).select_for_update(of=("self",)).first():
            crashes = crashes_of(row, worker_id)
            if crashes is not None or row.state != JobState.DEAD:
                return crashes
    return None


@contextmanager
def _held(scope: Scope, lane: str) -> Iterator[bool]:
    """Hold the lane on this thread's connection; False when someone else does."""
    key = f"lane/{scope.tenant_id}/{lane}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 11))", [key])
        mine = bool(cursor.fetchone()[0])
    try:
        yield mine
    finally:
        if mine:
            with suppress(DatabaseError), connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 11))", [key])
