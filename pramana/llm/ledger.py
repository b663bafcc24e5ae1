"""What each call used, written beside the call and never in its way.

Rows are written by one thread on a connection of its own: a caller's rolled-back transaction does
not unspend tokens, and a database that is down costs the row, not the answer. Rows that arrive
together are written together, since the offline engine makes many fast calls.
"""

import atexit
import logging
import os
import queue
import threading
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

logger = logging.getLogger(__name__)

OK = "ok"
CAPACITY = 10_000
BATCH = 200
IDLE_S = 2.0
"""How long the connection is kept when nothing comes."""


@dataclass(frozen=True, kw_only=True)
class CallFigures:
    """One call to an engine: what for and what it took, never what was said."""

    at: datetime
    purpose: str
    prompt: str
    prompt_version: int
    verb: str
    engine: str
    requests: int
    tokens_in: int
    tokens_out: int
    cost: Decimal | None
    latency_ms: int
    outcome: str

    @property
    def is_good(self) -> bool:
        return self.outcome == OK


@dataclass(frozen=True, kw_only=True)
class LedgerRow(CallFigures):
    """The same as it is kept: for whom, and in which run."""

    tenant_id: UUID
    actor_id: UUID | None
    run_id: UUID | None
    trace_id: UUID


class Ledger:
    """A queue and the thread that empties it; a forked child starts its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pid = 0
        self._rows: queue.Queue[LedgerRow] = queue.Queue(CAPACITY)

    def record(self, row: LedgerRow) -> None:
        """Take a row to be written; says so in the log when there is no room, and never raises."""
        self._ensure_thread()
        try:
            self._rows.put_nowait(row)
        except queue.Full:
            logger.warning("The model ledger is full; the row of one call is lost.")

    def flush(self, *, timeout: float = 5.0) -> bool:
        """Wait until every row taken so far is written or given up. False when time ran out."""
        deadline = time.monotonic() + timeout
        while self._pid == os.getpid() and self._rows.unfinished_tasks:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.005)
        return True

    def _ensure_thread(self) -> None:
        if self._pid == os.getpid():
            return
        with self._lock:
            if self._pid != os.getpid():
                self._rows, self._pid = queue.Queue(CAPACITY), os.getpid()
                threading.Thread(
                    target=self._work, args=(self._rows,), name="model-ledger", daemon=True
                ).start()

    def _work(self, rows: "queue.Queue[LedgerRow]") -> None:
        connected = False
        while True:
            try:
                batch = [rows.get(timeout=IDLE_S if connected else None)]
            except queue.Empty:
                _disconnect()
                connected = False
                continue
            while len(batch) < BATCH and not rows.empty():
                batch.append(rows.get_nowait())
            connected = _write(batch)
            for _ in batch:
                rows.task_done()


def _write(batch: list[LedgerRow]) -> bool:
    """Write the rows together, or else one by one. True while connected.

    The second try replaces a connection that had gone stale, and finds the row that is at fault.
    """
    if _written(batch):
        return True
    kept = [_written([row]) for row in batch]
    if not all(kept):
        logger.warning("Ledger rows of model calls are lost: %d", kept.count(False))
    return kept[-1]


def _written(batch: list[LedgerRow]) -> bool:
    try:
        _insert(batch)
    except Exception as error:
        logger.info("The model ledger could not be written: %s", type(error).__name__)
        _disconnect()
        return False
    return True


def _insert(rows: Iterable[LedgerRow]) -> None:
    from pramana.llm.models import ModelCall

    ModelCall.objects.bulk_create([ModelCall(**asdict(row)) for row in rows])


def _disconnect() -> None:
    from django.db import connection

    try:
        connection.close()
    except Exception as error:
        logger.warning("The ledger's connection did not close: %s", type(error).__name__)


LEDGER = Ledger()
atexit.register(LEDGER.flush, timeout=1.5)
