"""Accounting for model calls: spans, ledger rows, metrics, and the tenant's monthly budget.

Spans and rows contain ids, names and counts, never content.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from django.db import connection
from opentelemetry import trace
from opentelemetry.trace import Span, StatusCode

from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope, ScopeContext
from pramana.llm.contracts import Completion, T
from pramana.llm.engines import CallCost, EngineRequest
from pramana.llm.errors import ModelBudgetExceeded
from pramana.llm.ledger import LEDGER, OK, LedgerRow
from pramana.observability.metrics import count_model_call
from pramana.tenancy.contracts import Quota
from pramana.tenancy.errors import OverQuota
from pramana.tenancy.services.quotas import check_quota

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
    except OverQuota as over:
        raise ModelBudgetExceeded(over.message, retry_after=over.retry_after) from None
    finally:
        if not connection.in_atomic_block:
            connection.close()
