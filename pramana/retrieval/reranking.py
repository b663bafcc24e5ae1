"""A second opinion on the best few, if it comes in time.

Whoever scores may be slow or broken; search is neither. When time is up the order stands as it
was, and the hits say so.
"""

import logging
import math
import threading
from collections.abc import Callable, Sequence
from functools import partial
from queue import Empty, Queue

from django.conf import settings

from pramana.kit.errors import Misconfigured
from pramana.kit.scope import Scope
from pramana.llm.gateway import gateway
from pramana.retrieval.adapters.cross_encoder import cross_encoder
from pramana.retrieval.adapters.model_scores import model_scorer
from pramana.retrieval.contracts import Flag
from pramana.retrieval.ports import Opinion, Scorer

logger = logging.getLogger(__name__)

AT_ONCE = threading.BoundedSemaphore(4)
"""Scorers at work in this process; those that outstay their deadline still count."""

Opinions = list[Opinion] | None


def score_within(
    scorer: Scorer, question: str, texts: Sequence[str], seconds: float
) -> tuple[Opinions, Flag | None]:
    """The scorer's opinions, or None; and why there are none, unless it just had none."""
    places = AT_ONCE
    if not places.acquire(blocking=False):
        return None, Flag.RERANK_TIMED_OUT
    answer: Queue[Opinions] = Queue(1)
    work = partial(_work, partial(scorer, question, list(texts)), answer, places)
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


def _work(
    score: Callable[[], Sequence[Opinion]], answer: "Queue[Opinions]", places: threading.Semaphore
) -> None:
    try:
        opinions = list(score())
        answer.put(opinions if all(math.isfinite(each.score) for each in opinions) else None)
    except Exception as error:  # a scorer is someone else's code: whatever it raises is its answer
        logger.warning("reranking raised %s", type(error).__name__)
        answer.put(None)
    finally:
        places.release()


def configured_scorer(scope: Scope, *, within_s: float) -> Scorer | None:
    """Who PRAMANA_RERANK names: `model`, `fastembed:NAME`, or nobody for `none`."""
    written: str = settings.PRAMANA.rerank
    provider, _, name = written.partition(":")
    if written == "none":
        return None
    if written == "model":
        return model_scorer(gateway(scope), within_s=within_s)
    if provider == "fastembed" and name:
        return cross_encoder(name)
    raise Misconfigured(
        f"PRAMANA_RERANK does not know {written!r}. Write model, fastembed:NAME, or none."
    )
