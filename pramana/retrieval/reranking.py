"""A second opinion on the best few, if it comes in time.

Whoever scores may be slow or broken; search is neither. When time is up the order stands as it
was, and the hits say so.
"""

import logging
import math
import threading
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from queue import Empty, Queue

from django.conf import settings

from pramana.kit.errors import Misconfigured
from pramana.retrieval.contracts import Flag
from pramana.retrieval.ports import Scorer

logger = logging.getLogger(__name__)

AT_ONCE = threading.BoundedSemaphore(4)
"""Scorers at work in this process; those that outstay their deadline still count."""

LOAD_WITHIN_S = 600.0
"""fastembed downloads a model when it is first used."""

Scores = list[float] | None

_loaded: dict[str, object] = {}


def score_within(
    scorer: Scorer, question: str, texts: Sequence[str], seconds: float
) -> tuple[Scores, Flag | None]:
    """The scorer's numbers, or None and why there are none."""
    places = AT_ONCE
    if not places.acquire(blocking=False):
        return None, Flag.RERANK_TIMED_OUT
    answer: Queue[Scores] = Queue(1)
    work = partial(_work, partial(scorer, question, list(texts)), answer, places)
    threading.Thread(target=work, name="rerank", daemon=True).start()
    try:
        scores = answer.get(timeout=seconds)
    except Empty:
        return None, Flag.RERANK_TIMED_OUT
    if scores is None or len(scores) != len(texts) or not all(map(math.isfinite, scores)):
        return None, Flag.RERANK_FAILED
    return scores, None


def _work(
    score: Callable[[], Sequence[float]], answer: "Queue[Scores]", places: threading.Semaphore
) -> None:
    try:
        answer.put([float(each) for each in score()])
    except Exception as error:  # a scorer is someone else's code: whatever it raises is its answer
        logger.warning("reranking raised %s", type(error).__name__)
        answer.put(None)
    finally:
        places.release()


def configured_scorer() -> Scorer | None:
    """The cross-encoder of PRAMANA_RERANK (`fastembed:NAME`), or None where none is named."""
    written = getattr(settings.PRAMANA, "rerank", "")
    if not written:
        return None
    provider, _, name = written.partition(":")
    if provider != "fastembed" or not name:
        raise Misconfigured(
            f"PRAMANA_RERANK does not know {written!r}. Write fastembed:NAME, or leave it empty."
        )
    if find_spec("fastembed") is None:
        raise Misconfigured(
            f"PRAMANA_RERANK={written} needs the package fastembed: "
            "pip install 'pramana[fastembed]'."
        )
    return partial(_cross_encoder, name)


def _cross_encoder(name: str, question: str, texts: Sequence[str]) -> Sequence[float]:
    from pramana.jobs.cpu import run_cpu

    cache = str(settings.PRAMANA.assets / "models" / "fastembed")
    path = f"{__name__}.cross_encode"
    scores: list[float] = run_cpu(path, name, cache, question, list(texts), timeout=LOAD_WITHIN_S)
    return scores


def cross_encode(name: str, cache: str, question: str, texts: list[str]) -> list[float]:
    """Scores from a fastembed cross-encoder. Runs in the CPU pool."""
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    if name not in _loaded:
        _loaded[name] = TextCrossEncoder(name, cache_dir=cache, threads=2)
    model = _loaded[name]
    assert isinstance(model, TextCrossEncoder)
    return [float(score) for score in model.rerank(question, texts)]
