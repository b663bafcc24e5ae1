"""Generated texts and vectors; words are as frequent as in our documentation."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

import numpy

DOCS = Path(__file__).resolve().parent.parent / "docs"
WORDS = 220
"""In a passage, about."""
RARE = 110
"""One word in so many is a name that hardly occurs again."""
CENTRES = 300
"""Matters that vectors lie around."""

Line = tuple[str, str, list[float] | None]


class Writer:
    """Writes the same again for the same seed."""

    def __init__(self, seed: int = 7) -> None:
        self._chance = random.Random(seed)
        self._noise = numpy.random.default_rng(seed)
        texts = (file.read_text("utf-8") for file in sorted(DOCS.rglob("*.md")))
        counted = Counter(re.findall(r"[a-z]+", " ".join(texts).lower())).most_common()
        self._words = [word for word, _ in counted]
        self._shares = list(accumulate(count for _, count in counted))

    def text(self, words: int = WORDS) -> str:
        chosen = self._chance.choices(self._words, cum_weights=self._shares, k=words)
        for at in range(0, words, RARE):
            chosen[at] = self._name()
        return ". ".join(" ".join(chosen[at : at + 12]).capitalize() for at in range(0, words, 12))

    def question(self) -> str:
        return " ".join(self._chance.choice(self._words[100:2000]) for _ in range(4))

    def lines(self, dimension: int) -> Iterator[Line]:
        """Passages with vectors, without end."""
        centres = self._noise.normal(size=(CENTRES, dimension))
        number = 0
        while True:
            near = centres[number % CENTRES] + self._noise.normal(size=dimension)
            yield f"made-{number}", self.text(), (near / numpy.linalg.norm(near)).tolist()
            number += 1

    def _name(self) -> str:
        letters = ("bcdfghjklmnprstvz", "aeiou")
        return "".join(self._chance.choice(letters[at % 2]) for at in range(6))
