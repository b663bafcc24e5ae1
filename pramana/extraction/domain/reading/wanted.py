"""Which concept a field that a person names is about."""

import re

from rapidfuzz import fuzz

from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.domain.reading.concepts import BY_KEY, BY_NAME, Concept, folded

WORDS = frozenset({FieldType.STRING, FieldType.TEXT})
NUMBERS = frozenset({FieldType.MONEY, FieldType.NUMBER, FieldType.INTEGER})
GENERIC = frozenset({"number", "name", "date", "amount", "code", "title", "reference", "type"})
"""Words that say what kind of value is wanted, not which: a passport number is not any number."""
LIKE = 86
"""How alike, of 100, a name must be to one that is known."""


def concept_of(spec: FieldSpec, parent: str = "") -> Concept | None:
    """The concept a field is called by, with what it is part of; else one its description names.

    Last the nearest name, for those that are spelt in another way.
    """
    name = folded(spec.name)
    known = BY_NAME.get(folded(f"{parent} {spec.name}")) or BY_NAME.get(name)
    known = known or BY_NAME.get(re.sub(r" (?:of|on) the .*$", "", name))
    if known:
        return _fitting(known, spec)
    said = folded(spec.description)
    words = [alias for alias in BY_NAME if " " in alias and f" {alias} " in f" {said} "]
    if words:
        return BY_NAME[max(words, key=len)]
    near = max(BY_NAME, key=lambda alias: fuzz.ratio(name, alias))
    return BY_NAME[near] if fuzz.ratio(name, near) >= LIKE else _by_part(name, spec)


def _fitting(known: Concept, spec: FieldSpec) -> Concept:
    """A deadline called "date" in a description that says more keeps what is said."""
    if known.key == "document.date" and re.search(r"due|pay", spec.description, re.IGNORECASE):
        return BY_KEY["document.due_date"]
    return known


def _by_part(name: str, spec: FieldSpec) -> Concept | None:
    """`supplier tin number`: a concept whose name is part of the field's, and of its type."""
    inside = [
        alias
        for alias in BY_NAME
        if f" {alias} " in f" {name} " and len(alias) > 3 and not GENERIC.issuperset(alias.split())
    ]
    best = max(inside, key=len, default=None)
    concept = BY_NAME[best] if best else None
    return concept if concept and _agree(concept.type, spec.type) else None


def _agree(one: FieldType, other: FieldType) -> bool:
    return one is other or {one, other} <= WORDS or {one, other} <= NUMBERS
