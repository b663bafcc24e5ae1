"""Columns for a table of papers: what two or three of them have in common."""

from collections import Counter
from collections.abc import Sequence

from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.paths import parse_path
from pramana.extraction.domain.reading.concepts import BY_KEY
from pramana.extraction.domain.reading.document import Reading, read_document

MOST = 20
HALF = 0.5
"""The share of the papers that must have a field for it to become a column."""

ORDER = (
    "document",
    "vendor",
    "issuer",
    "buyer",
    "parties",
    "letter",
    "contract",
    "notice",
    "meeting",
    "statement",
    "currency",
    "totals",
    "payment",
    "details",
)
NAMES = {
    "vendor.name": "company",
    "vendor.address": "address",
    "document.number": "number",
    "document.date": "date",
    "document.title": "title",
    "totals.total": "total",
}
"""Short names for what is in nearly every table; the rest is called by its path."""


def infer_columns(texts: Sequence[str]) -> list[FieldSpec]:
    """The fields that more than half of the papers have, as columns in a steady order."""
    readings = [read_document(text) for text in texts]
    counted: Counter[str] = Counter()
    examples: dict[str, list[Found]] = {}
    for reading in readings:
        for found in _single(reading):
            counted[found.path] += 1
            examples.setdefault(found.path, []).append(found)
    common = [path for path, count in counted.items() if count > HALF * len(texts)]
    common.sort(key=lambda path: (_rank(path), -counted[path]))
    return [_column(path, examples[path]) for path in common[:MOST]]


def _single(reading: Reading) -> list[Found]:
    """Values that stand once in a paper: rows of a table are no columns."""
    return [
        each
        for each in reading.found
        if not any(isinstance(part, int) for part in parse_path(each.path))
    ]


def _rank(path: str) -> int:
    top = str(parse_path(path)[0])
    return ORDER.index(top) if top in ORDER else len(ORDER)


def _column(path: str, found: Sequence[Found]) -> FieldSpec:
    concept = BY_KEY.get(path)
    kind = concept.type if concept else _type(found)
    name = NAMES.get(path) or "_".join(str(part) for part in parse_path(path) if part != "details")
    return FieldSpec(name=name, type=kind)


def _type(found: Sequence[Found]) -> FieldType:
    if all(isinstance(each.value, int | float) for each in found):
        return FieldType.NUMBER
    long = max(len(str(each.value)) for each in found) > 120
    return FieldType.TEXT if long else FieldType.STRING
