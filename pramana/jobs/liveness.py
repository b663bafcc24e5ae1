"""A worker is alive while it holds its lock. A lock cannot be late, as a heartbeat can.

Each worker process holds a session advisory lock numbered like itself. PostgreSQL frees it the
moment the process is gone, so what the process was doing can be rescued at once; and a worker whose
event loop is starved for minutes still holds it, so nothing of its is rescued by mistake.
"""

import asyncio
import contextlib
import logging
from typing import Any

import psycopg
from django.db import connection

from pramana.jobs.connection import KEEPALIVES

LOCK_CLASS = 0x7072616D
"""Our class among advisory locks with two numbers; the second is the worker's."""
CHECK_EVERY_S = 2.0
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


class WorkerLock:
    """Holds a worker's lock on a connection of its own, and takes it again when that drops."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        self._parameters = {
            **parameters,
            **KEEPALIVES,
            "autocommit": True,
            "application_name": "pramana worker lock",
        }
        self._worker_id = 0
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._keeper: asyncio.Task[None] | None = None

    async def hold(self, worker_id: int) -> None:
        """Return once the lock is held; keep it until `release`."""
        await self.release()
        self._worker_id = worker_id
        await self._take()
        self._keeper = asyncio.create_task(self._keep(), name="worker lock")

    async def release(self) -> None:
        if self._keeper:
            self._keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper
            self._keeper = None
        await self._drop()

    async def _take(self) -> None:
        await self._drop()
        self._connection = await psycopg.AsyncConnection.connect(**self._parameters)
        await self._connection.execute(
            "SELECT pg_advisory_lock(%s, %s)", [LOCK_CLASS, self._worker_id]
        )

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(CHECK_EVERY_S)
            try:
                if self._connection is None:
                    await self._take()
                    logger.warning("The worker's lock was lost and taken again.")
                else:
                    await self._connection.execute("SELECT 1")
            except psycopg.Error:
                await self._drop()

    async def _drop(self) -> None:
        held, self._connection = self._connection, None
        if held:
            with contextlib.suppress(psycopg.Error):
                await held.close()
