"""Scores the candidates of a field, and leaves out those that cannot be its value.

First each candidate that a label or the layout gave gets points from its own features. Candidates
that mean the same value are then joined, and a second small model weighs the points, the reading
model's answer, whether several ways lead to the value, and how close the next candidate comes. Its
result is the chance that the value is right. The weights are fitted on papers with known values;
`candidate_weights.json` holds them, and `bench trust` measures them. Two are set by hand: fitting
`stated` moves it by 0.1, and `unit` is too rare to be fitted; neither fit reads more values right.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

from pramana.extraction.contracts.fields import LabelPosition, LearnedLabel
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.field_candidates import (
    CandidateSource,
    FieldCandidate,
    region_candidate,
)
from pramana.extraction.domain.reading.field_questions import (
    END_STEMS,
    FieldQuestion,
    name_stems,
)
from pramana.extraction.domain.reading.labels import normalise_name
from pramana.extraction.domain.reading.parties import ROLES
from pramana.extraction.domain.reading.party_blocks import is_signature
from pramana.extraction.domain.reading.value_forms import ValueForm, find_forms
from pramana.extraction.domain.reading.word_index import MODALS

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
    "typed", "formed", "form_missing", "long", "lower_case", "number_missing", "wrong_label",
    "foreign_label", "own_side", "other_side", "in_context", "sum", "learned", "unlearned",
)  # fmt: skip


@dataclass(frozen=True)
class RankedCandidate:
    """A candidate, and the chance that it is right."""

    candidate: FieldCandidate
    chance: float
    features: Mapping[str, float]
    """What the second model weighed."""


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
        results.append(RankedCandidate(each.shown, chance, features))
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


_PARTIES = frozenset({"supplier", "buyer", "bidder", *ROLES})
_MAY_END = re.compile(
    rf"{MODALS}\s+(?:\w+\s+)?"
    r"(?:end|terminate|cancel|leave|break|kündigen|résilier|rescindir)\b[^.;]{0,60}$",
    re.IGNORECASE,
)
_DIGITS = frozenset({ValueForm.MONEY, ValueForm.NUMBER, ValueForm.PERCENT, ValueForm.PHONE})
_COUNT_WORD = re.compile(
    r"\b(?:no|none|nil|free|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half"
    r"|unanimous\w*|included|kein\w*|aucun\w*|ningun\w*)\b|छैन|निःशुल्क|एक|दुई|तीन",
    re.IGNORECASE,
)
_ONLY_PERCENT = re.compile(
    r"\W*\d+(?:[.,]\d+)?\s?(?:%|per\s?cent|percent|प्रतिशत)\W*", re.IGNORECASE
)
_NUMBERED = re.compile(r"\b(?:no|nr|number|nummer|num)\b\.?\s*[:#]?\s*\S*\d", re.IGNORECASE)
"""The number of a paper, which is no name."""
_RATES = frozenset({"discount", "late_interest", "penalty", "fee", "excess", "service_charge"})
"""Fields of money that papers may give as a rate."""


def may_be_value(
    document: DocumentLayout, question: FieldQuestion, candidate: FieldCandidate
) -> bool:
    """Whether words may be the value at all: an amount has a digit, a signature is no party.

    Where a person has taught the label, the person is right.
    """
    return bool(candidate.features.get("learned")) or _may_be(document, question, candidate)


def _may_be(document: DocumentLayout, question: FieldQuestion, candidate: FieldCandidate) -> bool:
    words, first = document.text[candidate.start : candidate.end], question.forms[0]
    is_party = bool(question.keys & _PARTIES) or question.is_other_party
    if candidate.source is not CandidateSource.LAYOUT and is_party:
        return not (is_signature(document, candidate.start) or _NUMBERED.search(words))
    if END_STEMS & set(question.stems) and _is_right_to_end(document.text, candidate.start):
        return False
    if candidate.form is not ValueForm.WORDS or question.is_typed:
        return True
    if candidate.source is CandidateSource.READER and _is_own_name(question, words):
        return False
    if first is ValueForm.EMAIL:
        return "@" in words
    if first is ValueForm.WEB:
        return "@" not in words and "." in words
    if first not in _DIGITS:
        return True
    if first is ValueForm.MONEY and question.keys - _RATES and _ONLY_PERCENT.fullmatch(words):
        return False
    if first is ValueForm.MONEY and find_forms(
        document, ValueForm.DURATION, candidate.start, candidate.end
    ):
        return bool(find_forms(document, ValueForm.MONEY, candidate.start, candidate.end))
    return any(char.isdigit() for char in words) or _COUNT_WORD.search(words) is not None


def _is_own_name(question: FieldQuestion, words: str) -> bool:
    """Whether words only repeat the field's name, as a heading does: H. Law."""
    if any(char.isdigit() for char in words):
        return False
    return {each for each in name_stems(words) if len(each) > 1} <= set(question.stems)


def _is_right_to_end(text: str, place: int) -> bool:
    """Whether a date is the day on which a party may end a contract before its end."""
    return _MAY_END.search(text[max(0, place - 120) : place]) is not None


MOST_PLACES = 8
"""How many places of one label are tried."""
_GAPS = {
    LabelPosition.BEFORE: r"[ \t:：#=.\-–—|]*",
    LabelPosition.ABOVE: r"[ \t:.]*\n[ \t]*",
}
_CELL_END = re.compile(r"\t|\||\s{3,}|\n")
OF_ALL_SENDERS = 0.7
"""A label that several senders use says less than one of this document's own sender."""


def learned_key(question: FieldQuestion) -> str:
    """The name under which labels are taught for a field: its own, after its parent's."""
    return normalise_name(question.words)


def learned_candidates(
    document: DocumentLayout, question: FieldQuestion, learned: Sequence[LearnedLabel]
) -> Iterator[FieldCandidate]:
    """Yield the values at the labels that people taught for this field."""
    own = learned_key(question)
    for each in learned:
        if each.field == own and each.hits > each.misses:
            yield from _values_at(document, question, each)


def _values_at(
    document: DocumentLayout, question: FieldQuestion, label: LearnedLabel
) -> Iterator[FieldCandidate]:
    words = r"[\s.\-/]{1,3}".join(map(re.escape, label.label.split()))
    form = re.compile(rf"(?:^|[\s|]){words}(?!\w){_GAPS[label.position]}(?=\S)", re.I | re.M)
    for _, match in zip(range(MOST_PLACES), form.finditer(document.text), strict=False):
        end = _CELL_END.search(document.text, match.end())
        features = {"cover": 1.0, "own_name": 1.0, "colon": 1.0}
        features["learned"] = 1.0 if label.sender else OF_ALL_SENDERS
        candidate = region_candidate(
            document, question, match.end(), end.start() if end else len(document.text), features
        )
        if candidate:
            candidate.source = CandidateSource.LEARNED
            yield candidate


def add_learned(
    document: DocumentLayout,
    question: FieldQuestion,
    candidate: FieldCandidate,
    learned: Sequence[LearnedLabel],
) -> None:
    """Add what people taught about the label at which a candidate stands, for it or against it."""
    name = learned_key(question)
    before = document.text[max(0, candidate.start - 160) : candidate.start]
    near = normalise_name(" ".join(before.splitlines()[-2:]))
    for each in learned:
        if each.field == name and near.endswith(normalise_name(each.label)):
            own = 1.0 if each.sender else OF_ALL_SENDERS
            key = "learned" if each.hits > each.misses else "unlearned"
            candidate.features[key] = max(candidate.features.get(key, 0.0), own)
