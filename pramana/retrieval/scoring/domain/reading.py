"""Candidates as words, read once for everything that counts words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pramana.language.stems import stem
from pramana.language.tokens import WORD, fold
from pramana.retrieval.domain.bm25 import term_weight
from pramana.retrieval.domain.question import Question, coverage, read_question, weigh
from pramana.retrieval.scoring.contracts import SearchCandidate

MOST_CHARACTERS = 1_000
"""What is read of a text: more than any provider's snippet, most of a passage."""


@dataclass(frozen=True)
class Reading:
    """The question with the weight of its words, and how often each candidate holds which word."""

    question: Question
    weights: Mapping[str, float]
    bags: Mapping[str, Mapping[str, int]]

    def words_held(self, name: str) -> list[str]:
        """The question's words that a candidate holds, as they were asked."""
        return [word for root, word in self.question.words.items() if root in self.bags[name]]

    def coverage(self, name: str) -> float:
        return coverage(self.weights, self.bags[name].keys())

    def lexical(self, name: str) -> float:
        """BM25 with what is rare among the candidates weighing more."""
        bag, words = self.bags[name], sum(self.bags[name].values())
        held = [root for root in self.weights if root in bag]
        return sum(self.weights[root] * term_weight(bag[root], words) for root in held)


def read(question: str, candidates: Sequence[SearchCandidate]) -> Reading:
    bags = {each.id: _bag(f"{each.title}\n{each.text}"[:MOST_CHARACTERS]) for each in candidates}
    asked = read_question(question)
    standing = Counter(root for bag in bags.values() for root in asked.counts if root in bag)
    return Reading(asked, weigh(asked, standing, max(len(bags), 1)), bags)


def overlaps(
    bags: Mapping[str, Mapping[str, int]], names: Sequence[str], least: float
) -> dict[frozenset[str], float]:
    """How much of their words any two share, where that is at least `least` (a cosine).

    >>> bags = {"a": {"x": 1, "y": 1}, "b": {"x": 1, "y": 1}, "c": {"z": 1}}
    >>> overlaps(bags, "abc", 0.6) == {frozenset("ab"): 1.0}
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
    """Stems with their counts; the whole text is folded at once, which is what makes it quick."""
    bag: dict[str, int] = {}
    for word, count in Counter(WORD.findall(fold(text))).items():
        root = stem(word)
        bag[root] = bag.get(root, 0) + count
    return bag
