"""What a question looks for in a sentence: its words, what each weighs, and its near forms."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import log

from pramana.chat.domain.cues import Kind, kind_of
from pramana.chat.domain.irregular import FORMS
from pramana.language.function_words import content_stems
from pramana.language.stems import stem
from pramana.language.tokens import terms

NEAR = 0.6
"""What a near form is worth: कार्यकारी for कार्यपालिका, "election" for "elected"."""

SHORTEST_NEAR = 4
FURTHEST_NEAR = 3
"""Characters in which near forms may differ in length; they share two thirds of the word."""

NONE: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Sought:
    kind: Kind
    words: frozenset[str]
    """As they were asked."""
    weights: Mapping[str, float]
    """Of the stems that carry meaning."""
    near: Mapping[str, frozenset[str]]

    def held(self, one: str, by: Collection[str]) -> float:
        """How much of a stem these stems hold: all of it, a near form of it, or nothing."""
        if one in by or not FORMS.get(one, NONE).isdisjoint(by):
            return 1.0
        return 0.0 if self.near[one].isdisjoint(by) else NEAR

    def share(self, *places: tuple[float, frozenset[str]]) -> float:
        """The share of the whole weight that is held, each stem where it counts most."""
        whole = sum(self.weights.values())
        found = sum(
            weight * max(worth * self.held(one, by) for worth, by in places)
            for one, weight in self.weights.items()
        )
        return found / whole if whole else 0.0


def sought_by(question: str, texts: Iterable[Collection[str]]) -> Sought:
    """Weigh the question's words against these texts: what few of them hold tells more."""
    known = list(texts)
    counts = Counter(each for text in known for each in text)
    words = terms(question)
    asked = content_stems(dict.fromkeys(map(stem, words)))
    weights = {each: _idf(counts[each], len(known)) for each in asked}
    near = {each: _near(each, counts) for each in asked}
    return Sought(kind_of(question), frozenset(words), weights, near)


def _idf(holding: int, whole: int) -> float:
    return log(1 + (whole - holding + 0.5) / (holding + 0.5))


def _near(one: str, known: Iterable[str]) -> frozenset[str]:
    if len(one) < SHORTEST_NEAR:
        return NONE
    head = one[: max(SHORTEST_NEAR - 1, len(one) * 2 // 3)]
    return frozenset(
        other
        for other in known
        if other.startswith(head) and abs(len(other) - len(one)) <= FURTHEST_NEAR
    )
