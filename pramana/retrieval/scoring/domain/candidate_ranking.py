"""The ranking of candidates: their words, their cosines, and the fusion of several lists."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pramana.language.stems import stem
from pramana.language.tokens import WORD, fold
from pramana.retrieval.contracts import Vector
from pramana.retrieval.domain.fusion import REPETITION, diversify, fuse_by_rank, repetition_measure
from pramana.retrieval.domain.lexical import (
    QuestionStems,
    parse_question,
    term_weight,
    weigh_stems,
    weight_coverage,
)
from pramana.retrieval.scoring.contracts import CandidateOrigin, ScoringRecipe, SearchCandidate

MOST_CHARACTERS = 1_000
"""How much of a text is read: more than any provider's snippet, most of a passage."""


@dataclass(frozen=True)
class CandidateWords:
    """The weights of the question's stems, and the stems of each candidate with their counts."""

    question: QuestionStems
    weights: Mapping[str, float]
    bags: Mapping[str, Mapping[str, int]]

    def matched_words(self, name: str) -> list[str]:
        """The question's words that a candidate contains, as they were asked."""
        return [word for root, word in self.question.words.items() if root in self.bags[name]]

    def coverage(self, name: str) -> float:
        return weight_coverage(self.weights, self.bags[name].keys())

    def lexical(self, name: str) -> float:
        """BM25, in which stems that are rare among the candidates weigh more."""
        bag, words = self.bags[name], sum(self.bags[name].values())
        held = [root for root in self.weights if root in bag]
        return sum(self.weights[root] * term_weight(bag[root], words) for root in held)


def read_candidates(question: str, candidates: Sequence[SearchCandidate]) -> CandidateWords:
    bags = {each.id: _bag(f"{each.title}\n{each.text}"[:MOST_CHARACTERS]) for each in candidates}
    stems = parse_question(question)
    counts = Counter(root for bag in bags.values() for root in stems.counts if root in bag)
    return CandidateWords(stems, weigh_stems(stems, counts, max(len(bags), 1)), bags)


def word_overlaps(
    bags: Mapping[str, Mapping[str, int]], names: Sequence[str], least: float
) -> dict[frozenset[str], float]:
    """The pairs of candidates whose words overlap by at least `least`, as a cosine.

    >>> bags = {"a": {"x": 1, "y": 1}, "b": {"x": 1, "y": 1}, "c": {"z": 1}}
    >>> word_overlaps(bags, "abc", 0.6) == {frozenset("ab"): 1.0}
    True
    """
    import numpy

    places: dict[str, int] = {}
    rows = [[places.setdefault(root, len(places)) for root in bags[name]] for name in names]
    held = numpy.zeros((len(names), len(places)), dtype=numpy.float32)
    for row, columns in enumerate(rows):
        held[row, columns] = 1 / max(len(columns), 1) ** 0.5
    alike = numpy.triu(held @ held.T, 1)
    return {
        frozenset((names[one], names[other])): min(round(float(alike[one, other]), 6), 1.0)
        for one, other in numpy.argwhere(alike >= least).tolist()
    }


def _bag(text: str) -> dict[str, int]:
    """Stems with their counts. The whole text is folded at once, which is fast."""
    bag: dict[str, int] = {}
    for word, count in Counter(WORD.findall(fold(text))).items():
        root = stem(word)
        bag[root] = bag.get(root, 0) + count
    return bag


def cosines(asked: Vector, vectors: Mapping[str, Vector | None]) -> dict[str, float]:
    """The similarity of each vector to the question's; candidates without a vector are left out.

    The candidates' vectors are scaled to length one, as those of the index are.

    >>> cosines([1.0, 0.0], {"a": [0.6, 0.8], "b": None})
    {'a': 0.6}
    """
    import numpy

    known = {name: vector for name, vector in vectors.items() if vector is not None}
    if not known:
        return {}
    matrix = numpy.asarray(list(known.values()), dtype=numpy.float32)
    question = numpy.asarray(asked, dtype=numpy.float32)
    lengths = numpy.linalg.norm(matrix, axis=1)
    alike = (matrix @ question) / numpy.maximum(lengths, 1e-9)
    return {name: round(float(each), 4) for name, each in zip(known, alike, strict=True)}


def fuse_candidates(
    candidates: Sequence[SearchCandidate], words: CandidateWords, recipe: ScoringRecipe
) -> dict[str, float]:
    """The fused score of each candidate, in 0..1, best first.

    A single list keeps its order. Lists of several origins cannot be compared by position alone, so
    rankings by words and by cosine over all candidates are added. A candidate without a vector is
    scored by the lists that could contain it.
    """
    lists = _lists(candidates, recipe)
    if len(lists) > 1:
        lists += [(_by_words(candidates, words), recipe.weights.words)]
        lists += [(_by_meaning(candidates), recipe.weights.meaning)]
    rankings, weights = zip(*lists, strict=True) if lists else ((), ())
    scores = fuse_by_rank(rankings, rank_constant=recipe.rank_constant, weights=weights)
    known = {each.id: _possible_weight(each, recipe, many=len(lists) > 1) for each in candidates}
    shares = {each.id: scores[each.id] * sum(weights) / known[each.id] for each in candidates}
    return dict(sorted(shares.items(), key=lambda item: -item[1]))


def demote_repetitions(
    scores: Mapping[str, float],
    candidates: Sequence[SearchCandidate],
    words: CandidateWords,
    recipe: ScoringRecipe,
) -> dict[str, float]:
    """Move candidates that repeat a higher one down; they score no more than those before them.

    Repetitions within the collection were already demoted by search.
    """
    own = {each.id for each in candidates if each.origin is CandidateOrigin.CORPUS}
    found = word_overlaps(words.bags, list(scores), REPETITION) if len(own) < len(scores) else {}
    pairs = {pair: share for pair, share in found.items() if not pair <= own}
    if not pairs or recipe.relevance >= 1:
        return dict(scores)
    order = diversify(
        scores, repetition_measure(pairs), relevance=recipe.relevance, limit=len(scores)
    )
    lowest, kept = 1.0, {}
    for name in order:
        lowest = kept[name] = min(lowest, scores[name])
    return kept


def _lists(
    candidates: Sequence[SearchCandidate], recipe: ScoringRecipe
) -> list[tuple[list[str], float]]:
    """The list of each origin, with its weight."""
    lists = [
        ([each.id for each in candidates if each.origin is origin], _weight(origin, recipe))
        for origin in CandidateOrigin
    ]
    return [(names, weight) for names, weight in lists if names]


def _by_words(candidates: Sequence[SearchCandidate], words: CandidateWords) -> list[str]:
    scores = {each.id: words.lexical(each.id) for each in candidates}
    return sorted((name for name in scores if scores[name]), key=lambda name: -scores[name])


def _by_meaning(candidates: Sequence[SearchCandidate]) -> list[str]:
    known = {each.id: each.cosine for each in candidates if each.cosine is not None}
    return sorted(known, key=lambda name: -known[name])


def _possible_weight(candidate: SearchCandidate, recipe: ScoringRecipe, *, many: bool) -> float:
    """The weight of the lists that could contain a candidate."""
    own, weights = _weight(candidate.origin, recipe), recipe.weights
    if not many:
        return own
    return own + weights.words + (weights.meaning if candidate.cosine is not None else 0.0)


def _weight(origin: CandidateOrigin, recipe: ScoringRecipe) -> float:
    return recipe.weights.corpus if origin is CandidateOrigin.CORPUS else recipe.weights.web
