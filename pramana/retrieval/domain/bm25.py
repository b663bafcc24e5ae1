"""BM25 as two vectors: what a word weighs in an entry, and what it weighs in a question.

Their inner product is the score. The entry's side must not change when other entries come or go,
so the average length is a constant; the question's side is computed when it is asked.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

SATURATION = 1.2
LENGTH_EFFECT = 0.75
AVERAGE_LENGTH = 200.0
"""Words in an average entry. 150 to 250 measure alike (nDCG@10 within .007 on both test sets)."""

MOST_TERMS = 16_000
"""What pgvector can hold in one sparse vector; a passage has about 150."""


def entry_weights(stems: Sequence[str]) -> dict[str, float]:
    """How much each word says about an entry: repetition counts less and less, and so does length.

    >>> weights = entry_weights(["tender", "tender", "council"])
    >>> weights["council"] < weights["tender"] < 2 * weights["council"]
    True
    """
    return {
        term: term_weight(count, len(stems))
        for term, count in Counter(stems).most_common(MOST_TERMS)
    }


def term_weight(count: int, words: int) -> float:
    """What a word that stands so often among so many says about them."""
    length = 1 - LENGTH_EFFECT + LENGTH_EFFECT * words / AVERAGE_LENGTH
    return count * (SATURATION + 1) / (count + SATURATION * length)


def idf(entries_with: int, entries: int) -> float:
    """How much it says that a word is there at all: much for a rare one, little for a common one.

    >>> idf(2, 100) > 10 * idf(90, 100) > 0
    True
    """
    found = min(max(entries_with, 0), entries)
    return math.log(1 + (entries - found + 0.5) / (found + 0.5))


def rarest_within(postings: Mapping[int, int], budget: int | None) -> list[int]:
    """Terms to collect candidates by: rarest first, until they lead to `budget` entries, if any.

    The rarest is always among them. Common words still count in the score; they just bring in
    nobody who shares nothing rarer with the question.

    >>> rarest_within({1: 9000, 2: 10, 3: 40}, 100)
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
