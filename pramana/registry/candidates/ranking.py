"""Records in the order in which they may be meant."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pramana.language.names import NameKind, read_name, score_names, value_of
from pramana.registry.candidates.attributes import Compared, compare_attributes
from pramana.registry.candidates.contracts import Known, NameCandidate

LEAST = 0.45
"""What scores less is not a candidate."""

RAISED_AT_MOST = 0.12
"""What agreeing attributes may add: brothers share father, district and party, not a name."""

BY_EACH = 0.4
"""The share of what is missing to certainty that each agreeing attribute adds."""

DEEPER = 3
"""Times as many as asked for are compared by attributes, which may change their order."""

IDENTIFIED = 0.98
"""The score at least of a record that carries the same identifier."""


def rank(
    name: str,
    attributes: Mapping[str, Any] | None,
    known: Iterable[Known],
    *,
    limit: int = 10,
    least: float = LEAST,
) -> list[NameCandidate]:
    """Score records by name, then by what else is said of them, likeliest first.

    The same question always gets the same order: ties go by name, then by id.
    """
    by_name = sorted((_by_name(name, each) for each in known), key=lambda named: -named.value)
    scored = [_candidate(name, attributes or {}, each) for each in by_name[: limit * DEEPER]]
    likely = [each for each in scored if each.score >= least]
    return sorted(likely, key=lambda each: (-each.score, each.name, each.record_id.bytes))[:limit]


class _Named(NamedTuple):
    value: float
    text: str
    known: Known


def _by_name(name: str, known: Known) -> _Named:
    """A record with the one of its names that comes nearest."""
    kind = NameKind(known.entity_type)
    asked = read_name(name, kind)
    scores = ((value_of(asked, read_name(text, kind)), text) for text in known.names)
    return _Named(*max(scores), known)


def _candidate(name: str, attributes: Mapping[str, Any], named: _Named) -> NameCandidate:
    known, kind = named.known, NameKind(named.known.entity_type)
    best = score_names(read_name(name, kind), read_name(named.text, kind))
    candidate = NameCandidate(
        known.record_id, known.entity_type, named.text, best.value, best.reasons, best.parts
    )
    compared = compare_attributes(attributes, known.attributes) if attributes else []
    if not compared:
        return candidate
    return replace(
        candidate,
        score=round(adjusted(best.value, compared), 4),
        reasons=(*best.reasons, *(each.sentence for each in compared)),
        agreeing=tuple(each.attribute for each in compared if each.agrees),
        differing=tuple(each.attribute for each in compared if not each.agrees),
    )


def adjusted(value: float, compared: Sequence[Compared]) -> float:
    """A name's score once it is known what else agrees and what does not.

    >>> round(adjusted(0.9, [Compared("district", True, "")]), 3)
    0.94
    """
    if any(each.attribute == "identifier" and each.agrees for each in compared):
        return max(value, IDENTIFIED)
    agreeing = sum(each.agrees for each in compared)
    raised = value + min((1 - value) * (1 - (1 - BY_EACH) ** agreeing), RAISED_AT_MOST)
    for each in compared:
        raised *= 1 if each.agrees else each.factor
    return raised
