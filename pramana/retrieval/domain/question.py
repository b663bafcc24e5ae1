"""The words of a question, what each of them weighs, and how much of that an entry holds."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pramana.language.function_words import content_stems
from pramana.language.stems import stem
from pramana.language.tokens import terms
from pramana.retrieval.domain.bm25 import idf

MOST_STEMS = 64
"""A question may be a page long; beyond its 64 rarest words nothing changes but the cost."""


@dataclass(frozen=True)
class Question:
    """Stems with how often they were asked, and the word each was first asked as."""

    counts: Mapping[str, int]
    words: Mapping[str, str]


def read_question(text: str) -> Question:
    """
    >>> read_question("What is the Ministry's budget?").words
    {'ministri': 'ministry', 'budget': 'budget'}
    """
    words: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for word in terms(text):
        counts[stem(word)] += 1
        words.setdefault(stem(word), word)
    kept = content_stems(counts)
    return Question({each: counts[each] for each in kept}, {each: words[each] for each in kept})


def weigh(question: Question, entries_with: Mapping[str, int], entries: int) -> dict[str, float]:
    """The weight of each stem, heaviest first; one that stands nowhere weighs most."""
    weights = {
        each: count * idf(entries_with.get(each, 0), entries)
        for each, count in question.counts.items()
    }
    heaviest = sorted(weights, key=lambda each: (-weights[each], each))[:MOST_STEMS]
    return {each: weights[each] for each in heaviest}


def coverage(weights: Mapping[str, float], found: Collection[str]) -> float:
    """The share of the question's weight that an entry holds, in 0..1."""
    whole = sum(weights.values())
    return sum(weights[each] for each in found if each in weights) / whole if whole else 0.0
