"""From candidates to hits: fused, in order, unlike each other, and explained."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.retrieval.contracts import Flag, Hit
from pramana.retrieval.domain.diversity import REPETITION, diversify, likeness
from pramana.retrieval.domain.fusion import fuse_by_rank, fuse_by_score
from pramana.retrieval.domain.question import Question, coverage
from pramana.retrieval.domain.recipes import Fusion, Recipe
from pramana.retrieval.domain.strength import strength
from pramana.retrieval.errors import StoreFailed
from pramana.retrieval.ports import Candidate, IndexStore


@dataclass(frozen=True)
class Weighed:
    """A question, what its words weigh in each space, which word a number stands for, whose
    vectors answer in each space, and what is amiss."""

    question: Question
    weights: Mapping[str, Mapping[str, float]]
    numbers: Mapping[int, tuple[str, str]]
    models: Mapping[str, str]
    flags: frozenset[Flag] = frozenset()


def ranked_hits(
    scope: Scope,
    store: IndexStore,
    recipe: Recipe,
    weighed: Weighed,
    candidates: Sequence[Candidate],
    limit: int,
) -> list[Hit]:
    """The best `limit` of the candidates, in order."""
    scores = _fused(recipe, candidates)
    ordered = sorted(candidates, key=lambda each: (-scores[each.entry_id], each.item_id))
    diverse = recipe.relevance < 1
    best = {each.entry_id: each for each in ordered[: max(limit, recipe.pool if diverse else 0)]}
    shown = list(best)
    if diverse:
        near = {entry: scores[entry] for entry in shown}
        alike = likeness(_alike(scope, store, shown))
        shown = diversify(near, alike, relevance=recipe.relevance, limit=limit)
    held = _held(scope, store, shown[:limit], weighed)
    # An entry may have been removed since it was found.
    return [_hit(best[e], scores[e], weighed, held[e]) for e in shown[:limit] if e in held]


def _alike(
    scope: Scope, store: IndexStore, entries: Sequence[UUID]
) -> dict[frozenset[UUID], float]:
    """Which repeat each other; none, as far as we know, where words cannot be compared."""
    try:
        return store.alike(scope, entries, REPETITION)
    except StoreFailed:
        return {}


def _held(
    scope: Scope, store: IndexStore, entries: Sequence[UUID], weighed: Weighed
) -> dict[UUID, frozenset[int]]:
    try:
        return store.words_held(scope, entries, weighed.numbers.keys())
    except StoreFailed:
        return dict.fromkeys(entries, frozenset())


def _fused(recipe: Recipe, candidates: Sequence[Candidate]) -> dict[UUID, float]:
    lexical = {each.entry_id: each.lexical for each in candidates}
    cosines = {each.entry_id: each.cosine for each in candidates}
    if recipe.fusion is Fusion.BY_SCORE:
        return fuse_by_score(lexical, cosines, lexical_share=recipe.lexical_share)
    words = [each for each in candidates if each.lexical > 0]
    meaning = [each for each in candidates if each.cosine is not None]
    rankings = [
        sorted(words, key=lambda each: (-each.lexical, each.item_id)),
        sorted(meaning, key=lambda each: (-(each.cosine or 0.0), each.item_id)),
    ]
    ids = [[each.entry_id for each in ranking] for ranking in rankings if ranking]
    return dict.fromkeys(lexical, 0.0) | fuse_by_rank(ids, rank_constant=recipe.rank_constant)


def _hit(candidate: Candidate, score: float, weighed: Weighed, numbers: frozenset[int]) -> Hit:
    weights = weighed.weights[candidate.space]
    found = {weighed.numbers[number][1] for number in numbers}
    words = tuple(word for stem, word in weighed.question.words.items() if stem in found)
    share = coverage(weights, found)
    known = None if Flag.WORDS_UNAVAILABLE in weighed.flags else share
    sure = strength(weighed.models.get(candidate.space, ""), candidate.cosine, known)
    return Hit(
        space=candidate.space,
        item_id=candidate.item_id,
        parent_id=candidate.parent_id,
        score=round(score, 6),
        lexical=round(candidate.lexical, 4),
        cosine=None if candidate.cosine is None else round(candidate.cosine, 4),
        coverage=round(share, 4),
        strength=round(sure, 4),
        match="lexical" if candidate.cosine is None else "vector",
        words=words,
        why=why(words, candidate.cosine),
        flags=weighed.flags,
    )


def why(words: Sequence[str], cosine: float | None) -> str:
    """What brought a hit here, in a sentence.

    >>> why(["tender", "council"], 0.8312), why([], None)
    ('It holds “tender” and “council”; its meaning is 0.83 alike.', 'It is here by its filters.')
    """
    parts = []
    if words:
        *first, last = (f"“{word}”" for word in words)
        parts.append("it holds " + (f"{', '.join(first)} and {last}" if first else last))
    if cosine is not None:
        parts.append(f"its meaning is {cosine:.2f} alike")
    sentence = "; ".join(parts) or "it is here by its filters"
    return sentence[0].upper() + sentence[1:] + "."
