"""Trust for every value of an extraction, in the shape of its fields."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.contracts.values import Json, Signal
from pramana.extraction.domain.consistency import consistent
from pramana.extraction.domain.formats import fits, looks_right
from pramana.extraction.domain.paths import Path, format_path
from pramana.extraction.domain.placing import mean_otherwise
from pramana.extraction.domain.tree import MISSING, leaves, mapped, value_at
from pramana.extraction.domain.trust import LOW, judge
from pramana.extraction.domain.validation import spec_at
from pramana.kit.evidence import folded

Reading = Sequence[Mapping[str, Any]]
"""What another reader found: value, start and end of each, and the path it gave it."""


def assess(
    fields: Json,
    evidence: Json,
    *,
    specs: Sequence[FieldSpec] = (),
    second: Reading = (),
    by_hand: Collection[Path] = (),
) -> Json:
    """How far each value was checked; null for a value that is missing.

    `second` is empty where the second reading was the first one too: it would agree with itself.
    """
    verdicts = consistent(fields)

    def leaf(path: Path, value: Json) -> Json:
        if value is None:
            return None
        proof = value_at(evidence, path)
        signals = _signals(path, value, None if proof is MISSING else proof, specs, second)
        if path in verdicts:
            signals[Signal.CONSISTENT] = verdicts[path]
        if any(path[: len(hand)] == hand for hand in by_hand):
            signals[Signal.PERSON] = True
        trust = judge(signals)
        told = {str(signal): holds for signal, holds in trust.signals.items()}
        return {"score": trust.score, "signals": told}

    return mapped(fields, leaf)


def count_low(fields: Json, trust: Json) -> int:
    """How many values were checked too little to be relied on unseen."""
    judged = (value_at(trust, path) for path, value in leaves(fields) if value is not None)
    return sum(isinstance(each, dict) and each["score"] < LOW for each in judged)


def _signals(
    path: Path, value: Json, proof: Json, specs: Sequence[FieldSpec], second: Reading
) -> dict[Signal, bool]:
    signals = {Signal.QUOTE: bool(proof and proof.get("supports"))}
    right = _right_form(path, value, specs)
    if right is not None:
        signals[Signal.FORMAT] = right
    if second:
        name = format_path(path)
        signals[Signal.AGREES] = any(
            _same(value, proof, each) and not mean_otherwise(name, each.get("path", ""))
            for each in second
        )
    return signals


def _right_form(path: Path, value: Json, specs: Sequence[FieldSpec]) -> bool | None:
    spec = spec_at(specs, path)
    if spec is not None and not spec.type.has_parts:
        return fits(value, spec.type)
    name = next((part for part in reversed(path) if isinstance(part, str)), "")
    return looks_right(name, value)


def _same(value: Json, proof: Json, other: Mapping[str, Any]) -> bool:
    """The same value read at the same place, or the same words where this one has no place."""
    if not _equal(value, other["value"]):
        return False
    if not proof:
        return True
    return bool(proof["start"] < other["end"] and other["start"] < proof["end"])


def _equal(one: Json, other: Json) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return folded(one) == folded(other)
    return bool(one == other)
