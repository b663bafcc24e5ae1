"""Scores from 0 to 100 with reasons, by whichever model the gateway leads to."""

from collections.abc import Sequence

from pramana.kit.errors import AppError
from pramana.llm.port import Gateway
from pramana.retrieval.ports import Opinion, Scorer
from pramana.retrieval.prompts.rerank import Scores, rerank_prompt


class ScoresMissing(AppError):
    """The model scored passages that were not there, or none that were."""

    code = "scores_missing"
    status = 502


def model_scorer(gateway: Gateway, *, within_s: float) -> Scorer:
    """The scorer behind PRAMANA_RERANK=model. The model, too, is told when time is up."""

    def opinions(question: str, texts: Sequence[str]) -> list[Opinion]:
        asked = gateway.ask(rerank_prompt(question, texts), timeout=within_s)
        return [] if asked.is_offline else opinions_in(asked.output, len(texts))

    return opinions


def opinions_in(scores: Scores, passages: int) -> list[Opinion]:
    """An opinion for each passage; one the model left out was not worth a score to it.

    >>> from pramana.retrieval.prompts.rerank import Score
    >>> opinions_in(Scores(scores=[Score(passage=2, score=80, reason="names the date")]), 2)
    [Opinion(score=0.0, reason=''), Opinion(score=80.0, reason='names the date')]
    """
    found = {
        each.passage: Opinion(float(each.score), each.reason.strip()) for each in scores.scores
    }
    if not found or len(found) != len(scores.scores) or max(found) > passages:
        raise ScoresMissing("The model's scores do not fit the passages it was given.")
    return [found.get(number, Opinion(0.0)) for number in range(1, passages + 1)]
