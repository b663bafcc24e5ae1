"""FollowTheMoney, the format that OpenAleph and others read: from our records and into them."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from pramana.language.scripts import language_by_script
from pramana.registry.contracts import (
    NewRecord,
    NewRelationship,
    RecordType,
    RecordView,
    RelationshipType,
    RelationshipView,
)
from pramana.registry.domain.validation import parse_new_record
from pramana.registry.errors import InvalidRecord

SCHEME = "ftm"
"""The scheme of identifiers that come from FollowTheMoney files."""

NOT_NUMBERS = frozenset({"wikidata", "nes", "csv", SCHEME})
MAX_NUMBER_LENGTH = 64
OUR_PREFIX = "pramana-"
"""How the ids of our own records begin in FollowTheMoney files."""

SCHEMATA: dict[tuple[RecordType, str | None], str] = {
    (RecordType.PERSON, None): "Person",
    (RecordType.ORGANIZATION, "government_body"): "PublicBody",
    (RecordType.ORGANIZATION, "financial_institution"): "Company",
    (RecordType.ORGANIZATION, None): "Organization",
    (RecordType.LOCATION, None): "Address",
    (RecordType.PROJECT, None): "Project",
}
TYPES: dict[str, tuple[RecordType, str | None]] = {
    "Person": (RecordType.PERSON, None),
    "LegalEntity": (RecordType.ORGANIZATION, None),
    "Organization": (RecordType.ORGANIZATION, None),
    "PublicBody": (RecordType.ORGANIZATION, "government_body"),
    "Company": (RecordType.ORGANIZATION, None),
    "Address": (RecordType.LOCATION, None),
    "Project": (RecordType.PROJECT, "development_project"),
}
TOPICS = {
    "political_party": "pol.party",
    "government_body": "gov",
    "international_org": "gov.igo",
    "financial_institution": "fin",
}
LINKS: dict[RelationshipType, tuple[str, str, str]] = {
    RelationshipType.MEMBER_OF: ("Membership", "member", "organization"),
    RelationshipType.EMPLOYED_BY: ("Employment", "employee", "employer"),
}
OTHER_LINK = ("UnknownLink", "subject", "object")
RELATIONS: dict[str, tuple[RelationshipType, str, str]] = {
    "Membership": (RelationshipType.MEMBER_OF, "member", "organization"),
    "Employment": (RelationshipType.EMPLOYED_BY, "employee", "employer"),
    "Directorship": (RelationshipType.AFFILIATED_WITH, "director", "organization"),
    "Representation": (RelationshipType.AFFILIATED_WITH, "agent", "client"),
    "UnknownLink": (RelationshipType.AFFILIATED_WITH, "subject", "object"),
}
CONTACTS = {"EMAIL": "email", "PHONE": "phone", "URL": "website"}
PLAIN_CONTACTS = {name: kind for kind, name in CONTACTS.items()}
LEGAL = frozenset({RecordType.PERSON, RecordType.ORGANIZATION})


def ftm_id(text: str) -> str:
    """The reference to a FollowTheMoney entity, in the form of an identifier."""
    return f"{SCHEME}:{text}"


def own_record_id(text: str) -> str | None:
    """The uuid in an identifier that our own export wrote; None for any other.

    >>> own_record_id("ftm:pramana-6f2b"), own_record_id("ftm:x-1")
    ('6f2b', None)
    """
    begins = f"{SCHEME}:{OUR_PREFIX}"
    return text.removeprefix(begins) if text.startswith(begins) else None


def from_ftm(entity: Any) -> NewRecord | tuple[str, NewRelationship] | None:
    """A record, a relationship with its source's id, or None for a schema that we do not hold."""
    if not isinstance(entity, Mapping) or not isinstance(entity.get("id"), str):
        raise InvalidRecord("A FollowTheMoney entity needs an id.")
    raw_properties = entity.get("properties")
    properties = raw_properties if isinstance(raw_properties, Mapping) else {}
    schema = str(entity.get("schema", ""))
    if schema in RELATIONS:
        return _relation(schema, properties)
    if schema in TYPES:
        return _record(entity["id"], TYPES[schema], properties)
    return None


def _record(
    ftm_entity_id: str, kind: tuple[RecordType, str | None], properties: Mapping[str, Any]
) -> NewRecord:
    entity_type, sub_type = kind
    if "pol.party" in _texts_of(properties, "topics") and entity_type is RecordType.ORGANIZATION:
        sub_type = "political_party"
    names = _texts_of(properties, "name") or _texts_of(properties, "full")
    if not names:
        raise InvalidRecord(f"{ftm_entity_id} has no name.")
    contacts = [
        {"type": kind, "value": value}
        for name, kind in PLAIN_CONTACTS.items()
        for value in _texts_of(properties, name)
    ]
    return parse_new_record(
        {
            "type": entity_type,
            "sub_type": sub_type,
            "names": _names(names, "PRIMARY") + _names(_texts_of(properties, "alias"), "ALIAS"),
            "misspelled_names": _names(_texts_of(properties, "weakAlias"), "ALIAS"),
            "identifiers": _identifiers(ftm_entity_id, properties),
            "contacts": contacts,
            "tags": _texts_of(properties, "keywords"),
            **_descriptions(properties),
        }
    )


