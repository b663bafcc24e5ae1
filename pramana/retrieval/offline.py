"""Reranking without a model: the order by words and vectors stays."""

from pramana.llm.contracts import Prompt
from pramana.llm.offline import offline_answer
from pramana.retrieval.prompts import rerank, score

UNDECIDED = 50


@offline_answer(score.NAME)
@offline_answer(rerank.NAME)
def score_equally(prompt: Prompt[rerank.Scores]) -> rerank.Scores:
    """Give every passage the same score, so that the ranking stays as it was."""
    request: rerank.RerankInput = prompt.input
    scores = [
        {"passage": number, "score": UNDECIDED, "reason": "not judged"}
        for number, _ in enumerate(request.passages, 1)
    ]
    return prompt.output.model_validate({"scores": scores})
