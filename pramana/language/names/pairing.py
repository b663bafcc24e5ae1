"""Which words of two names correspond to each other."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import Indel

from pramana.language.names.parsing import NameWord
from pramana.language.names.sounds import Sounds, fold_sounds, join_sounds, read_word, similarity

INITIAL_SIMILARITY = 0.85
"""The similarity of an initial and a word that begins with its letter."""

SAME_INITIAL_SIMILARITY = 0.95

MIN_SIMILARITY = 0.55
"""Below this, two words are different words, not two spellings."""

CLEAR_MATCH = 0.95
"""From this similarity on, two words at the same end of the names are paired at once."""

MIN_JOINED_SIMILARITY = 0.7
"""The similarity needed to treat several words as one word written apart."""

MIN_LENGTH_RATIO, MIN_FOLD_SIMILARITY = 0.5, 0.4
"""Below these ratios two words are not compared sound by sound."""

PAIR_SIZES = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1))


@dataclass(frozen=True)
class WordPair:
    """Words that correspond to each other; one side is empty for a word without a partner."""

    ours: tuple[int, ...]
    theirs: tuple[int, ...]
    alike: float


def pair_in_order(ours: Sequence[NameWord], theirs: Sequence[NameWord]) -> list[WordPair]:
    """The best pairing that keeps the order; neighbouring words may be written as one.

    Words that clearly match at either end are paired first: most names differ in one word, and
    only the words between need a full search.
    """
    first = _clear_ends(ours, theirs, range(min(len(ours), len(theirs))))
    rest = min(len(ours), len(theirs)) - len(first)
    last = _clear_ends(ours, theirs, range(-1, -rest - 1, -1))[::-1]
    middle = slice(len(first), len(ours) - len(last)), slice(len(first), len(theirs) - len(last))
    between = _best_pairing(ours[middle[0]], theirs[middle[1]])
    return [*first, *(_shift_pair(pair, len(first)) for pair in between), *last]


def _clear_ends(
    ours: Sequence[NameWord], theirs: Sequence[NameWord], places: Iterable[int]
) -> list[WordPair]:
    """Pairs from one end inwards, as long as each is a clear match."""
    pairs = []
    for at in places:
        alike = _single_word_similarity(ours[at], theirs[at])
        if alike < CLEAR_MATCH:
            break
        pairs.append(WordPair((at % len(ours),), (at % len(theirs),), alike))
    return pairs


def _shift_pair(pair: WordPair, by: int) -> WordPair:
    return WordPair(
        tuple(at + by for at in pair.ours), tuple(at + by for at in pair.theirs), pair.alike
    )


def _best_pairing(ours: Sequence[NameWord], theirs: Sequence[NameWord]) -> list[WordPair]:
    best: dict[tuple[int, int], tuple[float, list[WordPair]]] = {(0, 0): (0.0, [])}
    for at in range(len(ours) + 1):
        for to in range(len(theirs) + 1):
            if at or to:
                best[at, to] = max(_last_steps(best, ours, theirs, at, to), key=lambda way: way[0])
    return best[len(ours), len(theirs)][1]


def _last_steps(
    best: dict[tuple[int, int], tuple[float, list[WordPair]]],
    ours: Sequence[NameWord],
    theirs: Sequence[NameWord],
    at: int,
    to: int,
) -> Iterator[tuple[float, list[WordPair]]]:
    """Every possible last step of pairing the first `at` with the first `to` words."""
    for many, others in PAIR_SIZES:
        if many <= at and others <= to:
            alike = word_similarity(ours[at - many : at], theirs[to - others : to])
            if alike >= (MIN_SIMILARITY if many == others else MIN_JOINED_SIMILARITY):
                so_far, pairs = best[at - many, to - others]
                pair = WordPair((*range(at - many, at),), (*range(to - others, to),), alike)
                yield so_far + alike * (many + others), [*pairs, pair]
    if at:
        so_far, pairs = best[at - 1, to]
        yield so_far, [*pairs, WordPair((at - 1,), (), 0.0)]
    if to:
        so_far, pairs = best[at, to - 1]
        yield so_far, [*pairs, WordPair((), (to - 1,), 0.0)]


def pair_in_any_order(ours: Sequence[NameWord], theirs: Sequence[NameWord]) -> list[WordPair]:
    """Words paired in any order, the most similar first."""
    options = sorted(
        (
            (word_similarity([one], [other]), -abs(at - to), at, to)
            for at, one in enumerate(ours)
            for to, other in enumerate(theirs)
        ),
        reverse=True,
    )
    left, right = set(range(len(ours))), set(range(len(theirs)))
    pairs = []
    for alike, _, at, to in options:
        if alike >= MIN_SIMILARITY and at in left and to in right:
            left.remove(at)
            right.remove(to)
            pairs.append(WordPair((at,), (to,), alike))
    pairs += [WordPair((at,), (), 0.0) for at in sorted(left)]
    return pairs + [WordPair((), (to,), 0.0) for to in sorted(right)]


def word_similarity(ours: Sequence[NameWord], theirs: Sequence[NameWord]) -> float:
    """How similar these words are, each side taken as one word."""
    if len(ours) == len(theirs) == 1:
        return _single_word_similarity(ours[0], theirs[0])
    weights = sum(word.sounds.weight for word in ours), sum(word.sounds.weight for word in theirs)
    if min(weights) < MIN_JOINED_SIMILARITY * max(weights) or any(
        word.meaning for word in (*ours, *theirs)
    ):
        return 0.0
    return _sound_similarity(
        join_sounds(word.sounds for word in ours), join_sounds(word.sounds for word in theirs)
    )


def _single_word_similarity(one: NameWord, other: NameWord) -> float:
    if one.meaning and other.meaning:
        return float(one.meaning == other.meaning)
    alike = _sound_similarity(one.sounds, other.sounds)
    if one.initial and other.initial:
        return max(alike, SAME_INITIAL_SIMILARITY * (_first_letter(one) == _first_letter(other)))
    if one.initial or other.initial:
        return max(alike, INITIAL_SIMILARITY * (_first_letter(one) == _first_letter(other)))
    return alike


def _first_letter(word: NameWord) -> str:
    """The first letter of a word, folded."""
    return fold_sounds(read_word(word.initial or word.plain))[:1] or "a"


@lru_cache(maxsize=1 << 17)
def _sound_similarity(one: Sounds, other: Sounds) -> float:
    """Similarity by sound; 0 at once for words whose length or letters clearly differ."""
    short, long = sorted((one.weight, other.weight))
    if short < MIN_LENGTH_RATIO * long:
        return 0.0
    folds = fold_sounds(one), fold_sounds(other)
    if all(folds) and Indel.normalized_similarity(*folds) < MIN_FOLD_SIMILARITY:
        return 0.0
    return similarity(one, other)
