"""A linear-chain conditional random field, loaded from a model file that we trained.

It is plain Python on purpose: with seven labels and a few dozen features a word, arrays would not
be faster, and the web process can import this without loading anything heavy.
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
"""Weights are stored as whole hundredths, which halves the file and costs no accuracy."""

MIN_LOG_WEIGHT = -50.0
"""A lower limit for log weights, so that no probability becomes zero."""

Row = list[float]


@dataclass(frozen=True)
class LabelProbability:
    """A label and how probable the model finds it, given the whole sentence."""

    label: str
    probability: float


@dataclass(frozen=True)
class CrfModel:
    """The trained weights: one per feature and label, and one per pair of neighbouring labels."""

    labels: tuple[str, ...]
    weights: dict[str, tuple[tuple[int, float], ...]]
    transitions: tuple[tuple[float, ...], ...]

    def label(self, sentence: Sequence[Iterable[str]]) -> list[LabelProbability]:
        """The likeliest labels of a sentence given as the features of its words."""
        if not sentence:
            return []
        scores = [self._scores(features) for features in sentence]
        path = self._best_path(scores)
        probabilities = self._probabilities(scores)
        return [
            LabelProbability(self.labels[best], row[best])
            for best, row in zip(path, probabilities, strict=True)
        ]

    def _scores(self, features: Iterable[str]) -> Row:
        scores = [0.0] * len(self.labels)
        weights = self.weights
        for feature in features:
            for label, weight in weights.get(feature, ()):
                scores[label] += weight
        return scores

    def _best_path(self, scores: Sequence[Row]) -> list[int]:
        """The likeliest sequence of labels, by the Viterbi algorithm."""
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

    def _probabilities(self, scores: Sequence[Row]) -> list[Row]:
        """The probability of each label at each word, by the forward-backward algorithm."""
        likelihoods = [
            [exp(max(score - max(row), MIN_LOG_WEIGHT)) for score in row] for row in scores
        ]
        across = [[exp(weight) for weight in row] for row in self.transitions]
        back = [list(column) for column in zip(*across, strict=True)]
        forward = _sweep(likelihoods, back)
        backward = _sweep(likelihoods[::-1], across)[::-1]
        joint = [
            [ahead * behind / own for ahead, behind, own in zip(*rows, strict=True)]
            for rows in zip(forward, backward, likelihoods, strict=True)
        ]
        return [_normalise(row) for row in joint]


def _sweep(likelihoods: Sequence[Row], links: Sequence[Row]) -> list[Row]:
    """One pass of the algorithm, normalised at each word so that the values do not underflow."""
    rows = [_normalise(likelihoods[0])]
    for own in likelihoods[1:]:
        before = rows[-1]
        arriving = (sum(b * link for b, link in zip(before, row, strict=True)) for row in links)
        rows.append(_normalise([a * o for a, o in zip(arriving, own, strict=True)]))
    return rows


def _normalise(row: Row) -> Row:
    total = sum(row)
    return [value / total for value in row]


@cache
def load_model(name: str) -> CrfModel:
    """The model file of this name beside this module, loaded once."""
    return parse_model(files(__package__).joinpath(f"{name}.crf.gz").read_bytes())


def parse_model(packed: bytes) -> CrfModel:
    head, *lines = gzip.decompress(packed).decode().splitlines()
    header = json.loads(head)
    weights = {}
    for line in lines:
        feature, *pairs = line.split("\t")
        weights[feature] = tuple(
            (int(label), int(weight) / SCALE)
            for label, weight in (pair.split(":") for pair in pairs)
        )
    transitions = tuple(tuple(row) for row in header["transitions"])
    return CrfModel(tuple(header["labels"]), weights, transitions)
