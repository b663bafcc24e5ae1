"""What an approved entity means for the registry: a new record, or additions to one.

Additions only: what the registry holds was reviewed by someone, and a document that disagrees is a
reason for a person to edit the record, not for a job to overwrite it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pramana.agni.contracts.entities import EntityStatus, ExtractedEntity
from pramana.agni.contracts.session import EntityChange
from pramana.agni.contracts.states import ChangeType
from pramana.agni.domain.spelling import LANGUAGES, spelt, written

Patch = list[dict[str, Any]]


def change_for(entity: ExtractedEntity) -> EntityChange:
    """The change that persisting this entity queues."""
    is_new = entity.status is EntityStatus.CREATE_NEW
    return EntityChange(
        id=entity.change_id,
        change_type=ChangeType.CREATE if is_new else ChangeType.UPDATE,
        entity_type=entity.entity_type,
        entity_sub_type=entity.entity_sub_type.value if entity.entity_sub_type else "",
        nes_entity_id="" if is_new else entity.matched_id or "",
        entity_data=record_data(entity) if is_new else {"patch": _proposed_patch(entity)},
    )


def _proposed_patch(entity: ExtractedEntity) -> Patch:
    return list(entity.proposed_changes.get("patch", []))


def record_data(entity: ExtractedEntity) -> dict[str, Any]:
    """The record to be made: one primary name with a part per language, the rest as aliases."""
    primary: dict[str, Any] = {"kind": "PRIMARY"}
    aliases = []
    for language, text in _names(entity):
        if language not in primary:
            primary[language] = {"full": text}
        else:
            aliases.append({"kind": "ALIAS", language: {"full": text}})
    return {"names": [primary, *aliases], "attributes": dict(entity.entity_data)}


def patch_for(entity: ExtractedEntity, record: Mapping[str, Any]) -> Patch:
    """What the document adds to a record: names and attributes that it does not have yet."""
    known = set(_known_names(record))
    names: Patch = [
        {"op": "add", "path": "/names/-", "value": {"kind": "ALIAS", language: {"full": text}}}
        for language, text in _names(entity)
        if spelt(text) not in known
    ]
    attributes = record.get("attributes") or {}
    missing: Patch = [
        {"op": "add", "path": f"/attributes/{_pointer(key)}", "value": value}
        for key, value in entity.entity_data.items()
        if key not in attributes
    ]
    return [*names, *missing]


def _names(entity: ExtractedEntity) -> Iterator[tuple[str, str]]:
    seen = set()
    for name in entity.names:
        given = written(" ".join(str(name["text"]).split()), name.get("language"))
        if given["text"] and spelt(given["text"]) not in seen:
            seen.add(spelt(given["text"]))
            yield given["language"], given["text"]


def _known_names(record: Mapping[str, Any]) -> Iterator[str]:
    for name in record.get("names") or []:
        for language in LANGUAGES:
            if part := name.get(language):
                yield spelt(str(part.get("full", "")))


def _pointer(key: str) -> str:
    """A key as a part of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")
