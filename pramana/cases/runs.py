"""Runs of every kind with their cost, and the tools they called."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from pramana.chat import selectors as chat
from pramana.external.selectors import research
from pramana.extraction.selectors import history as extraction
from pramana.kit.scope import Scope
from pramana.llm.selectors import RunSpending, run_spending
from pramana.tenancy import selectors as tenancy
from pramana.tenancy.selectors import RunFilter, RunLine
from pramana.tenancy.steps import ToolLine

VISIBLE_SUBJECTS = (chat.visible_subjects, extraction.visible_subjects, research.visible_subjects)
"""Each finds those of its own subjects of tool calls that a person may see."""


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


def tool_lines(scope: Scope, run_id: UUID, *, limit: int = 500) -> list[ToolLine]:
    """The tools a run called, oldest first, as far as this person may see them."""
    calls = tenancy.calls_of_run(scope, run_id, limit=limit)
    subjects = {call.subject_id for call in calls}
    visible = {each for find in VISIBLE_SUBJECTS if subjects for each in find(scope, subjects)}
    return [call.as_line(is_open=call.subject_id in visible) for call in calls]
