"""What an approved entity means for the registry: a new record, or additions to an existing one.

An update only adds. What the registry holds was reviewed by someone; if a document disagrees, a
person may edit the record, but no job overwrites it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pramana.agni.contracts import ChangeType, EntityChange, EntityStatus, ExtractedEntity
from pramana.agni.domain.names import LANGUAGES, entity_name, name_key

Patch = list[dict[str, Any]]


def change_for(entity: ExtractedEntity) -> EntityChange:
    """The change that persisting this entity queues."""
    is_new = entity.status is EntityStatus.CREATE_NEW
    patch = list(entity.proposed_changes.get("patch", []))
    return EntityChange(
        id=entity.change_id,
        change_type=ChangeType.CREATE if is_new else ChangeType.UPDATE,
        entity_type=entity.entity_type,
        entity_sub_type=entity.entity_sub_type.value if entity.entity_sub_type else "",
        nes_entity_id="" if is_new else entity.matched_id or "",
        entity_data=record_data(entity) if is_new else {"patch": patch},
    )


def record_data(entity: ExtractedEntity) -> dict[str, Any]:
    """The new record: a primary name with a part for each language, the other names as aliases."""
    primary: dict[str, Any] = {"kind": "PRIMARY"}
    aliases = []
    for language, text in _names(entity):
        if language not in primary:
            primary[language] = {"full": text}
        else:
            aliases.append({"kind": "ALIAS", language: {"full": text}})
    return {"names": [primary, *aliases], "attributes": dict(entity.entity_data)}


def patch_for(entity: ExtractedEntity, record: Mapping[str, Any]) -> Patch:
    """A JSON Patch that adds the names and attributes which the record lacks."""
    known = set(_record_names(record))
    names: Patch = [
        {"op": "add", "path": "/names/-", "value": {"kind": "ALIAS", language: {"full": text}}}
        for language, text in _names(entity)
        if name_key(text) not in known
    ]
    attributes = record.get("attributes") or {}
    missing: Patch = [
        {"op": "add", "path": f"/attributes/{_pointer(key)}", "value": value}
        for key, value in entity.entity_data.items()
        if key not in attributes
    ]
    return [*names, *missing]


def _names(entity: ExtractedEntity) -> Iterator[tuple[str, str]]:
    """Language and text of each name, every spelling once."""
    seen = set()
    for name in entity.names:
        stored = entity_name(" ".join(str(name["text"]).split()), name.get("language"))
        if stored["text"] and name_key(stored["text"]) not in seen:
            seen.add(name_key(stored["text"]))
            yield stored["language"], stored["text"]


def _record_names(record: Mapping[str, Any]) -> Iterator[str]:
    for name in record.get("names") or []:
        for language in LANGUAGES:
            if part := name.get(language):
                yield name_key(str(part.get("full", "")))


def _pointer(key: str) -> str:
    """A key as a part of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")
