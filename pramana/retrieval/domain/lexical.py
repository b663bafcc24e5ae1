"""Search by words: BM25 as two vectors, one for the entry and one for the question.

Their inner product is the score. The entry's vector must not change when other entries are added or
removed, so the average length is a constant. The question's vector is computed for each search.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from pramana.language.stems import content_stems, stem
from pramana.language.tokens import terms

SATURATION = 1.2
LENGTH_EFFECT = 0.75
AVERAGE_LENGTH = 200.0
"""Words in an average entry. 150 to 250 measure alike (nDCG@10 within .007 on both test sets)."""

MOST_TERMS = 16_000
"""The limit of a sparse vector in pgvector; a passage has about 150 terms."""


def entry_weights(stems: Sequence[str]) -> dict[str, float]:
    """The weight of each stem in an entry: repetition and length both count less and less.

    >>> weights = entry_weights(["tender", "tender", "council"])
    >>> weights["council"] < weights["tender"] < 2 * weights["council"]
    True
    """
    return {
        term: term_weight(count, len(stems))
        for term, count in Counter(stems).most_common(MOST_TERMS)
    }


def term_weight(count: int, words: int) -> float:
    """The weight of a word that occurs `count` times among so many words."""
    length = 1 - LENGTH_EFFECT + LENGTH_EFFECT * words / AVERAGE_LENGTH
    return count * (SATURATION + 1) / (count + SATURATION * length)


def idf(entries_with: int, entries: int) -> float:
    """Inverse document frequency: high for a rare word, low for a common one.

    >>> idf(2, 100) > 10 * idf(90, 100) > 0
    True
    """
    found = min(max(entries_with, 0), entries)
    return math.log(1 + (entries - found + 0.5) / (found + 0.5))


def rarest_terms(postings: Mapping[int, int], budget: int | None) -> list[int]:
    """The terms to collect candidates by: rarest first, up to `budget` entries if there is one.

    The rarest is always included. Common words still count in the score, but an entry that shares
    only common words with the question is no candidate.

    >>> rarest_terms({1: 9000, 2: 10, 3: 40}, 100)
    [2, 3]
    """
    chosen: list[int] = []
    total = 0
    for term, entries in sorted(postings.items(), key=lambda item: (item[1], item[0])):
        total += entries
        if chosen and budget is not None and total > budget:
            break
        chosen.append(term)
    return chosen


MOST_COMBINED = 4
"""How many of the rarest words are combined, if each of them is common: at most six groups."""


def term_groups(
    postings: Mapping[int, int], budget: int | None, entries: int
) -> list[tuple[int, ...]]:
    """The groups of terms to collect candidates by: an entry must contain all terms of a group.

    A rare term is a group of its own. If the rarest brings more than the budget, terms are combined
    and the rarest combinations taken, so that a question of common words costs no more in a large
    space than in a small one. How many entries contain a combination is estimated as if terms were
    independent. Empty, if a single common term is all there is.

    >>> term_groups({1: 9000, 2: 10, 3: 40}, 100, 10_000)
    [(2,), (3,)]
    >>> term_groups({1: 9000, 2: 3000, 3: 1000}, 500, 10_000)
    [(2, 3)]
    """
    rarest = rarest_terms(postings, budget)
    if not rarest or budget is None or postings[rarest[0]] <= budget:
        return [(term,) for term in rarest]
    combined = sorted(postings, key=lambda term: (postings[term], term))[:MOST_COMBINED]
    expected = {
        group: entries * math.prod(postings[term] / max(entries, 1) for term in group)
        for size in range(2, len(combined) + 1)
        for group in combinations(sorted(combined), size)
    }
    chosen: list[tuple[int, ...]] = []
    for group in sorted(expected, key=lambda each: (expected[each], each)):
        # A combination that contains this one brings nothing beside it.
        wider = [each for each in chosen if not set(group) < set(each)] + [group]
        if chosen and sum(expected[each] for each in wider) > budget:
            break
        chosen = wider
    return chosen


MOST_STEMS = 64
"""A question may be a page long; words beyond the 64 heaviest only add cost."""


@dataclass(frozen=True)
class QuestionStems:
    """The content stems of a question: how often each occurs, and the word it first occurs as."""

    counts: Mapping[str, int]
    words: Mapping[str, str]


def parse_question(text: str) -> QuestionStems:
    """
    >>> parse_question("What is the Ministry's budget?").words
    {'ministri': 'ministry', 'budget': 'budget'}
    """
    words: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for word in terms(text):
        counts[stem(word)] += 1
        words.setdefault(stem(word), word)
    kept = content_stems(counts)
    return QuestionStems(
        {each: counts[each] for each in kept}, {each: words[each] for each in kept}
    )


def weigh_stems(
    question: QuestionStems, entries_with: Mapping[str, int], entries: int
) -> dict[str, float]:
    """The weight of each stem, heaviest first; a stem that no entry contains weighs most."""
    weights = {
        each: count * idf(entries_with.get(each, 0), entries)
        for each, count in question.counts.items()
    }
    heaviest = sorted(weights, key=lambda each: (-weights[each], each))[:MOST_STEMS]
    return {each: weights[each] for each in heaviest}


def weight_coverage(weights: Mapping[str, float], found: Collection[str]) -> float:
    """The share of the question's weight that an entry contains, in 0..1."""
    whole = sum(weights.values())
    return sum(weights[each] for each in found if each in weights) / whole if whole else 0.0
