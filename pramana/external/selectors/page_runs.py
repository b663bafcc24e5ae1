"""Runs of every kind as pages list them: what ran, in which matter, and what it cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.llm.selectors import RunSpending, spent_on_runs
from pramana.tenancy import selectors as tenancy
from pramana.tenancy.selectors import RunLine, WantedRuns


@dataclass(frozen=True)
class PricedRun(RunLine):
    """A run with what it used. `cost` is in US dollars, None where no price is known."""

    model_calls: int
    tokens: int
    cost: Decimal | None


def runs_listed(
    scope: Scope, wanted: WantedRuns, *, after: str = "", limit: int = 50
) -> list[PricedRun]:
    """Newest first; `after` is the `place` of the run before."""
    return _priced(scope, tenancy.runs_listed(scope, wanted, after=after, limit=limit))


def get_run_line(scope: Scope, run_id: UUID) -> PricedRun:
    return _priced(scope, [tenancy.get_run_line(scope, run_id)])[0]


def _priced(scope: Scope, runs: Sequence[RunLine]) -> list[PricedRun]:
    """The prices of all of them in one statement."""
    spent = spent_on_runs(scope, [run.id for run in runs])
    return [_with(run, spent.get(run.id, RunSpending())) for run in runs]


def _with(run: RunLine, spent: RunSpending) -> PricedRun:
    return PricedRun(**vars(run), model_calls=spent.calls, tokens=spent.tokens, cost=spent.cost)
