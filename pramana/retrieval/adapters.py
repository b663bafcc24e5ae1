"""The scorers that may rerank: a fastembed cross-encoder, and the configured language model."""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings

from pramana.kit.errors import AppError, Misconfigured
from pramana.llm.contracts import Prompt, Usage
from pramana.llm.ports import Gateway
from pramana.retrieval.ports import Opinion, Scorer
from pramana.retrieval.prompts.rerank import Scores, rerank_prompt

LOAD_WITHIN_S = 600.0
"""fastembed downloads a model when it is first used."""

MODEL_FILE = "model.onnx"
"""The file name that a model in a local folder must have."""

_loaded: dict[str, Any] = {}


def cross_encoder(name: str) -> Scorer:
    """The scorer for `fastembed:NAME`, by name or folder. Raises Misconfigured without it."""
    if find_spec("fastembed") is None:
        raise Misconfigured(
            f"PRAMANA_RERANK=fastembed:{name} needs the package fastembed: "
            "pip install 'pramana[fastembed]'."
        )

    def opinions(question: str, texts: Sequence[str]) -> list[Opinion]:
        from pramana.jobs.cpu import run_cpu

        cache = str(settings.PRAMANA.assets / "models" / "fastembed")
        arguments = (name, cache, question, list(texts))
        scores = run_cpu(f"{__name__}.cross_encode", *arguments, timeout=LOAD_WITHIN_S)
        return [Opinion(score) for score in scores]

    return opinions


def cross_encode(name: str, cache: str, question: str, texts: list[str]) -> list[float]:
    """Score the texts in a process of the CPU pool, where the model stays loaded."""
    if name not in _loaded:
        _loaded[name] = _load(name, cache)
    return [float(score) for score in _loaded[name].rerank(question, texts)]


def _load(name: str, cache: str) -> Any:
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    if not Path(name).is_dir():
        return TextCrossEncoder(name, cache_dir=cache, threads=2)
    from fastembed.common.model_description import ModelSource

    TextCrossEncoder.add_custom_model(name, ModelSource(hf=name), model_file=MODEL_FILE)
    return TextCrossEncoder(name, cache_dir=cache, threads=2, specific_model_path=name)


class ScoresMissing(AppError):
    """The model's scores do not fit the passages it was given."""

    code = "scores_missing"
    status = 502


PromptFactory = Callable[[str, Sequence[str]], Prompt[Scores]]
"""Makes the prompt that asks a model about texts."""


def _ignore_usage(usage: Usage) -> None:
    """The ledger records it anyway."""


def model_scorer(
    gateway: Gateway,
    *,
    within_s: float,
    prompt: PromptFactory = rerank_prompt,
    spent: Callable[[Usage], None] = _ignore_usage,
) -> Scorer:
    """The scorer for PRAMANA_RERANK=model, with scores from 0 to 100 and reasons."""

    def opinions(question: str, texts: Sequence[str]) -> list[Opinion]:
        completion = gateway.ask(prompt(question, texts), timeout=within_s)
        spent(completion.usage)
        if completion.is_offline:
            return []
        return opinions_from_scores(completion.output, len(texts))

    return opinions


def opinions_from_scores(scores: Scores, passages: int) -> list[Opinion]:
    """An opinion for each passage; a passage that the model left out gets 0.

    >>> from pramana.retrieval.prompts.rerank import Score
    >>> scores = Scores(scores=[Score(passage=2, score=80, reason="names the date")])
    >>> [(each.score, each.reason) for each in opinions_from_scores(scores, 2)]
    [(0.0, ''), (80.0, 'names the date')]
    """
    found = {
        each.passage: Opinion(float(each.score), each.reason.strip(), each.shares)
        for each in scores.scores
    }
    if not found or len(found) != len(scores.scores) or max(found) > passages:
        raise ScoresMissing("The model's scores do not fit the passages it was given.")
    return [found.get(number, Opinion(0.0)) for number in range(1, passages + 1)]
