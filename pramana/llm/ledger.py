"""The ledger: accounts for model calls in spans, metrics and rows, and checks the monthly budget.

Spans and rows contain ids, names and counts, never content. Rows are written by one thread on a
connection of its own: a caller's rolled-back transaction does not unspend tokens, and a database
that is down costs the row, not the answer. Rows that arrive together are written together, since
the offline engine makes many fast calls.
"""

import atexit
import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import connection
from opentelemetry import trace
from opentelemetry.trace import Span, StatusCode

from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope, ScopeContext
from pramana.llm.contracts import Completion, T
from pramana.llm.engines import CallCost, EngineRequest
from pramana.llm.errors import ModelBudgetExceeded
from pramana.observability.metrics import count_model_call
from pramana.tenancy.contracts import Quota
from pramana.tenancy.errors import OverQuota
from pramana.tenancy.services.quotas import check_quota, raise_budget_alarms

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


Attribute = str | int | float | bool

_tracer = trace.get_tracer("pramana.llm")


def scope_attributes(scope: Scope) -> dict[str, Attribute]:
    """The scope's ids, which every span carries."""
    attributes: dict[str, Attribute] = {
        "pramana.tenant_id": str(scope.tenant_id),
        "pramana.trace_id": str(scope.trace_id),
    }
    if isinstance(scope, ScopeContext):
        attributes["pramana.run_id"] = str(scope.run_id or scope.ingestion_run_id)
    return attributes


@contextmanager
def span(name: str, attributes: dict[str, Attribute]) -> Iterator[Span]:
    """A span that records only the name of a failure, because exceptions may quote content."""
    with _tracer.start_as_current_span(
        name, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as current:
        try:
            yield current
        except BaseException as error:
            current.set_attribute("error.type", outcome_of(error))
            current.set_status(StatusCode.ERROR)
            raise


def outcome_of(error: BaseException) -> str:
    """The name of a failure in the ledger and on spans."""
    return error.code if isinstance(error, AppError) else type(error).__name__


@dataclass
class CallAccount:
    """What one call has used so far, and how it ended."""

    spent: CallCost = field(default_factory=CallCost)
    at: datetime = field(default_factory=utcnow)
    outcome: str = OK
    _started: float = field(default_factory=time.perf_counter)

    @property
    def latency_ms(self) -> int:
        return round((time.perf_counter() - self._started) * 1000)

    def completion(self, output: T, engine: str) -> Completion[T]:
        return Completion(output, engine, self.spent.usage, self.spent.cost, self.latency_ms)


@contextmanager
def account_call(scope: Scope, request: EngineRequest[T]) -> Iterator[CallAccount]:
    """Record the call in a span, the ledger and the metrics, however it ends."""
    account = CallAccount()
    with span(f"llm.{request.verb}", _attributes(scope, request)) as current:
        try:
            yield account
        except BaseException as error:
            account.outcome = outcome_of(error)
            raise
        finally:
            current.set_attribute("gen_ai.usage.input_tokens", account.spent.usage.tokens_in)
            current.set_attribute("gen_ai.usage.output_tokens", account.spent.usage.tokens_out)
            row = _row(scope, request, account)
            LEDGER.record(row)
            count_model_call(row.engine, row.purpose, row.outcome, row.latency_ms / 1000)


def _attributes(scope: Scope, request: EngineRequest[T]) -> dict[str, Attribute]:
    return {
        **scope_attributes(scope),
        "gen_ai.system": request.engine.provider,
        "gen_ai.request.model": request.engine.name,
        "pramana.prompt": request.prompt.name,
        "pramana.prompt_version": request.prompt.version,
        "pramana.purpose": request.prompt.purpose,
    }


def _row(scope: Scope, request: EngineRequest[T], account: CallAccount) -> LedgerRow:
    run_id = scope.run_id or scope.ingestion_run_id if isinstance(scope, ScopeContext) else None
    return LedgerRow(
        at=account.at,
        tenant_id=scope.tenant_id,
        actor_id=scope.actor_id,
        run_id=run_id,
        trace_id=scope.trace_id,
        purpose=request.prompt.purpose,
        prompt=request.prompt.name,
        prompt_version=request.prompt.version,
        verb=request.verb,
        engine=request.engine.name,
        requests=account.spent.usage.requests,
        tokens_in=account.spent.usage.tokens_in,
        tokens_out=account.spent.usage.tokens_out,
        cost=account.spent.cost,
        latency_ms=account.latency_ms,
        outcome=account.outcome,
    )


Budget = Callable[[Scope], None]
"""Raises `ModelBudgetExceeded` when no model may be asked."""

LEAST = Decimal("0.00000001")
"""The smallest amount in the ledger; what a call costs is known only afterwards."""


def check_budget(scope: Scope) -> None:
    """Raise `ModelBudgetExceeded` when the tenant has spent its budget of the day or the month.

    It is a model error, so that a fallback may still answer. The connection is returned before the
    model is asked: answers take long, and connections are few.
    """
    try:
        for quota in (Quota.COST_PER_DAY, Quota.COST_PER_MONTH):
            check_quota(scope, quota, adding=LEAST)
        raise_budget_alarms(scope)
    except OverQuota as over:
        raise ModelBudgetExceeded(over.message, retry_after=over.retry_after) from None
    finally:
        if not connection.in_atomic_block:
            connection.close()
