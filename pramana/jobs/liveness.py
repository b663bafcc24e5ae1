"""A worker is alive while it holds its lock. A lock cannot be late, as a heartbeat can.

Each worker process holds a session advisory lock numbered like itself. PostgreSQL frees it the
moment the process is gone, so its jobs can be rescued at once; and a worker that is starved of CPU
for minutes still holds it, so none of its jobs is rescued by mistake.
"""

import logging
import math
import threading
import time
from collections.abc import Callable
from typing import Any

import psycopg
from django.db import connection

from pramana.jobs.database import KEEPALIVES, connection_parameters
from pramana.jobs.events import WORK_CHANNEL

LOCK_CLASS = 0x7072616D
"""Our class among advisory locks with two numbers; the second is the worker's."""
SESSION_NAME = "pramana worker"
"""What PostgreSQL calls a worker's session in its list of activity."""
LISTEN_S = 0.5
CHECK_EVERY_S = 2.0
RECONNECT_S = 1.0
RETURN_S = 15.0
"""How long a worker that lost its database leaves the others to come back before it takes them for
gone: longer than connecting may take."""
LIVE_WORKERS = """
    SELECT objid::bigint FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = %s
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
logger = logging.getLogger(__name__)


def live_workers() -> frozenset[int]:
    """The ids of the workers that are alive now, on whatever machine."""
    with connection.cursor() as cursor:
        cursor.execute(LIVE_WORKERS, [LOCK_CLASS])
        return frozenset(row[0] for row in cursor.fetchall())


class WorkerSession:
    """A worker's own connection: it holds the worker's lock and listens for new work.

    When the connection drops, the session connects again and takes the same lock.
    """

    def __init__(self, on_work: Callable[[], None]) -> None:
        self.worker_id = 0
        self.alive = threading.Event()
        """Set while the lock is held. A worker claims nothing without it."""
        self._lost = False
        self._returned_at = -math.inf
        self._on_work = on_work
        self._closing = threading.Event()
        self._parameters: dict[str, Any] = {}
        self._thread = threading.Thread(target=self._run, name="worker-session", daemon=True)

    @property
    def may_rescue(self) -> bool:
        """Whether workers without their locks are gone.

        After an outage of the database they may be coming back, as this one did.
        """
        return self.alive.is_set() and time.monotonic() - self._returned_at >= RETURN_S

    def open(self) -> None:
        self._parameters = connection_parameters() | KEEPALIVES
        self._thread.start()

    def close(self) -> None:
        """Free the lock; wait for it only as long as one look for notifications takes."""
        self._closing.set()
        self._thread.join(2 * LISTEN_S)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._serve()
            except (psycopg.Error, OSError) as error:
                logger.warning("the worker lost its database (%s)", type(error).__name__)
                self._lost = True
            finally:
                self.alive.clear()
            self._closing.wait(RECONNECT_S)

    def _serve(self) -> None:
        name = {"application_name": SESSION_NAME}
        with psycopg.connect(**self._parameters | name, autocommit=True) as session:
            if not self.worker_id:
                row = session.execute("SELECT nextval('jobs_worker_id')::int").fetchone()
                self.worker_id = row[0] if row else 0
            session.execute("SELECT pg_advisory_lock(%s, %s)", [LOCK_CLASS, self.worker_id])
            session.execute(f"LISTEN {WORK_CHANNEL}")
            if self._lost:
                self._lost, self._returned_at = False, time.monotonic()
            self.alive.set()
            self._on_work()
            self._listen(session)

    def _listen(self, session: psycopg.Connection[Any]) -> None:
        checked_at = time.monotonic()
        while not self._closing.is_set():
            for _ in session.notifies(timeout=LISTEN_S):
                self._on_work()
            if time.monotonic() - checked_at >= CHECK_EVERY_S:
                session.execute("SELECT 1")
                checked_at = time.monotonic()
