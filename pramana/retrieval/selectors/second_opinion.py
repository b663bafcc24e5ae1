"""The best hits in the order of someone who has read them."""

from collections.abc import Sequence
from dataclasses import replace

from pramana.kit.scope import Scope
from pramana.retrieval.contracts import Hit
from pramana.retrieval.domain.recipes import Recipe
from pramana.retrieval.ports import Opinion, Scorer
from pramana.retrieval.reranking import score_within
from pramana.retrieval.spaces import is_registered, texts_of


def reranked(
    scope: Scope, question: str, recipe: Recipe, hits: Sequence[Hit], scorer: Scorer | None
) -> list[Hit]:
    """The first hits by the scorer's opinion of their texts, and then the others.

    Without a scorer, without texts to read, or without an answer in time the order stands.
    """
    best, others = list(hits[: recipe.rerank_most]), hits[recipe.rerank_most :]
    if scorer is None or len(best) < 2 or not all(is_registered(hit.space) for hit in best):
        return list(hits)
    texts = _texts(scope, best)
    opinions, flag = score_within(scorer, question, texts, recipe.rerank_within_s)
    if opinions is None:
        return [replace(hit, flags=hit.flags | {flag}) for hit in hits] if flag else list(hits)
    judged = [_judged(hit, opinion) for hit, opinion in zip(best, opinions, strict=True)]
    return sorted(judged, key=lambda hit: -(hit.reranked or 0.0)) + list(others)


def _texts(scope: Scope, hits: Sequence[Hit]) -> list[str]:
    texts: dict[object, str] = {}
    for space in {hit.space for hit in hits}:
        items = [hit.item_id for hit in hits if hit.space == space]
        texts |= {(space, item): text for item, text in texts_of(scope, space, items).items()}
    return [texts.get((hit.space, hit.item_id), "") for hit in hits]


def _judged(hit: Hit, opinion: Opinion) -> Hit:
    why = f"{hit.why} Scored {opinion.score:g}: {opinion.reason}" if opinion.reason else hit.why
    return replace(hit, reranked=opinion.score, why=why)
