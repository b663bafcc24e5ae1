"""Which word of one name answers to which word of the other."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import Indel

from pramana.language.names.folding import folded
from pramana.language.names.reading import read_word
from pramana.language.names.sounds import Sounds, joined, similarity
from pramana.language.names.words import Word

INITIAL = 0.85
"""How sure an initial is of the word it may stand for."""

SAME_LETTER = 0.95

ALIKE = 0.55
"""Below this two words are two words, not two spellings."""

CLEARLY = 0.95
"""From here on two words at the same end of two names answer to each other."""

JOINED = 0.7
"""How alike words must be to be taken for one written apart."""

FAR_SHORTER, AT_A_GLANCE = 0.5, 0.4
"""Shares of a word below which it need not be compared sound by sound."""

SHAPES = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1))


@dataclass(frozen=True)
class Pair:
    """Words that answer to each other; one side is empty where nothing does."""

    ours: tuple[int, ...]
    theirs: tuple[int, ...]
    alike: float


def in_order(ours: Sequence[Word], theirs: Sequence[Word]) -> list[Pair]:
    """The best pairing in which no two pairs cross; neighbours may be written as one.

    Words that clearly answer to each other at either end are taken first: most names differ in
    one word, and only what lies between has to be tried in every way.
    """
    first = _clear_ends(ours, theirs, range(min(len(ours), len(theirs))))
    rest = min(len(ours), len(theirs)) - len(first)
    last = _clear_ends(ours, theirs, range(-1, -rest - 1, -1))[::-1]
    middle = slice(len(first), len(ours) - len(last)), slice(len(first), len(theirs) - len(last))
    between = _between(ours[middle[0]], theirs[middle[1]])
    return [*first, *(_moved(pair, len(first)) for pair in between), *last]


def _clear_ends(ours: Sequence[Word], theirs: Sequence[Word], places: Iterable[int]) -> list[Pair]:
    """Pairs from one end inwards, as far as each is beyond doubt."""
    pairs = []
    for at in places:
        alike = _one_alike(ours[at], theirs[at])
        if alike < CLEARLY:
            break
        pairs.append(Pair((at % len(ours),), (at % len(theirs),), alike))
    return pairs


def _moved(pair: Pair, by: int) -> Pair:
    return Pair(
        tuple(at + by for at in pair.ours), tuple(at + by for at in pair.theirs), pair.alike
    )


def _between(ours: Sequence[Word], theirs: Sequence[Word]) -> list[Pair]:
    best: dict[tuple[int, int], tuple[float, list[Pair]]] = {(0, 0): (0.0, [])}
    for at in range(len(ours) + 1):
        for to in range(len(theirs) + 1):
            if at or to:
                best[at, to] = max(_ways(best, ours, theirs, at, to), key=lambda way: way[0])
    return best[len(ours), len(theirs)][1]


def _ways(
    best: dict[tuple[int, int], tuple[float, list[Pair]]],
    ours: Sequence[Word],
    theirs: Sequence[Word],
    at: int,
    to: int,
) -> Iterator[tuple[float, list[Pair]]]:
    """Every last step of a pairing of the first `at` with the first `to` words."""
    for many, others in SHAPES:
        if many <= at and others <= to:
            alike = words_alike(ours[at - many : at], theirs[to - others : to])
            if alike >= (ALIKE if many == others else JOINED):
                so_far, pairs = best[at - many, to - others]
                pair = Pair((*range(at - many, at),), (*range(to - others, to),), alike)
                yield so_far + alike * (many + others), [*pairs, pair]
    if at:
        so_far, pairs = best[at - 1, to]
        yield so_far, [*pairs, Pair((at - 1,), (), 0.0)]
    if to:
        so_far, pairs = best[at, to - 1]
        yield so_far, [*pairs, Pair((), (to - 1,), 0.0)]


def in_any_order(ours: Sequence[Word], theirs: Sequence[Word]) -> list[Pair]:
    """Words paired with the most alike first, wherever they stand."""
    options = sorted(
        (
            (words_alike([one], [other]), -abs(at - to), at, to)
            for at, one in enumerate(ours)
            for to, other in enumerate(theirs)
        ),
        reverse=True,
    )
    left, right = set(range(len(ours))), set(range(len(theirs)))
    pairs = []
    for alike, _, at, to in options:
        if alike >= ALIKE and at in left and to in right:
            left.remove(at)
            right.remove(to)
            pairs.append(Pair((at,), (to,), alike))
    pairs += [Pair((at,), (), 0.0) for at in sorted(left)]
    return pairs + [Pair((), (to,), 0.0) for to in sorted(right)]


def words_alike(ours: Sequence[Word], theirs: Sequence[Word]) -> float:
    """How alike these words are, written as one on either side."""
    if len(ours) == len(theirs) == 1:
        return _one_alike(ours[0], theirs[0])
    weights = sum(word.sounds.weight for word in ours), sum(word.sounds.weight for word in theirs)
    if min(weights) < JOINED * max(weights) or any(word.meaning for word in (*ours, *theirs)):
        return 0.0
    return _alike(joined(word.sounds for word in ours), joined(word.sounds for word in theirs))


def _one_alike(one: Word, other: Word) -> float:
    if one.meaning and other.meaning:
        return float(one.meaning == other.meaning)
    alike = _alike(one.sounds, other.sounds)
    if one.initial and other.initial:
        return max(alike, SAME_LETTER * (_first(one) == _first(other)))
    if one.initial or other.initial:
        return max(alike, INITIAL * (_first(one) == _first(other)))
    return alike


def _first(word: Word) -> str:
    """The letter a word begins with, or the one an initial is."""
    return folded(read_word(word.initial or word.plain))[:1] or "a"


@lru_cache(maxsize=1 << 17)
def _alike(one: Sounds, other: Sounds) -> float:
    """Likeness by sound; nothing for words that a glance tells apart, which most are."""
    short, long = sorted((one.weight, other.weight))
    if short < FAR_SHORTER * long:
        return 0.0
    folds = folded(one), folded(other)
    if all(folds) and Indel.normalized_similarity(*folds) < AT_A_GLANCE:
        return 0.0
    return similarity(one, other)
