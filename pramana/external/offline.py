"""Queries without a model: the question itself, and the words it is about."""

from pramana.external.domain.queries import proposed_offline
from pramana.external.prompts.propose import NAME, Proposed, ProposeInput
from pramana.llm.contracts import Prompt
from pramana.llm.offline import offline_answer


@offline_answer(NAME)
def proposed(prompt: Prompt[Proposed]) -> Proposed:
    asked: ProposeInput = prompt.input
    return Proposed(queries=proposed_offline(asked.question)[: asked.most])
