"""Scores from 0 to 100 with reasons, by whichever model the gateway leads to."""

from collections.abc import Callable, Sequence

from pramana.kit.errors import AppError
from pramana.llm.contracts import Prompt, Usage
from pramana.llm.port import Gateway
from pramana.retrieval.ports import Opinion, Scorer
from pramana.retrieval.prompts.rerank import Scores, rerank_prompt


class ScoresMissing(AppError):
    """The model scored passages that were not there, or none that were."""

    code = "scores_missing"
    status = 502


Asking = Callable[[str, Sequence[str]], Prompt[Scores]]
"""The prompt by which a model is asked about texts."""


def _unnoted(usage: Usage) -> None:
    """The ledger has it."""


def model_scorer(
    gateway: Gateway,
    *,
    within_s: float,
    prompt: Asking = rerank_prompt,
    spent: Callable[[Usage], None] = _unnoted,
) -> Scorer:
    """The scorer behind PRAMANA_RERANK=model. The model, too, is told when time is up."""

    def opinions(question: str, texts: Sequence[str]) -> list[Opinion]:
        asked = gateway.ask(prompt(question, texts), timeout=within_s)
        spent(asked.usage)
        return [] if asked.is_offline else opinions_in(asked.output, len(texts))

    return opinions


def opinions_in(scores: Scores, passages: int) -> list[Opinion]:
    """An opinion for each passage; one the model left out was not worth a score to it.

    >>> from pramana.retrieval.prompts.rerank import Score
    >>> said = Scores(scores=[Score(passage=2, score=80, reason="names the date")])
    >>> [(each.score, each.reason) for each in opinions_in(said, 2)]
    [(0.0, ''), (80.0, 'names the date')]
    """
    found = {
        each.passage: Opinion(float(each.score), each.reason.strip(), each.shares)
        for each in scores.scores
    }
    if not found or len(found) != len(scores.scores) or max(found) > passages:
        raise ScoresMissing("The model's scores do not fit the passages it was given.")
    return [found.get(number, Opinion(0.0)) for number in range(1, passages + 1)]
