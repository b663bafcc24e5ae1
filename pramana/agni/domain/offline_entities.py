"""Entities read without a model: the names that taggers and the registry know."""

import re
from collections.abc import Mapping, Sequence

from pramana.agni.contracts import EntitySubType, EntityType
from pramana.agni.domain.circumstances import read_circumstances
from pramana.agni.domain.merging import conflict
from pramana.agni.domain.name_reading import read_names
from pramana.agni.domain.names import name_key
from pramana.agni.domain.people_tables import TablePerson, people_in_tables
from pramana.agni.prompts.entities import EntityReading, NameReading
from pramana.language.scripts import language_by_script
from pramana.language.tagging import NameMention

SUB_TYPES = (
    (r"उपमहानगरपालिका|sub-?\s?metropolitan", EntitySubType.SUB_METROPOLITAN_CITY),
    (r"महानगरपालिका|metropolitan city", EntitySubType.METROPOLITAN_CITY),
    (r"गाउँपालिका|rural municipality", EntitySubType.RURAL_MUNICIPALITY),
    (r"नगरपालिका|municipality", EntitySubType.MUNICIPALITY),
    (r"जिल्ला|district", EntitySubType.DISTRICT),
    (r"प्रदेश|province", EntitySubType.PROVINCE),
    (r"बैंक|bank|finance|वित्त", EntitySubType.FINANCIAL_INSTITUTION),
    (r"अस्पताल|hospital", EntitySubType.HOSPITAL),
    (r"पार्टी|कांग्रेस|party|congress", EntitySubType.POLITICAL_PARTY),
    (
        r"मन्त्रालय|कार्यालय|विभाग|आयोग|अदालत|ministry|department|commission|office|court",
        EntitySubType.GOVERNMENT_BODY,
    ),
)


def read_entities(
    text: str, mentions: Sequence[NameMention], about: Sequence[str] = ()
) -> list[EntityReading]:
    """One entity for each name; with `about`, only those that bear one of these names.

    `text` has its wrapped lines joined, and `mentions` are what a tagger found in it.
    """
    tables = {person.mention.start: person for person in people_in_tables(text)}
    entities = _entities_by_name(text, _with_tables(read_names(text, mentions), tables), tables)
    return [entity for entity in entities if not about or _is_about(entity, about)]


def _with_tables(
    mentions: Sequence[NameMention], tables: Mapping[int, TablePerson]
) -> list[NameMention]:
    """The mentions, with those of tables in place of what was read of them."""
    stated = [person.mention for person in tables.values()]
    free = [
        each
        for each in mentions
        if not any(each.start < other.end and other.start < each.end for other in stated)
    ]
    return sorted([*free, *stated], key=lambda each: each.start)


def _entities_by_name(
    text: str, mentions: Sequence[NameMention], tables: Mapping[int, TablePerson]
) -> list[EntityReading]:
    """An entity for each name and kind; namesakes whose circumstances conflict are two."""
    by_name: dict[tuple[str, str], list[EntityReading]] = {}
    for at, mention in enumerate(mentions):
        person = tables.get(mention.start)
        circumstances = {
            **read_circumstances(text, at, mentions),
            **(person.circumstances if person else {}),
        }
        attributes = {key: each.value for key, each in circumstances.items()}
        namesakes = by_name.setdefault((mention.kind.value, name_key(mention.text)), [])
        entity = next(
            (each for each in reversed(namesakes) if not conflict(each.attributes, attributes)),
            None,
        )
        if entity is None:
            name = " ".join(mention.text.split())
            entity = _entity(name, EntityType(mention.kind.value), mention.confidence)
            namesakes.append(entity)
        entity.spans.append((mention.start, mention.end))
        entity.confidence = max(entity.confidence, round(mention.confidence, 3))
        for key, each in circumstances.items():
            if key not in entity.attributes:
                entity.attributes[key] = each.value
                entity.evidence[key] = (each.start, each.end)
    return [entity for namesakes in by_name.values() for entity in namesakes]


def _entity(name: str, entity_type: EntityType, confidence: float) -> EntityReading:
    return EntityReading(
        type=entity_type,
        sub_type=_sub_type(name, entity_type),
        names=[NameReading(text=name, language=language_by_script(name))],
        quotes=[name],
        confidence=round(confidence, 3),
    )


def _sub_type(name: str, entity_type: EntityType) -> EntitySubType | None:
    for pattern, sub_type in SUB_TYPES:
        if re.search(pattern, name, re.IGNORECASE):
            return sub_type if sub_type.entity_type is entity_type else None
    return None


def _is_about(entity: EntityReading, about: Sequence[str]) -> bool:
    wanted = {name_key(name) for name in about}
    return any(name_key(name.text) in wanted for name in entity.names)
