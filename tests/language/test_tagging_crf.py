import itertools
import math

import pytest

from pramana.language.tagging.crf import CrfModel, load_model

LABELS = ("O", "B", "I")
SMALL = CrfModel(
    LABELS,
    {"a": ((1, 1.5),), "b": ((2, 1.0), (0, 0.25)), "c": ((0, 0.5),)},
    ((0.2, 0.1, -3.0), (0.0, -0.5, 1.0), (0.1, 0.0, 0.4)),
)
SENTENCE = [["a"], ["b", "unheard-of"], ["c"], ["a", "b"]]


def by_hand() -> dict[tuple[int, ...], float]:
    """The weight of every possible way to label the sentence."""
    ways = {}
    for way in itertools.product(range(3), repeat=len(SENTENCE)):
        score = sum(SMALL.transitions[one][next_] for one, next_ in itertools.pairwise(way))
        for label, features in zip(way, SENTENCE, strict=True):
            score += sum(dict(SMALL.weights.get(each, ())).get(label, 0.0) for each in features)
        ways[way] = math.exp(score)
    return ways


def test_the_best_of_all_ways_is_found():
    ways = by_hand()

    best = max(ways, key=ways.__getitem__)

    assert [each.label for each in SMALL.label(SENTENCE)] == [LABELS[index] for index in best]


def test_probabilities_are_those_of_all_ways_together():
    ways = by_hand()
    best = max(ways, key=ways.__getitem__)
    for position, found in enumerate(SMALL.label(SENTENCE)):
        agreeing = sum(each for way, each in ways.items() if way[position] == best[position])
        assert found.probability == pytest.approx(agreeing / sum(ways.values()))


def test_a_long_sentence_does_not_wear_the_arithmetic_out():
    labelled = SMALL.label([["a"], ["b"]] * 3000)

    assert all(0 < each.probability <= 1 for each in labelled)


def test_a_word_the_model_is_all_too_sure_of_divides_nothing_by_nothing():
    (sure,) = SMALL.label([["a"] * 2000])

    assert sure.label == "B" and sure.probability == pytest.approx(1.0)


def test_nothing_has_no_labels():
    assert SMALL.label([]) == []


def test_the_shipped_model_is_small_and_of_the_three_kinds():
    shipped = load_model("nepali")

    assert {label[2:] for label in shipped.labels} == {"", "PER", "ORG", "LOC"}
    assert len(shipped.weights) > 10_000
