"""The ledger: what each call used, written in the background.

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
from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

logger = logging.getLogger(__name__)

OK = "ok"
CAPACITY = 10_000
BATCH = 200
IDLE_S = 2.0
"""How long the connection stays open when no rows come."""


@dataclass(frozen=True, kw_only=True)
class CallFigures:
    """One call to an engine: its purpose and what it used, never its content."""

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
    """The same as it is stored: with its tenant and run."""

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
        """Queue a row to be written. If the queue is full it is logged; this never raises."""
        self._ensure_thread()
        try:
            self._rows.put_nowait(row)
        except queue.Full:
            logger.warning("The model ledger is full; the row of one call is lost.")

    def flush(self, *, timeout: float = 5.0) -> bool:
        """Wait until every queued row is written or given up. False when time ran out."""
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
    """Write the rows together; if that fails, one by one. Returns whether it is still connected.

    The second attempt replaces a stale connection, and finds the row at fault.
    """
    if _insert_rows(batch):
        return True
    inserted = [_insert_rows([row]) for row in batch]
    if not all(inserted):
        logger.warning("Ledger rows of model calls are lost: %d", inserted.count(False))
    return inserted[-1]


def _insert_rows(batch: list[LedgerRow]) -> bool:
    from pramana.llm.models import ModelCall

    try:
        ModelCall.objects.bulk_create([ModelCall(**asdict(row)) for row in batch])
    except Exception as error:
        logger.info("The model ledger could not be written: %s", type(error).__name__)
        _disconnect()
        return False
    return True


def _disconnect() -> None:
    from django.db import connection

    try:
        connection.close()
    except Exception as error:
        logger.warning("The ledger's connection did not close: %s", type(error).__name__)


LEDGER = Ledger()
atexit.register(LEDGER.flush, timeout=1.5)


def forget_calls_before(moment: datetime) -> int:
    """Delete the rows of calls made before then, in every tenant; return how many."""
    from pramana.llm.models import ModelCall

    old = ModelCall.objects.unscoped("old rows go in every tenant alike")
    return old.filter(at__lt=moment).delete()[0]
