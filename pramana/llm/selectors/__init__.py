from pramana.llm.ledger import CallFigures
from pramana.llm.selectors.calls import (
    RunSpending,
    calls_of_run,
    prompts_asked,
    spent_on_runs,
)
from pramana.llm.selectors.spent import (
    Spending,
    spending,
    spending_on_case,
    spent_on_cases,
    spent_this_month,
)

__all__ = [
    "CallFigures",
    "RunSpending",
    "Spending",
    "calls_of_run",
    "prompts_asked",
    "spending",
    "spending_on_case",
    "spent_on_cases",
    "spent_on_runs",
    "spent_this_month",
]
