"""A linear-chain conditional random field, read from a file of our own training and run as it is.

Plain Python on purpose: seven labels and a few dozen features a word are too little for arrays to
pay, and the web process may import this without loading anything heavy.
"""

import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp

OUTSIDE = "O"
SCALE = 100
"""Weights are stored as whole hundredths, which costs no accuracy and halves the file."""

FAINTEST = -50.0
"""What is less likely than this is as good as impossible, and nothing divides by nothing."""

Row = list[float]


@dataclass(frozen=True)
class Labelled:
    """A label and how probable the model finds it, given the whole sentence."""

    label: str
    probability: float


@dataclass(frozen=True)
class Model:
    """What was learnt: a weight per feature and label, and one per pair of neighbouring labels."""

    labels: tuple[str, ...]
    weights: dict[str, tuple[tuple[int, float], ...]]
    transitions: tuple[tuple[float, ...], ...]

    def label(self, sentence: Sequence[Iterable[str]]) -> list[Labelled]:
        """The likeliest labels of a sentence given as the features of its words."""
        if not sentence:
            return []
        scores = [self._scores(features) for features in sentence]
        path = self._best_path(scores)
        chances = self._chances(scores)
        return [
            Labelled(self.labels[best], row[best]) for best, row in zip(path, chances, strict=True)
        ]

    def _scores(self, features: Iterable[str]) -> Row:
        scores = [0.0] * len(self.labels)
        weights = self.weights
        for feature in features:
            for label, weight in weights.get(feature, ()):
                scores[label] += weight
        return scores

    def _best_path(self, scores: Sequence[Row]) -> list[int]:
        """Viterbi: for each label the best way to reach it, then back from the best end."""
        indexes = range(len(self.labels))
        reached, ways = scores[0], []
        for row in scores[1:]:
            way = [self._best_before(reached, label) for label in indexes]
            reached = [
                reached[way[label]] + self.transitions[way[label]][label] + row[label]
                for label in indexes
            ]
            ways.append(way)
        path = [max(indexes, key=reached.__getitem__)]
        for way in reversed(ways):
            path.append(way[path[-1]])
        return path[::-1]

    def _best_before(self, reached: Row, label: int) -> int:
        return max(
            range(len(reached)),
            key=lambda before: reached[before] + self.transitions[before][label],
        )

    def _chances(self, scores: Sequence[Row]) -> list[Row]:
        """Forward and backward: each label's probability at each word, all paths counted."""
        likely = [[exp(max(score - max(row), FAINTEST)) for score in row] for row in scores]
        across = [[exp(weight) for weight in row] for row in self.transitions]
        back = [list(column) for column in zip(*across, strict=True)]
        forward = _swept(likely, back)
        backward = _swept(likely[::-1], across)[::-1]
        joint = [
            [ahead * behind / own for ahead, behind, own in zip(*rows, strict=True)]
            for rows in zip(forward, backward, likely, strict=True)
        ]
        return [_normalised(row) for row in joint]


def _swept(likely: Sequence[Row], links: Sequence[Row]) -> list[Row]:
    """One pass: the weight of all ways up to each word, normalised so that it never vanishes."""
    rows = [_normalised(likely[0])]
    for own in likely[1:]:
        before = rows[-1]
        arriving = (sum(b * link for b, link in zip(before, row, strict=True)) for row in links)
        rows.append(_normalised([a * o for a, o in zip(arriving, own, strict=True)]))
    return rows


def _normalised(row: Row) -> Row:
    total = sum(row)
    return [value / total for value in row]


@cache
def model(name: str) -> Model:
    """The model shipped beside this module, loaded once."""
    packed = files(__package__).joinpath(f"{name}.crf.gz").read_bytes()
    head, *lines = gzip.decompress(packed).decode().splitlines()
    described = json.loads(head)
    weights = {}
    for line in lines:
        feature, *pairs = line.split("\t")
        weights[feature] = tuple(
            (int(label), int(weight) / SCALE)
            for label, weight in (pair.split(":") for pair in pairs)
        )
    transitions = tuple(tuple(row) for row in described["transitions"])
    return Model(tuple(described["labels"]), weights, transitions)
