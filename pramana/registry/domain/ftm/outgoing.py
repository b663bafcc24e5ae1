"""Our records as FollowTheMoney has them."""

from collections.abc import Iterator
from typing import Any

from pramana.registry.contracts import EntityType, RecordView, RelationshipView
from pramana.registry.domain.ftm.words import (
    CONTACTS,
    LEGAL,
    LINKS,
    LONGEST_NUMBER,
    NOT_NUMBERS,
    OTHER_LINK,
    OURS,
    SCHEMATA,
    TOPICS,
)


def to_ftm(record: RecordView) -> dict[str, Any]:
    """A record as an entity of FollowTheMoney."""
    schema = SCHEMATA.get((record.type, record.sub_type)) or SCHEMATA[(record.type, None)]
    properties = {name: list(dict.fromkeys(found)) for name, found in _properties(record)}
    return {
        "id": f"{OURS}{record.id.hex}",
        "schema": schema,
        "properties": {name: found for name, found in properties.items() if found},
    }


def link_to_ftm(relation: RelationshipView) -> dict[str, Any]:
    """A relation as an entity that stands between two."""
    schema, source, target = LINKS.get(relation.type, OTHER_LINK)
    if schema != "UnknownLink" and relation.target.type is not EntityType.ORGANIZATION:
        schema, source, target = OTHER_LINK
    properties = {
        source: [f"{OURS}{relation.source.id.hex}"],
        target: [f"{OURS}{relation.target.id.hex}"],
        "role": [str(relation.attributes.get("role") or relation.type)],
        "startDate": [relation.start_date.isoformat()] if relation.start_date else [],
        "endDate": [relation.end_date.isoformat()] if relation.end_date else [],
    }
    return {
        "id": f"{OURS}{relation.id.hex}",
        "schema": schema,
        "properties": {name: found for name, found in properties.items() if found},
    }


def _properties(record: RecordView) -> Iterator[tuple[str, list[str]]]:
    data = record.data
    primary = [text for name in data.names if name.kind == "PRIMARY" for _, text in name.texts]
    others = [text for name in data.names if name.kind != "PRIMARY" for _, text in name.texts]
    yield "name", primary
    yield "alias", others
    yield "weakAlias", [text for name in data.misspelled_names for _, text in name.texts]
    yield "country", ["np"]
    yield "summary", [each.value for each in _texts(data.short_description)]
    yield "notes", [each.value for each in _texts(data.description)]
    yield "keywords", list(data.tags)
    yield "wikidataId", [each.value for each in data.identifiers if each.scheme == "wikidata"]
    yield "topics", [TOPICS[record.sub_type]] if record.sub_type in TOPICS else []
    if record.type is EntityType.LOCATION:
        yield "full", primary
    if record.type in LEGAL:
        yield from _of_legal_entities(record)


def _of_legal_entities(record: RecordView) -> Iterator[tuple[str, list[str]]]:
    contacts = record.data.contacts
    for kind, name in CONTACTS.items():
        yield name, [each.value for each in contacts if each.type == kind]
    numbers = [each.value for each in record.data.identifiers if each.scheme not in NOT_NUMBERS]
    yield "idNumber", [value for value in numbers if len(value) <= LONGEST_NUMBER]


def _texts(text: Any) -> list[Any]:
    return [each for each in (text.en, text.ne) if each] if text else []
