"""Search without a model: the order that words and meaning gave stands."""

from pramana.llm.contracts import Prompt
from pramana.llm.offline import offline_answer
from pramana.retrieval.prompts import rerank, score

UNDECIDED = 50


@offline_answer(score.NAME)
@offline_answer(rerank.NAME)
def as_they_stand(prompt: Prompt[rerank.Scores]) -> rerank.Scores:
    """The same score for every passage: nothing here knows better than the ranking it was given."""
    asked: rerank.RerankInput = prompt.input
    scores = [
        {"passage": number, "score": UNDECIDED, "reason": "not judged"}
        for number, _ in enumerate(asked.passages, 1)
    ]
    return prompt.output.model_validate({"scores": scores})
