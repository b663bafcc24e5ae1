"""Scores records by name and attributes, and puts the likeliest first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from uuid import UUID

from pramana.language.names import NamedEntityType, PartScore, parse_name, score_names, score_value
from pramana.registry.candidates.attributes import AttributeComparison, compare_attributes
from pramana.registry.contracts import NameText, RecordType


@dataclass(frozen=True)
class NamedRecord:
    """A record with the names by which it is to be found."""

    record_id: UUID
    entity_type: RecordType
    names: Sequence[NameText]


@dataclass(frozen=True)
class CandidateRecord:
    """A record to be scored, from our tables or a remote registry."""

    record_id: UUID
    entity_type: RecordType
    names: Sequence[str]
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class NameCandidate:
    """A record that a name may mean, with a score and the reasons.

    `agreeing` and `differing` name the attributes that were compared. An automatic match needs at
    least one that agrees and none that differs.
    """

    record_id: UUID
    entity_type: RecordType
    name: str
    score: float
    reasons: tuple[str, ...]
    parts: tuple[PartScore, ...]
    agreeing: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()


MIN_SCORE = 0.45
"""A record with a lower score is not a candidate."""

MAX_RAISE = 0.12
"""The most that agreeing attributes add: brothers share father, district and party."""

RAISE_SHARE = 0.4
"""Each agreeing attribute adds this share of what is missing to certainty."""

COMPARED_PER_RESULT = 3
"""For each result, this many records are compared by attributes, which may change the order."""

SAME_IDENTIFIER_SCORE = 0.98
"""The least score of a record with the same identifier."""


def rank_candidates(
    name: str,
    attributes: Mapping[str, Any] | None,
    records: Iterable[CandidateRecord],
    *,
    limit: int = 10,
    least: float = MIN_SCORE,
) -> list[NameCandidate]:
    """Score records by name, then by attributes, likeliest first.

    The order is stable: records with the same score are sorted by name, then by id.
    """
    by_name = sorted(
        (_score_by_name(name, each) for each in records), key=lambda scored: -scored.value
    )
    scored = [
        _build_candidate(name, attributes or {}, each)
        for each in by_name[: limit * COMPARED_PER_RESULT]
    ]
    likely = [each for each in scored if each.score >= least]
    return sorted(likely, key=lambda each: (-each.score, each.name, each.record_id.bytes))[:limit]


class _NameScore(NamedTuple):
    value: float
    text: str
    record: CandidateRecord


def _score_by_name(name: str, record: CandidateRecord) -> _NameScore:
    """The record with its best matching name."""
    kind = NamedEntityType(record.entity_type)
    parsed = parse_name(name, kind)
    scores = ((score_value(parsed, parse_name(text, kind)), text) for text in record.names)
    return _NameScore(*max(scores), record)


def _build_candidate(name: str, attributes: Mapping[str, Any], scored: _NameScore) -> NameCandidate:
    record, kind = scored.record, NamedEntityType(scored.record.entity_type)
    best = score_names(parse_name(name, kind), parse_name(scored.text, kind))
    candidate = NameCandidate(
        record.record_id, record.entity_type, scored.text, best.value, best.reasons, best.parts
    )
    compared = compare_attributes(attributes, record.attributes) if attributes else []
    if not compared:
        return candidate
    return replace(
        candidate,
        score=round(adjust_score(best.value, compared), 4),
        reasons=(*best.reasons, *(each.sentence for each in compared)),
        agreeing=tuple(each.attribute for each in compared if each.agrees),
        differing=tuple(each.attribute for each in compared if not each.agrees),
    )


def adjust_score(value: float, compared: Sequence[AttributeComparison]) -> float:
    """Raise a name's score for attributes that agree, and lower it for those that differ.

    >>> round(adjust_score(0.9, [AttributeComparison("district", True, "")]), 3)
    0.94
    """
    if any(each.attribute == "identifier" and each.agrees for each in compared):
        return max(value, SAME_IDENTIFIER_SCORE)
    agreeing = sum(each.agrees for each in compared)
    raised = value + min((1 - value) * (1 - (1 - RAISE_SHARE) ** agreeing), MAX_RAISE)
    for each in compared:
        raised *= 1 if each.agrees else each.factor
    return raised
