"""What was meant by fields that a model, or a person, wrote in another form than was asked for."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.contracts.values import Json
from pramana.extraction.domain.stacks.values import typed

READ: Final = frozenset({FieldType.NUMBER, FieldType.INTEGER, FieldType.MONEY, FieldType.DATE})
FOLDED: Final = frozenset({"value", "confidence", "quote"})


def eased(fields: Mapping[str, Json], specs: Sequence[FieldSpec]) -> dict[str, Json]:
    """Each value in its field's type, where it was only written as text.

    >>> eased({"total": "Rs. 1,500.00"}, [FieldSpec(name="total", type=FieldType.NUMBER)])
    {'total': 1500}
    """
    known = {spec.name: spec for spec in specs}
    return {name: eased_value(value, known.get(name)) for name, value in fields.items()}


def eased_value(value: Json, spec: FieldSpec | None) -> Json:
    """One value; what cannot be read stays as it is, and is refused with its reason."""
    if spec is None:
        return value
    if isinstance(value, dict) and spec.children:
        return eased(value, spec.children)
    if isinstance(value, list) and spec.children:
        return [eased(row, spec.children) if isinstance(row, dict) else row for row in value]
    if isinstance(value, str) and spec.type in READ:
        return _read(value, spec.type)
    return value


def unfolded(
    fields: Mapping[str, Any], confidences: Mapping[str, Any], quotes: Mapping[str, str]
) -> tuple[dict[str, Any], dict[str, Any], dict[str, str]]:
    """Values, confidences and quotes apart, where each field came as one object with its own.

    >>> unfolded({"total": {"value": 5, "confidence": 0.9, "quote": "5.00"}}, {}, {})
    ({'total': 5}, {'total': 0.9}, {'total': '5.00'})
    """
    if not fields or not all(_is_folded(value) for value in fields.values()):
        return dict(fields), dict(confidences), dict(quotes)
    inside = {key: {name: value.get(key) for name, value in fields.items()} for key in FOLDED}
    scores = {name: score for name, score in inside["confidence"].items() if score is not None}
    words = {name: said for name, said in inside["quote"].items() if isinstance(said, str)}
    return inside["value"], {**scores, **confidences}, {**words, **quotes}


def _is_folded(value: Any) -> bool:
    return isinstance(value, dict) and {"value", "confidence"} <= set(value) <= FOLDED


def _read(value: str, kind: FieldType) -> Json:
    try:
        return typed(kind, value)
    except ValueError:
        return value
