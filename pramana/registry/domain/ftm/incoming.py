"""Records of ours from what FollowTheMoney says."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from pramana.language.scripts import language_by_script
from pramana.registry.contracts import EntityType, NewRecord, NewRelationship, RelationshipType
from pramana.registry.domain.ftm.words import (
    PLAIN_CONTACTS,
    RELATIONS,
    SCHEME,
    TYPES,
    ftm_id,
)
from pramana.registry.domain.reading import read_new
from pramana.registry.errors import InvalidRecord


def from_ftm(given: Any) -> NewRecord | tuple[str, NewRelationship] | None:
    """A record, a relation with the id it starts from, or None for what the registry holds not."""
    if not isinstance(given, Mapping) or not isinstance(given.get("id"), str):
        raise InvalidRecord("A FollowTheMoney entity has an id.")
    properties = given.get("properties")
    said = properties if isinstance(properties, Mapping) else {}
    schema = str(given.get("schema", ""))
    if schema in RELATIONS:
        return _relation(schema, said)
    if schema in TYPES:
        return _record(given["id"], TYPES[schema], said)
    return None


def _record(
    given_id: str, kind: tuple[EntityType, str | None], said: Mapping[str, Any]
) -> NewRecord:
    entity_type, sub_type = kind
    if "pol.party" in _all(said, "topics") and entity_type is EntityType.ORGANIZATION:
        sub_type = "political_party"
    names = _all(said, "name") or _all(said, "full")
    if not names:
        raise InvalidRecord(f"{given_id} has no name.")
    contacts = [
        {"type": kind, "value": value}
        for name, kind in PLAIN_CONTACTS.items()
        for value in _all(said, name)
    ]
    return read_new(
        {
            "type": entity_type,
            "sub_type": sub_type,
            "names": _names(names, "PRIMARY") + _names(_all(said, "alias"), "ALIAS"),
            "misspelled_names": _names(_all(said, "weakAlias"), "ALIAS"),
            "identifiers": _identifiers(given_id, said),
            "contacts": contacts,
            "tags": _all(said, "keywords"),
            **_descriptions(said),
        }
    )


def _identifiers(given_id: str, said: Mapping[str, Any]) -> list[dict[str, str]]:
    wikidata = [{"scheme": "wikidata", "value": value} for value in _all(said, "wikidataId")]
    numbers = [{"scheme": "id_number", "value": value} for value in _all(said, "idNumber")]
    return [{"scheme": SCHEME, "value": given_id}, *wikidata, *numbers]


def _descriptions(said: Mapping[str, Any]) -> dict[str, Any]:
    fields = {"short_description": _all(said, "summary"), "description": _all(said, "notes")}
    return {name: _lang_text(texts) for name, texts in fields.items() if texts}


def _lang_text(texts: list[str]) -> dict[str, Any]:
    found: dict[str, str] = {}
    for text in texts:
        found.setdefault(language_by_script(text), text)
    return {
        language: {"value": value, "provenance": "imported"} for language, value in found.items()
    }


def _names(texts: list[str], kind: str) -> list[dict[str, Any]]:
    """One name from the first text of each script, and one more from every other."""
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


def _relation(schema: str, said: Mapping[str, Any]) -> tuple[str, NewRelationship] | None:
    kind, source, target = RELATIONS[schema]
    role = next(iter(_all(said, "role")), "")
    if role in set(RelationshipType):
        kind, role = RelationshipType(role), ""
    sources, targets = _all(said, source), _all(said, target)
    if not sources or not targets:
        return None
    new = NewRelationship(
        kind,
        ftm_id(targets[0]),
        _day(said, "startDate"),
        _day(said, "endDate"),
        {"role": role} if role else {},
    )
    return ftm_id(sources[0]), new


def _all(said: Mapping[str, Any], name: str) -> list[str]:
    found = said.get(name)
    texts = found if isinstance(found, list) else []
    return [text.strip() for text in texts if isinstance(text, str) and text.strip()]


def _day(said: Mapping[str, Any], name: str) -> date | None:
    """A whole day only: a bare year says too little to be one."""
    text = next(iter(_all(said, name)), "")
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
