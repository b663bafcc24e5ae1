"""Runs of every kind with their cost, and the tools they called."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain
from uuid import UUID

from pramana.chat.selectors import tool_lines as chat_tool_lines
from pramana.external.selectors.research import tool_lines as research_tool_lines
from pramana.extraction.selectors.history import tool_lines as extraction_tool_lines
from pramana.kit.scope import Scope
from pramana.llm.selectors import RunSpending, run_spending
from pramana.tenancy import selectors as tenancy
from pramana.tenancy.selectors import RunFilter, RunLine
from pramana.tenancy.steps import ToolLine


@dataclass(frozen=True)
class PricedRun(RunLine):
    """A run with its model calls. `cost` is in US dollars; None if no price is known."""

    model_calls: int
    tokens: int
    cost: Decimal | None


def list_priced_runs(
    scope: Scope, chosen: RunFilter, *, after: str = "", limit: int = 50
) -> list[PricedRun]:
    """Newest first. `after` is the `place` of the last run of the page before."""
    return _priced(scope, tenancy.list_runs(scope, chosen, after=after, limit=limit))


def get_priced_run(scope: Scope, run_id: UUID) -> PricedRun:
    return _priced(scope, [tenancy.get_run_line(scope, run_id)])[0]


def _priced(scope: Scope, runs: Sequence[RunLine]) -> list[PricedRun]:
    """Add the cost of all runs, in one statement."""
    spent = run_spending(scope, [run.id for run in runs])
    return [_with(run, spent.get(run.id, RunSpending())) for run in runs]


def _with(run: RunLine, spent: RunSpending) -> PricedRun:
    return PricedRun(**vars(run), model_calls=spent.calls, tokens=spent.tokens, cost=spent.cost)


def tool_lines(scope: Scope, run_id: UUID) -> list[ToolLine]:
    """The tools a run called, oldest first, as far as this person may see them."""
    lines = chain(
        research_tool_lines(scope, run_id),
        extraction_tool_lines(scope, run_id),
        chat_tool_lines(scope, run_id),
    )
    return sorted(lines, key=lambda line: line.at)
