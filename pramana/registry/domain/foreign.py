"""A record as another entity service writes it, made one of ours.

What our shape has no place for is kept among the attributes, and the service's own id among the
identifiers, so that nothing said is lost and the same record is recognised when it comes again.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from pramana.registry.contracts import NewRecord, RecordData, RecordView
from pramana.registry.domain.ids import SlugId, known_sub_type, read_id
from pramana.registry.domain.reading import read_new, without_nulls
from pramana.registry.errors import InvalidRecord

OURS = frozenset(RecordData.model_fields)
IDENTITY = frozenset({"id", "slug", "type", "sub_type", "subType", "entity_prefix", "nes_id"})
MADE = frozenset(
    {"version_summary", "versionSummary", "created_at", "createdAt", "updated_at", "record_id"}
)
OLD_NAMES = {
    "misspelledNames": "misspelled_names",
    "shortDescription": "short_description",
}
OLD_PARTS = {"first": "given", "last": "family"}
OLD_KINDS = {"DEFAULT": "PRIMARY", "BIRTH": "BIRTH_NAME", "OFFICIAL": "ALTERNATE"}
NES = "nes"
"""The scheme under which the ids of another entity service are kept."""


def read_foreign(given: Any) -> NewRecord:
    """A new record from what an entity service exports."""
    if not isinstance(given, Mapping):
        raise InvalidRecord("A record is a JSON object.")
    said = {OLD_NAMES.get(key, key): value for key, value in without_nulls(given).items()}
    origin = _origin(said)
    fields = {key: _renewed(key, said[key]) for key in OURS & said.keys()}
    fields["attributes"] = {**_rest(said), **_mapping(said.get("attributes", {}))}
    fields["identifiers"] = _identifiers(said.get("identifiers", []), origin)
    sub_type = known_sub_type(origin.type, origin.sub_type)
    return read_new({**fields, "type": origin.type, "sub_type": sub_type, "slug": origin.slug})


def read_entity(given: Any) -> RecordView:
    """A remote record as a view; its id is the service's own."""
    new = read_foreign(given)
    said = without_nulls(given)
    entity_id = str(_origin(said))
    summary = _mapping(said.get("version_summary", {}))
    at = _moment(said.get("updated_at") or summary.get("created_at"))
    return RecordView(
        id=uuid5(NAMESPACE_URL, entity_id),
        nes_id=str(said.get("nes_id", entity_id)),
        entity_id=entity_id,
        type=new.type,
        sub_type=new.sub_type,
        slug=new.slug or "",
        data=new.data(),
        version=_number(summary.get("version_number")),
        author=str(_mapping(summary.get("author", {})).get("name", "")),
        description=str(summary.get("change_description", "")),
        created_at=_moment(said.get("created_at")),
        updated_at=at,
    )


def _origin(said: Mapping[str, Any]) -> SlugId:
    """The id it has where it comes from: written out, or in its parts."""
    known = read_id(str(said.get("id", "")))
    if isinstance(known, SlugId):
        return known
    prefix = str(said.get("entity_prefix", "")) or "/".join(
        str(said[key]) for key in ("type", "sub_type", "subType") if key in said
    )
    built = read_id(f"entity:{prefix.lower()}/{said.get('slug', '')}")
    if not isinstance(built, SlugId):
        raise InvalidRecord("A record needs an id, or a type and a slug of a-z, 0-9 and -.")
    return built


def _renewed(key: str, value: Any) -> Any:
    if key in ("names", "misspelled_names") and isinstance(value, list):
        return [_name(each) for each in value]
    if key in ("description", "short_description") and isinstance(value, str):
        return {"en": {"value": value, "provenance": "imported"}}
    if key == "attributions" and isinstance(value, list):
        return [_attribution(each) for each in value]
    return value


def _name(given: Any) -> Any:
    if not isinstance(given, Mapping):
        return given
    name = {**given, "kind": OLD_KINDS.get(given.get("kind", ""), given.get("kind", "ALIAS"))}
    for language in ("en", "ne"):
        if isinstance(name.get(language), Mapping):
            name[language] = {OLD_PARTS.get(k, k): v for k, v in name[language].items()}
    return name


def _attribution(given: Any) -> Any:
    return {"title": {"en": {"value": given}}} if isinstance(given, str) else given


def _identifiers(given: Any, origin: SlugId) -> list[Any]:
    """As a list, though older files have an object; with the id it came under where longer."""
    if isinstance(given, Mapping):
        given = [{"scheme": key, "value": str(value)} for key, value in given.items()]
    known = [_identifier(each) for each in given] if isinstance(given, list) else []
    if known_sub_type(origin.type, origin.sub_type) != origin.sub_type:
        known.append({"scheme": NES, "value": str(origin)})
    return known


def _identifier(given: Any) -> Any:
    if not isinstance(given, Mapping):
        return given
    return {key: given[key] for key in ("scheme", "value", "url") if key in given}


def _rest(said: Mapping[str, Any]) -> dict[str, Any]:
    """What our shape has no place for."""
    return {key: value for key, value in said.items() if key not in OURS | IDENTITY | MADE}


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
