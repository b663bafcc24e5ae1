"""Scores the candidates of a field, and says why the best one is best.

First each candidate that a label or the layout gave gets points from its own features. Candidates
that mean the same value are then joined, and a second small model weighs the points, the reading
model's answer, whether several ways lead to the value, and how close the next candidate comes. Its
result is the chance that the value is right. All weights are fitted on papers with known values;
`candidate_weights.json` holds them, and `bench trust` measures them.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

from pramana.extraction.domain.reading.field_candidates import CandidateSource, FieldCandidate
from pramana.extraction.domain.reading.value_forms import ValueForm

LEAST_CHANCE = 0.35
"""A candidate below this is not taken: an empty field is better than a wrong one."""
NO_POINTS = -6.0
"""The points of a candidate that only the reading model proposes."""
LEAST_POINTS = -1.5
"""The points of the reading model's answer that a label supports, however weakly."""
NO_ANSWER = -3.0
"""The reading model's score of a value that it did not propose."""
MOST_LONG = 0.5
"""Words behind a clear label may be a whole phrase: 30 % with the order, the rest at handover."""
SHARED_FEATURES = (
    "typed",
    "formed",
    "form_missing",
    "long",
    "lower_case",
    "number_missing",
    "wrong_label",
    "foreign_label",
    "own_side",
    "other_side",
    "in_context",
    "sum",
    "learned",
    "unlearned",
)
REASON_WORDS = {
    "label": "its label fits",
    "layout": "documents of this kind have it there",
    "reader": "the reading model found it",
    "ways": "several readings agree",
    "learned": "people approved values there",
}


@dataclass(frozen=True)
class RankedCandidate:
    """A candidate, the chance that it is right, and what speaks for it."""

    candidate: FieldCandidate
    chance: float
    features: Mapping[str, float]
    """What the second model weighed."""
    reasons: tuple[str, ...]


@dataclass
class JoinedCandidate:
    """Candidates that mean the same value."""

    shown: FieldCandidate
    parts: list[FieldCandidate]

    @cached_property
    def points(self) -> float:
        ruled = (each for each in self.parts if each.source is not CandidateSource.READER)
        points = max((rule_points(each.features) for each in ruled), default=NO_POINTS)
        is_answer = any(each.source is CandidateSource.READER for each in self.parts)
        return max(points, LEAST_POINTS) if is_answer and points > NO_POINTS else points

    @property
    def answer(self) -> float:
        return max(each.features.get("reader", NO_ANSWER) for each in self.parts)


@cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    text = files(__package__).joinpath("candidate_weights.json").read_text("utf-8")
    weights: Mapping[str, Mapping[str, float]] = json.loads(text)
    return weights


def _weighed(features: Mapping[str, float], model: str) -> float:
    weights = _weights()[model]
    return weights["bias"] + sum(weights.get(key, 0.0) * value for key, value in features.items())


def rule_points(features: Mapping[str, float]) -> float:
    """Return the points of a candidate by its label, layout and form."""
    return max(NO_POINTS, min(6.0, _weighed(features, "rules")))


def rank_candidates(
    candidates: Sequence[FieldCandidate], *, with_reader: bool
) -> list[RankedCandidate]:
    """Return the candidates, those with the same value joined, the best first."""
    joined = join_candidates(candidates)
    model = "with_reader" if with_reader else "without_reader"
    results = []
    for each in joined:
        features = joined_features(each, joined, with_reader=with_reader)
        chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, _weighed(features, model)))))
        results.append(RankedCandidate(each.shown, chance, features, _reasons(each, features)))
    return sorted(results, key=lambda one: (-one.chance, one.candidate.start))


def join_candidates(candidates: Sequence[FieldCandidate]) -> list[JoinedCandidate]:
    joined: list[JoinedCandidate] = []
    for each in candidates:
        same = [one for one in joined if _is_same(one, each)]
        joined = [one for one in joined if not any(one is other for other in same)]
        parts = [part for one in same for part in one.parts]
        joined.append(JoinedCandidate(each, [*parts, each]))
    for one in joined:
        one.shown = _best_words(one.parts)
    return joined


def _is_same(joined: JoinedCandidate, other: FieldCandidate) -> bool:
    return any(_mean_the_same(one, other) for one in joined.parts)


def _mean_the_same(one: FieldCandidate, other: FieldCandidate) -> bool:
    if one.value == other.value or (one.start, one.end) == (other.start, other.end):
        return True
    if isinstance(one.value, int | float) or isinstance(other.value, int | float):
        return False
    shared = min(one.end, other.end) - max(one.start, other.start)
    return shared > 0 and shared * 2 >= min(one.end - one.start, other.end - other.start)


def _best_words(parts: Sequence[FieldCandidate]) -> FieldCandidate:
    """Choose whose words are shown: a value of a form, else a clear label's, else the model's.

    The model knows best where an answer in a sentence ends; a label with a colon knows best how
    long its own value is.
    """
    formed = [each for each in parts if each.form not in (ValueForm.WORDS, ValueForm.NAME)]
    labelled = [each for each in parts if each.source is not CandidateSource.READER]
    answers = [each for each in parts if each.source is CandidateSource.READER]
    if formed:
        ruled = [each for each in formed if each.source is not CandidateSource.READER]
        return _strongest(ruled or formed)
    layouts = [each for each in labelled if each.source is CandidateSource.LAYOUT]
    if layouts:
        return _strongest(layouts)
    if labelled and (not answers or _is_clear(_strongest(labelled))):
        return _strongest(labelled)
    return max(answers or parts, key=lambda each: each.features.get("reader", 0.0))


def _strongest(parts: Sequence[FieldCandidate]) -> FieldCandidate:
    return max(parts, key=lambda each: rule_points(each.features))


def _is_clear(candidate: FieldCandidate) -> bool:
    features = candidate.features
    marked = features.get("colon", 0.0) or features.get("cell", 0.0) or features.get("role", 0.0)
    exact = features.get("cover", 1.0) >= 0.99 and not features.get("right_words", 0.0)
    return bool(marked and exact and features.get("long", 0.0) <= MOST_LONG)


def joined_features(
    one: JoinedCandidate, every: Sequence[JoinedCandidate], *, with_reader: bool
) -> dict[str, float]:
    """Return what the second model weighs for a value."""
    others = [each for each in every if each is not one]
    features = {key: one.shown.features.get(key, 0.0) for key in SHARED_FEATURES}
    features["learned"] = max(each.features.get("learned", 0.0) for each in one.parts)
    features["points"] = 0.0 if one.points <= NO_POINTS else one.points
    features["no_points"] = float(one.points <= NO_POINTS)
    features["ways"] = float(len({each.source for each in one.parts}) > 1)
    features["rival_points"] = max((each.points for each in others), default=NO_POINTS)
    if with_reader:
        features["answer"] = 0.0 if one.answer <= NO_ANSWER else one.answer
        features["no_answer"] = float(one.answer <= NO_ANSWER)
        features["rival_answer"] = max((each.answer for each in others), default=NO_ANSWER)
    return features


def _reasons(one: JoinedCandidate, features: Mapping[str, float]) -> tuple[str, ...]:
    sources = {each.source.value for each in one.parts}
    keys = [key for key in REASON_WORDS if key in sources or features.get(key)]
    return tuple(REASON_WORDS[key] for key in keys)
