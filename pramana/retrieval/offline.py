"""Search without a model: the order that words and meaning gave stands."""

from pramana.llm.contracts import Prompt
from pramana.llm.offline import offline_answer
from pramana.retrieval.prompts.rerank import NAME, RerankInput, Score, Scores

UNDECIDED = 50


@offline_answer(NAME)
def as_they_stand(prompt: Prompt[Scores]) -> Scores:
    """The same score for every passage: nothing here knows better than the ranking it was given."""
    asked: RerankInput = prompt.input
    return Scores(
        scores=[
            Score(passage=number, score=UNDECIDED, reason="not judged")
            for number, _ in enumerate(asked.passages, 1)
        ]
    )
