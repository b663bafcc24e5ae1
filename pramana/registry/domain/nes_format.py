"""Records in the JSON format of the public Nepal Entity Service (NES): parsed and written.

Fields of another service that ours lacks are kept as attributes, and its id as an identifier, so
that nothing is lost and the record is recognised when it is imported again.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from pramana.registry.contracts import (
    NewRecord,
    RecordData,
    RecordView,
    RelationshipView,
    VersionView,
)
from pramana.registry.domain.ids import SlugId, entity_prefix, nearest_sub_type, parse_id, slugify
from pramana.registry.domain.validation import drop_nulls, dump_data, parse_new_record
from pramana.registry.errors import InvalidRecord

OUR_FIELDS = frozenset(RecordData.model_fields)
ID_FIELDS = frozenset({"id", "slug", "type", "sub_type", "subType", "entity_prefix", "nes_id"})
VERSION_FIELDS = frozenset(
    {"version_summary", "versionSummary", "created_at", "createdAt", "updated_at", "record_id"}
)
OLD_NAMES = {
    "misspelledNames": "misspelled_names",
    "shortDescription": "short_description",
}
OLD_PARTS = {"first": "given", "last": "family"}
OLD_KINDS = {"DEFAULT": "PRIMARY", "BIRTH": "BIRTH_NAME", "OFFICIAL": "ALTERNATE"}
NES_SCHEME = "nes"
"""The scheme of identifiers that hold the ids of another entity service."""


def parse_nes_record(value: Any) -> NewRecord:
    """A new record from the export of an entity service."""
    if not isinstance(value, Mapping):
        raise InvalidRecord("A record must be a JSON object.")
    source = {OLD_NAMES.get(key, key): part for key, part in drop_nulls(value).items()}
    nes_id = _nes_id(source)
    fields = {key: _convert_field(key, source[key]) for key in OUR_FIELDS & source.keys()}
    fields["attributes"] = {**_other_fields(source), **_mapping(source.get("attributes", {}))}
    fields["identifiers"] = _identifiers(source.get("identifiers", []), nes_id)
    sub_type = nearest_sub_type(nes_id.type, nes_id.sub_type)
    return parse_new_record(
        {**fields, "type": nes_id.type, "sub_type": sub_type, "slug": nes_id.slug}
    )


def parse_nes_view(value: Any) -> RecordView:
    """A remote record as a view with the service's own id."""
    new = parse_nes_record(value)
    source = drop_nulls(value)
    entity_id = str(_nes_id(source))
    summary = _mapping(source.get("version_summary", {}))
    at = _moment(source.get("updated_at") or summary.get("created_at"))
    return RecordView(
        id=uuid5(NAMESPACE_URL, entity_id),
        nes_id=str(source.get("nes_id", entity_id)),
        entity_id=entity_id,
        type=new.type,
        sub_type=new.sub_type,
        slug=new.slug or "",
        data=new.data(),
        version=_number(summary.get("version_number")),
        author=str(_mapping(summary.get("author", {})).get("name", "")),
        description=str(summary.get("change_description", "")),
        created_at=_moment(source.get("created_at")),
        updated_at=at,
    )


def _nes_id(source: Mapping[str, Any]) -> SlugId:
    """The id in its service: written out, or from type, sub-type and slug."""
    stated = parse_id(str(source.get("id", "")))
    if isinstance(stated, SlugId):
        return stated
    prefix = str(source.get("entity_prefix", "")) or "/".join(
        str(source[key]) for key in ("type", "sub_type", "subType") if key in source
    )
    built = parse_id(f"entity:{prefix.lower()}/{source.get('slug', '')}")
    if not isinstance(built, SlugId):
        raise InvalidRecord("A record needs an id, or a type and a slug of a-z, 0-9 and -.")
    return built


def _convert_field(key: str, value: Any) -> Any:
    if key in ("names", "misspelled_names") and isinstance(value, list):
        return [_name(each) for each in value]
    if key in ("description", "short_description") and isinstance(value, str):
        return {"en": {"value": value, "provenance": "imported"}}
    if key == "attributions" and isinstance(value, list):
        return [_attribution(each) for each in value]
    return value


def _name(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    name = {**value, "kind": OLD_KINDS.get(value.get("kind", ""), value.get("kind", "ALIAS"))}
    for language in ("en", "ne"):
        if isinstance(name.get(language), Mapping):
            name[language] = {OLD_PARTS.get(k, k): v for k, v in name[language].items()}
    return name


def _attribution(value: Any) -> Any:
    return {"title": {"en": {"value": value}}} if isinstance(value, str) else value


def _identifiers(value: Any, nes_id: SlugId) -> list[Any]:
    """A list, also from an older file's object, with the NES id if our id cannot express it."""
    if isinstance(value, Mapping):
        value = [{"scheme": key, "value": str(part)} for key, part in value.items()]
    identifiers = [_identifier(each) for each in value] if isinstance(value, list) else []
    if nearest_sub_type(nes_id.type, nes_id.sub_type) != nes_id.sub_type:
        identifiers.append({"scheme": NES_SCHEME, "value": str(nes_id)})
    return identifiers


def _identifier(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    return {key: value[key] for key in ("scheme", "value", "url") if key in value}


def _other_fields(source: Mapping[str, Any]) -> dict[str, Any]:
    """Fields that our records do not have."""
    return {
        key: value
        for key, value in source.items()
        if key not in OUR_FIELDS | ID_FIELDS | VERSION_FIELDS
    }


def _mapping(value: Any) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else {}


def _number(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 1


def _moment(value: Any) -> datetime:
    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError:
        return datetime.fromtimestamp(0, UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def entity_json(record: RecordView) -> dict[str, Any]:
    return {
        "id": record.entity_id,
        "nes_id": record.nes_id,
        "record_id": record.id,
        "slug": record.slug,
        "type": record.type,
        "sub_type": record.sub_type,
        "entity_prefix": entity_prefix(record.type, record.sub_type),
        **dump_data(record.data),
        "version_summary": _version_summary(
            record.entity_id,
            record.version,
            record.author,
            record.description,
            record.updated_at,
        ),
        "created_at": record.created_at,
        "updated_at": record.updated_at,
    }


def version_json(version: VersionView) -> dict[str, Any]:
    """A version with its snapshot; the snapshot contains the ids, which never change."""
    identity = {"id": version.entity_id, "nes_id": version.nes_id}
    summary = _version_summary(
        version.entity_id,
        version.number,
        version.author,
        version.description,
        version.created_at,
    )
    return {**summary, "origin": version.origin, "snapshot": {**identity, **version.snapshot}}


def relationship_json(relation: RelationshipView) -> dict[str, Any]:
    return {
        "id": relation.id,
        "source_entity_id": relation.source.entity_id,
        "target_entity_id": relation.target.entity_id,
        "type": relation.type,
        "start_date": relation.start_date,
        "end_date": relation.end_date,
        "attributes": dict(relation.attributes),
        "created_at": relation.created_at,
    }


def _version_summary(
    entity_id: str, number: int, author: str, description: str, at: datetime
) -> dict[str, Any]:
    slug = slugify(author) or "system"
    return {
        "id": f"version:{entity_id}:{number}",
        "entity_or_relationship_id": entity_id,
        "type": "ENTITY",
        "version_number": number,
        "author": {"id": f"author:{slug}", "slug": slug, "name": author},
        "change_description": description,
        "created_at": at,
    }
