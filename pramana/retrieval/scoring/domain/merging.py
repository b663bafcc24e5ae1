"""One order out of several lists: of our own, from outside, by words, by meaning."""

from collections.abc import Mapping, Sequence

from pramana.retrieval.domain.diversity import REPETITION, diversify, likeness
from pramana.retrieval.domain.fusion import fuse_by_rank
from pramana.retrieval.scoring.contracts import Origin, SearchCandidate
from pramana.retrieval.scoring.domain.reading import Reading, overlaps
from pramana.retrieval.scoring.domain.recipe import ScoringRecipe


def fused(
    candidates: Sequence[SearchCandidate], reading: Reading, recipe: ScoringRecipe
) -> dict[str, float]:
    """How near the top each stands, in 0..1, best first.

    A list that comes alone has nothing to be merged with: its order stands. Lists of several
    origins cannot be compared place by place, so words and meaning, which are known of all, join
    them. Who has no vector is measured by what is known of it, and not punished.
    """
    lists = _lists(candidates, recipe)
    if len(lists) > 1:
        lists += [(_by_words(candidates, reading), recipe.weights.words)]
        lists += [(_by_meaning(candidates), recipe.weights.meaning)]
    rankings, weights = zip(*lists, strict=True) if lists else ((), ())
    scores = fuse_by_rank(rankings, rank_constant=recipe.rank_constant, weights=weights)
    known = {each.id: _known(each, recipe, many=len(lists) > 1) for each in candidates}
    shares = {each.id: scores[each.id] * sum(weights) / known[each.id] for each in candidates}
    return dict(sorted(shares.items(), key=lambda item: -item[1]))


def unlike(
    scores: Mapping[str, float],
    candidates: Sequence[SearchCandidate],
    reading: Reading,
    recipe: ScoringRecipe,
) -> dict[str, float]:
    """The same without repetition: what repeats something above it moves down, and scores no more
    than what it then stands behind. Of our own, search has already seen to that."""
    own = {each.id for each in candidates if each.origin is Origin.CORPUS}
    found = overlaps(reading.bags, list(scores), REPETITION) if len(own) < len(scores) else {}
    pairs = {pair: share for pair, share in found.items() if not pair <= own}
    if not pairs or recipe.relevance >= 1:
        return dict(scores)
    order = diversify(scores, likeness(pairs), relevance=recipe.relevance, limit=len(scores))
    lowest, kept = 1.0, {}
    for name in order:
        lowest = kept[name] = min(lowest, scores[name])
    return kept


def _lists(
    candidates: Sequence[SearchCandidate], recipe: ScoringRecipe
) -> list[tuple[list[str], float]]:
    """Each origin's own order, with what it counts for."""
    lists = [
        ([each.id for each in candidates if each.origin is origin], _weight(origin, recipe))
        for origin in Origin
    ]
    return [(names, weight) for names, weight in lists if names]


def _by_words(candidates: Sequence[SearchCandidate], reading: Reading) -> list[str]:
    scores = {each.id: reading.lexical(each.id) for each in candidates}
    return sorted((name for name in scores if scores[name]), key=lambda name: -scores[name])


def _by_meaning(candidates: Sequence[SearchCandidate]) -> list[str]:
    known = {each.id: each.cosine for each in candidates if each.cosine is not None}
    return sorted(known, key=lambda name: -known[name])


def _known(candidate: SearchCandidate, recipe: ScoringRecipe, *, many: bool) -> float:
    """The weight of the lists that could hold a candidate."""
    own, weights = _weight(candidate.origin, recipe), recipe.weights
    if not many:
        return own
    return own + weights.words + (weights.meaning if candidate.cosine is not None else 0.0)


def _weight(origin: Origin, recipe: ScoringRecipe) -> float:
    return recipe.weights.corpus if origin is Origin.CORPUS else recipe.weights.web
