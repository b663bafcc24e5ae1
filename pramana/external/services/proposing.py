"""What is searched for: the query as it was given, or what a question becomes."""

from pramana.external.contracts.requests import Budget
from pramana.external.contracts.views import ResearchView
from pramana.external.domain.queries import cleaned, usable
from pramana.external.prompts.propose import ProposeInput, propose_prompt
from pramana.external.services.recording import keep_queries
from pramana.kit.scope import ScopeContext
from pramana.llm.errors import ModelError
from pramana.llm.gateway import gateway


def queries_for(scope: ScopeContext, research: ResearchView) -> tuple[str, ...]:
    """The run's queries, asked for once: a run taken up again searches for the same."""
    if research.queries:
        return research.queries
    queries, tokens = _proposed(scope, research)
    keep_queries(scope, research.id, queries, tokens)
    return tuple(queries)


def _proposed(scope: ScopeContext, research: ResearchView) -> tuple[list[str], int]:
    """The model proposes; what cannot be sent is dropped. Without a model the question will do."""
    if not research.is_question:
        return [cleaned(research.text)], 0
    budget = Budget.model_validate(research.budget)
    asked = ProposeInput(research.text, budget.searches)
    try:
        made = gateway(scope).ask(propose_prompt(asked), fallback="offline")
    except ModelError:
        return [cleaned(research.text)], 0
    spent = made.usage.tokens_in + made.usage.tokens_out
    return usable(made.output.queries, research.text, budget.searches), spent
