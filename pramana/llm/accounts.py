"""Accounts for a call: a span while it goes on, a ledger row and a figure when it has ended."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope, ScopeContext
from pramana.llm.answer import Request, Spent
from pramana.llm.contracts import Completion, T
from pramana.llm.ledger import LEDGER, OK, LedgerRow
from pramana.llm.spans import Attribute, outcome_of, scope_attributes, span
from pramana.observability.metrics import count_model_call


@dataclass
class Account:
    spent: Spent = field(default_factory=Spent)
    at: datetime = field(default_factory=utcnow)
    outcome: str = OK
    _started: float = field(default_factory=time.perf_counter)

    @property
    def latency_ms(self) -> int:
        return round((time.perf_counter() - self._started) * 1000)

    def completion(self, output: T, engine: str) -> Completion[T]:
        return Completion(output, engine, self.spent.usage, self.spent.cost, self.latency_ms)


@contextmanager
def accounted(scope: Scope, request: Request[T]) -> Iterator[Account]:
    """Write down what the call took, however it ends."""
    account = Account()
    with span(f"llm.{request.verb}", _attributes(scope, request)) as current:
        try:
            yield account
        except BaseException as error:
            account.outcome = outcome_of(error)
            raise
        finally:
            current.set_attribute("gen_ai.usage.input_tokens", account.spent.usage.tokens_in)
            current.set_attribute("gen_ai.usage.output_tokens", account.spent.usage.tokens_out)
            _write_down(_row(scope, request, account))


def _write_down(row: LedgerRow) -> None:
    LEDGER.record(row)
    count_model_call(row.engine, row.purpose, row.outcome, row.latency_ms / 1000)


def _attributes(scope: Scope, request: Request[T]) -> dict[str, Attribute]:
    return {
        **scope_attributes(scope),
        "gen_ai.system": request.engine.provider,
        "gen_ai.request.model": request.engine.name,
        "pramana.prompt": request.prompt.name,
        "pramana.prompt_version": request.prompt.version,
        "pramana.purpose": request.prompt.purpose,
    }


def _row(scope: Scope, request: Request[T], account: Account) -> LedgerRow:
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