def _identifiers(ftm_entity_id: str, properties: Mapping[str, Any]) -> list[dict[str, str]]:
    wikidata = [
        {"scheme": "wikidata", "value": value} for value in _texts_of(properties, "wikidataId")
    ]
    numbers = [
        {"scheme": "id_number", "value": value} for value in _texts_of(properties, "idNumber")
    ]
    return [{"scheme": SCHEME, "value": ftm_entity_id}, *wikidata, *numbers]


def _descriptions(properties: Mapping[str, Any]) -> dict[str, Any]:
    fields = {
        "short_description": _texts_of(properties, "summary"),
        "description": _texts_of(properties, "notes"),
    }
    return {name: _lang_text(texts) for name, texts in fields.items() if texts}


def _lang_text(texts: list[str]) -> dict[str, Any]:
    by_language: dict[str, str] = {}
    for text in texts:
        by_language.setdefault(language_by_script(text), text)
    return {
        language: {"value": value, "provenance": "imported"}
        for language, value in by_language.items()
    }


def _names(texts: list[str], kind: str) -> list[dict[str, Any]]:
    """One name with the first text of each script, and an alias for every other text."""
    first: dict[str, str] = {}
    for text in texts:
        first.setdefault(language_by_script(text), text)
    if not first:
        return []
    rest = [text for text in texts if text not in first.values()]
    together = {"kind": kind, **{lang: {"full": text} for lang, text in first.items()}}
    return [
        together,
        *({"kind": "ALIAS", language_by_script(text): {"full": text}} for text in rest),
    ]


def _relation(schema: str, properties: Mapping[str, Any]) -> tuple[str, NewRelationship] | None:
    kind, source, target = RELATIONS[schema]
    role = next(iter(_texts_of(properties, "role")), "")
    if role in set(RelationshipType):
        kind, role = RelationshipType(role), ""
    sources, targets = _texts_of(properties, source), _texts_of(properties, target)
    if not sources or not targets:
        return None
    new = NewRelationship(
        kind,
        ftm_id(targets[0]),
        _day(properties, "startDate"),
        _day(properties, "endDate"),
        {"role": role} if role else {},
    )
    return ftm_id(sources[0]), new


def _texts_of(properties: Mapping[str, Any], name: str) -> list[str]:
    values = properties.get(name)
    texts = values if isinstance(values, list) else []
    return [text.strip() for text in texts if isinstance(text, str) and text.strip()]


def _day(properties: Mapping[str, Any], name: str) -> date | None:
    """A full date; a bare year is ignored."""
    text = next(iter(_texts_of(properties, name)), "")
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def to_ftm(record: RecordView) -> dict[str, Any]:
    """A record as a FollowTheMoney entity."""
    schema = SCHEMATA.get((record.type, record.sub_type)) or SCHEMATA[(record.type, None)]
    properties = {name: list(dict.fromkeys(values)) for name, values in _properties(record)}
    return {
        "id": f"{OUR_PREFIX}{record.id.hex}",
        "schema": schema,
        "properties": {name: values for name, values in properties.items() if values},
    }


def link_to_ftm(relation: RelationshipView) -> dict[str, Any]:
    """A relationship as a FollowTheMoney entity between two others."""
    schema, source, target = LINKS.get(relation.type, OTHER_LINK)
    if schema != "UnknownLink" and relation.target.type is not RecordType.ORGANIZATION:
        schema, source, target = OTHER_LINK
    properties = {
        source: [f"{OUR_PREFIX}{relation.source.id.hex}"],
        target: [f"{OUR_PREFIX}{relation.target.id.hex}"],
        "role": [str(relation.attributes.get("role") or relation.type)],
        "startDate": [relation.start_date.isoformat()] if relation.start_date else [],
        "endDate": [relation.end_date.isoformat()] if relation.end_date else [],
    }
    return {
        "id": f"{OUR_PREFIX}{relation.id.hex}",
        "schema": schema,
        "properties": {name: values for name, values in properties.items() if values},
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
    if record.type is RecordType.LOCATION:
        yield "full", primary
    if record.type in LEGAL:
        yield from _of_legal_entities(record)


def _of_legal_entities(record: RecordView) -> Iterator[tuple[str, list[str]]]:
    contacts = record.data.contacts
    for kind, name in CONTACTS.items():
        yield name, [each.value for each in contacts if each.type == kind]
    numbers = [each.value for each in record.data.identifiers if each.scheme not in NOT_NUMBERS]
    yield "idNumber", [value for value in numbers if len(value) <= MAX_NUMBER_LENGTH]


def _texts(text: Any) -> list[Any]:
    return [each for each in (text.en, text.ne) if each] if text else []
