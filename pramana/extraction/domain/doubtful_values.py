"""Which values a model is asked about once more, and what may come of its second answer."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from pramana.extraction.contracts.fields import FieldSpec, FieldType, Json, Signal
from pramana.extraction.domain.evidence import EvidenceSource
from pramana.extraction.domain.field_tree import (
    MISSING,
    Path,
    format_path,
    last_name,
    leaves,
    value_at,
    with_value,
)
from pramana.extraction.domain.trust import LOW, SecondReading, assess_trust
from pramana.extraction.domain.validation import spec_at

MOST_DOUBTFUL = 12
"""How many values one second pass asks about, the least trusted first."""


@dataclass(frozen=True)
class DoubtfulValue:
    """A value that failed checks, or a field that was left empty without being looked for."""

    path: Path
    spec: FieldSpec
    """Its name and type, as they are asked for."""
    value: Json = None
    score: float = 0.0
    place: int | None = None
    """Where its words stand, if they were found."""


@dataclass(frozen=True)
class SecondAnswer:
    """What the model said when it was asked again."""

    path: Path
    value: Json
    quote: str = ""
    confidence: float = 0.5


def doubtful_values(
    fields: Json,
    trust: Json,
    evidence: Json,
    *,
    specs: Sequence[FieldSpec] = (),
    second: SecondReading = (),
    decided: Collection[Path] = (),
    is_long: bool = False,
) -> list[DoubtfulValue]:
    """Return the values to ask about again, the least trusted first.

    These are values of low trust, and empty fields that were asked for where the offline reader
    found something, or where the document is so long that its model may not have read it all.
    """
    found = {str(each["path"]) for each in second}
    results = list(_low_values(fields, trust, evidence, specs))
    for path, value in leaves(fields):
        spec = spec_at(specs, path)
        is_empty = value is None and spec is not None and not spec.type.has_parts
        if spec and is_empty and (is_long or format_path(path) in found):
            results.append(DoubtfulValue(path, spec))
    open_ones = (
        each
        for each in sorted(results, key=lambda each: each.score)
        if not any(each.path[: len(path)] == path for path in decided)
    )
    return list(islice(open_ones, MOST_DOUBTFUL))


def _low_values(
    fields: Json, trust: Json, evidence: Json, specs: Sequence[FieldSpec]
) -> Iterator[DoubtfulValue]:
    for path, value in leaves(fields):
        entry = value_at(trust, path)
        if value is None or not isinstance(entry, dict) or entry["score"] >= LOW:
            continue
        proof = value_at(evidence, path)
        place = proof["start"] if isinstance(proof, dict) else None
        spec = spec_at(specs, path)
        if spec is None or spec.type.has_parts or isinstance(path[-1], int):
            spec = FieldSpec(name=last_name(path) or "value", type=_type_of(value))
        yield DoubtfulValue(path, spec, value, entry["score"], place)


def _type_of(value: Json) -> FieldType:
    if isinstance(value, bool):
        return FieldType.BOOLEAN
    return FieldType.NUMBER if isinstance(value, int | float) else FieldType.STRING


def is_better(
    answer: SecondAnswer,
    doubt: DoubtfulValue,
    fields: Json,
    source: EvidenceSource,
    *,
    specs: Sequence[FieldSpec] = (),
    second: SecondReading = (),
) -> bool:
    """Whether the second answer may replace the value: its words stand in the document, and it
    passes more checks than the first.

    A field that was asked for becomes empty if the model takes back a value without evidence.
    """
    if answer.value is None:
        asked_for = spec_at(specs, doubt.path) is not None
        return asked_for and doubt.value is not None and doubt.place is None
    proof = source.evidence(doubt.path, answer.value, answer.quote)
    if proof is None or not proof["supports"]:
        return False
    whole = with_value(fields, doubt.path, answer.value)
    proofs = source.tree(whole, {format_path(doubt.path): answer.quote})
    trust = value_at(assess_trust(whole, proofs, specs=specs, second=second), doubt.path)
    if trust is MISSING or trust is None:
        return False
    return bool(trust["signals"].get(Signal.QUOTE) and trust["score"] > doubt.score)


def agrees(answer: SecondAnswer, doubt: DoubtfulValue) -> bool:
    """Whether the model gave the same value again."""
    one, other = answer.value, doubt.value
    if isinstance(one, str) and isinstance(other, str):
        return one.casefold().split() == other.casefold().split()
    return one is not None and bool(one == other)
