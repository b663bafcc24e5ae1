"""A second opinion on the best hits, if it comes in time.

A scorer may be slow or broken; search must be neither. When time is up the order stays as it was,
and a flag on the hits says so.
"""

import logging
import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from queue import Empty, Queue

from django.conf import settings

from pramana.kit.errors import Misconfigured
from pramana.kit.scope import Scope
from pramana.llm.gateway import gateway
from pramana.retrieval.adapters import cross_encoder, model_scorer
from pramana.retrieval.contracts import Flag, Hit
from pramana.retrieval.domain.recipes import Recipe
from pramana.retrieval.ports import Opinion, Scorer
from pramana.retrieval.stores import is_registered, texts_of

logger = logging.getLogger(__name__)

AT_ONCE = threading.BoundedSemaphore(4)
"""Scorers running in this process, including those that have passed their deadline."""

Opinions = list[Opinion] | None


def rerank_hits(
    scope: Scope, question: str, recipe: Recipe, hits: Sequence[Hit], scorer: Scorer | None
) -> list[Hit]:
    """Order the first hits by the scorer's opinion of their texts; the others follow unchanged.

    Without a scorer, without texts to read, or without opinions in time, the order stays.
    """
    best, others = list(hits[: recipe.rerank_most]), hits[recipe.rerank_most :]
    if scorer is None or len(best) < 2 or not all(is_registered(hit.space) for hit in best):
        return list(hits)
    texts = _texts(scope, best)
    opinions, flag = score_with_timeout(scorer, question, texts, recipe.rerank_within_s)
    if opinions is None:
        return [replace(hit, flags=hit.flags | {flag}) for hit in hits] if flag else list(hits)
    scored = [_with_opinion(hit, opinion) for hit, opinion in zip(best, opinions, strict=True)]
    return sorted(scored, key=lambda hit: -(hit.reranked or 0.0)) + list(others)


def _texts(scope: Scope, hits: Sequence[Hit]) -> list[str]:
    texts: dict[object, str] = {}
    for space in {hit.space for hit in hits}:
        items = [hit.item_id for hit in hits if hit.space == space]
        texts |= {(space, item): text for item, text in texts_of(scope, space, items).items()}
    return [texts.get((hit.space, hit.item_id), "") for hit in hits]


def _with_opinion(hit: Hit, opinion: Opinion) -> Hit:
    why = f"{hit.why} Scored {opinion.score:g}: {opinion.reason}" if opinion.reason else hit.why
    return replace(hit, reranked=opinion.score, why=why)


def configured_scorer(scope: Scope, *, within_s: float) -> Scorer | None:
    """The scorer that PRAMANA_RERANK names: `model` or `fastembed:NAME`; None for `none`."""
    setting: str = settings.PRAMANA.rerank
    provider, _, name = setting.partition(":")
    if setting == "none":
        return None
    if setting == "model":
        return model_scorer(gateway(scope), within_s=within_s)
    if provider == "fastembed" and name:
        return cross_encoder(name)
    raise Misconfigured(
        f"PRAMANA_RERANK does not know {setting!r}. Write model, fastembed:NAME, or none."
    )


def score_with_timeout(
    scorer: Scorer, question: str, texts: Sequence[str], seconds: float
) -> tuple[Opinions, Flag | None]:
    """The scorer's opinions. None without a flag means that it has none; a flag says why."""
    slots = AT_ONCE
    if not slots.acquire(blocking=False):
        return None, Flag.RERANK_TIMED_OUT
    answer: Queue[Opinions] = Queue(1)
    work = partial(_score, partial(scorer, question, list(texts)), answer, slots)
    threading.Thread(target=work, name="rerank", daemon=True).start()
    try:
        opinions = answer.get(timeout=seconds)
    except Empty:
        return None, Flag.RERANK_TIMED_OUT
    if opinions == []:
        return None, None
    if opinions is None or len(opinions) != len(texts):
        return None, Flag.RERANK_FAILED
    return opinions, None


def _score(
    score: Callable[[], Sequence[Opinion]], answer: "Queue[Opinions]", slots: threading.Semaphore
) -> None:
    try:
        opinions = list(score())
        answer.put(opinions if all(math.isfinite(each.score) for each in opinions) else None)
    except Exception as error:  # a scorer is third-party code and may raise anything
        logger.warning("reranking raised %s", type(error).__name__)
        answer.put(None)
    finally:
        slots.release()
