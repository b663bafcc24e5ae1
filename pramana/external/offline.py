"""Queries without a model: the question and its key words."""

from pramana.external.domain.queries import offline_queries
from pramana.external.prompts.propose import NAME, ProposedQueries, ProposeInput
from pramana.llm.contracts import Prompt
from pramana.llm.offline import offline_answer


@offline_answer(NAME)
def propose_offline(prompt: Prompt[ProposedQueries]) -> ProposedQueries:
    request: ProposeInput = prompt.input
    return ProposedQueries(queries=offline_queries(request.question)[: request.most])
