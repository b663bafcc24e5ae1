"""What is kept of an extraction before anything is looked up."""

from collections.abc import Iterable, Sequence
from typing import Any

from pramana.kit.texts import storable
from pramana.language.names import tidy
from pramana.memory.contracts.extraction import EntityFound, Extraction, FactFound, Spoken
from pramana.memory.domain.group_settings import GENERIC
from pramana.memory.domain.groups import Rules
from pramana.memory.domain.naming import exact_key

SURE_ENOUGH = 0.3
LONGEST_TEXT = 10_000
LONGEST_VALUE = 1_000
MOST_ATTRIBUTES = 50


def select_entities(
    extraction: Extraction, rules: Rules, previous: Sequence[Spoken]
) -> list[EntityFound]:
    """The entities worth keeping, typed as the group allows.

    One that is hardly believed stays only where something supports it: a fact that needs it, or
    an earlier episode that names it too.
    """
    needed = {exact_key(name) for fact in extraction.facts for name in (fact.subject, fact.object)}
    earlier = " ".join(each.body for each in previous).casefold()
    typed = (_typed(each, rules) for each in extraction.entities)
    return [
        each
        for each in typed
        if each.name
        and each.type not in rules.settings.excluded_entity_types
        and (
            each.confidence >= SURE_ENOUGH
            or exact_key(each.name) in needed
            or each.name.casefold() in earlier
        )
    ]


def _typed(found: EntityFound, rules: Rules) -> EntityFound:
    types = rules.settings.entity_types
    type_ = storable(found.type)[:100] or GENERIC
    if types and type_ not in types:
        type_ = GENERIC
    attributes = found.attributes
    if type_ in types and types[type_].properties:
        attributes = {key: attributes[key] for key in types[type_].properties if key in attributes}
    return EntityFound.model_construct(
        name=tidy(storable(found.name)),
        type=type_,
        attributes=dict(_storable(attributes.items())),
        confidence=found.confidence,
    )


def _storable(attributes: Iterable[tuple[str, Any]]) -> Iterable[tuple[str, Any]]:
    for key, value in list(attributes)[:MOST_ATTRIBUTES]:
        if isinstance(value, bool | int | float):
            yield storable(key)[:100], value
        elif value not in (None, "", [], {}):
            yield storable(key)[:100], storable(str(value))[:LONGEST_VALUE]


def select_facts(extraction: Extraction) -> list[FactFound]:
    """Facts that say something, once each."""
    kept = {
        (
            exact_key(each.subject),
            each.relation.casefold(),
            exact_key(each.object),
            each.valid_at,
        ): each
        for each in reversed(extraction.facts)
        if each.fact.strip() and exact_key(each.subject) != exact_key(each.object)
    }
    return [_cleaned(each) for each in reversed(kept.values())]


def _cleaned(fact: FactFound) -> FactFound:
    words = {
        "fact": storable(fact.fact)[:LONGEST_TEXT],
        "quote": storable(fact.quote)[:LONGEST_TEXT],
    }
    return fact.model_copy(update=words | {"relation": storable(fact.relation)})
