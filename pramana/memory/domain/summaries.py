"""What is known of an entity now, in a few sentences and attributes, from its facts alone."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from pramana.memory.contracts.graph import FactView

MOST_SENTENCES, LONGEST_SUMMARY = 4, 400
ATTRIBUTES: Mapping[str, str] = {
    "HAS_POSITION": "position",
    "WORKS_AT": "works_at",
    "LIVES_IN": "lives_in",
    "MARRIED_TO": "married_to",
    "HAS_PHONE": "phone",
    "HAS_EMAIL": "email",
    "BORN_ON": "born_on",
    "BORN_IN": "born_in",
    "HAS_AGE": "age",
    "COMES_FROM": "comes_from",
    "STUDIES_AT": "studies_at",
    "DIED": "died_on",
}
"""The families that an attribute shows, most important first."""
_ORDER = {family: place for place, family in enumerate(ATTRIBUTES)}


def summarize_entity(entity_id: UUID, facts: Sequence[FactView]) -> str:
    """The most important plain facts about the entity as sentences; empty if there are none."""
    about = [each for each in facts if each.subject_id == entity_id] or list(facts)
    ranked = sorted(about, key=lambda each: _ORDER.get(each.family, len(_ORDER)))
    sentences = list(dict.fromkeys(each.text.strip() for each in ranked))[:MOST_SENTENCES]
    summary = " ".join(each if each[-1:] in ".।!?" else f"{each}." for each in sentences if each)
    return summary[:LONGEST_SUMMARY]


def fact_attributes(
    entity_id: UUID, facts: Sequence[FactView], names: Mapping[UUID, str]
) -> dict[str, Any]:
    """The attributes that follow from the facts that hold, by name."""
    found: dict[str, Any] = {}
    for fact in facts:
        name = ATTRIBUTES.get(fact.family)
        if name and fact.subject_id == entity_id and fact.object_id in names:
            found.setdefault(name, names[fact.object_id])
    return found
