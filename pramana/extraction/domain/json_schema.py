"""Fields as JSON Schema and back, so that templates can be exchanged."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError

from pramana.extraction.contracts.fields import MOST_FIELDS, FieldSpec, FieldType
from pramana.extraction.errors import BadValues

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
MARK: Final = "x-field-type"
"""Says what JSON Schema cannot: that a number is money, or that a text is long."""
DEEPEST: Final = 8
PLAIN: Final = frozenset({"string", "number", "integer", "boolean", "object"})

_SIMPLE: Final[Mapping[FieldType, dict[str, Any]]] = {
    FieldType.STRING: {"type": "string"},
    FieldType.TEXT: {"type": "string", MARK: "text"},
    FieldType.NUMBER: {"type": "number"},
    FieldType.INTEGER: {"type": "integer"},
    FieldType.MONEY: {"type": "number", MARK: "money"},
    FieldType.DATE: {"type": "string", "format": "date"},
    FieldType.BOOLEAN: {"type": "boolean"},
}


def to_json_schema(
    specs: Sequence[FieldSpec], *, title: str = "", description: str = ""
) -> dict[str, Any]:
    """Return the JSON Schema of an object with these fields."""
    head: dict[str, Any] = {"$schema": DIALECT}
    if title:
        head["title"] = title
    if description:
        head["description"] = description
    return {**head, **_object(specs)}


def model_schema(specs: Sequence[FieldSpec]) -> dict[str, Any]:
    """Return the schema of the values a model must give: every field, null where nothing is said.

    >>> model_schema([FieldSpec(name="total", type=FieldType.MONEY)])["properties"]["total"]["type"]
    ['number', 'null']
    """
    return {
        "type": "object",
        "properties": {spec.name: _model_property(spec) for spec in specs},
        "required": [spec.name for spec in specs],
        "additionalProperties": False,
    }


def _model_property(spec: FieldSpec) -> dict[str, Any]:
    about = ". ".join(part for part in (spec.description, spec.instructions) if part)
    described = {"description": about} if about else {}
    if spec.type in (FieldType.OBJECT, FieldType.TABLE) and spec.children:
        inner = model_schema(spec.children)
        if spec.type is FieldType.TABLE:
            return {"type": ["array", "null"], "items": inner, **described}
        return {**inner, "type": ["object", "null"], **described}
    if spec.type is FieldType.LIST and spec.children:
        return {"type": ["array", "null"], "items": _model_property(spec.children[0]), **described}
    kind = {"object": "object", "list": "array", "table": "array"}.get(spec.type)
    plain = {key: each for key, each in _SIMPLE.get(spec.type, {}).items() if key != MARK}
    return {**plain, "type": [kind or plain["type"], "null"], **described}


def from_json_schema(schema: Mapping[str, Any]) -> tuple[FieldSpec, ...]:
    """Return the fields of an object's JSON Schema. Raises BadValues for what cannot be a field."""
    fields = _children(schema, schema, "the schema", 0)
    if not fields:
        raise BadValues(["the schema has no properties; it must describe an object"])
    return fields


def _object(specs: Sequence[FieldSpec]) -> dict[str, Any]:
    definition: dict[str, Any] = {
        "type": "object",
        "properties": {spec.name: _property(spec) for spec in specs},
    }
    required = [spec.name for spec in specs if spec.required]
    return {**definition, "required": required} if required else definition


def _property(spec: FieldSpec) -> dict[str, Any]:
    described = {"description": spec.description} if spec.description else {}
    if spec.type is FieldType.OBJECT:
        return {**_object(spec.children), **described}
    if spec.type is FieldType.TABLE:
        return {"type": "array", "items": _object(spec.children), MARK: "table", **described}
    if spec.type is FieldType.LIST:
        items = _property(spec.children[0]) if spec.children else {}
        return {"type": "array", "items": items, **described}
    return {**_SIMPLE[spec.type], **described}


def _children(
    schema: Mapping[str, Any], root: Mapping[str, Any], where: str, depth: int
) -> tuple[FieldSpec, ...]:
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return ()
    if depth > DEEPEST or len(properties) > MOST_FIELDS:
        raise BadValues([f"{where} has too many fields or levels"])
    required = schema.get("required")
    needed = set(map(str, required)) if isinstance(required, list) else set()
    return tuple(
        _field_spec(str(name), part, root, needed=str(name) in needed, depth=depth)
        for name, part in properties.items()
    )


def _field_spec(
    name: str, part: Any, root: Mapping[str, Any], *, needed: bool, depth: int
) -> FieldSpec:
    part = _resolve(part, root, name)
    kind = _field_type(part, root, name)
    children: tuple[FieldSpec, ...] = ()
    if kind is FieldType.OBJECT:
        children = _children(part, root, name, depth + 1)
    elif kind is FieldType.TABLE:
        children = _children(_resolve(part.get("items"), root, name), root, name, depth + 1)
    elif kind is FieldType.LIST and part.get("items"):
        children = (_field_spec("item", part["items"], root, needed=False, depth=depth + 1),)
    try:
        return FieldSpec(
            name=name,
            type=kind,
            description=str(part.get("description", ""))[:2000],
            required=needed,
            children=children,
        )
    except ValidationError as error:
        raise BadValues([f"{name[:100]!r} cannot be a field's name"]) from error


def _field_type(part: Mapping[str, Any], root: Mapping[str, Any], name: str) -> FieldType:
    if part.get(MARK) in set(FieldType):
        return FieldType(part[MARK])
    if part.get("format") in ("date", "date-time"):
        return FieldType.DATE
    json_type = part.get("type", "object" if "properties" in part else "string")
    if isinstance(json_type, list):
        json_type = next((each for each in json_type if each != "null"), "string")
    if json_type == "array":
        items = _resolve(part.get("items"), root, name)
        return FieldType.TABLE if "properties" in items else FieldType.LIST
    return FieldType(json_type) if json_type in PLAIN else FieldType.STRING


def _resolve(part: Any, root: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return the part itself, or what it refers to within the same schema."""
    for _ in range(DEEPEST):
        if not isinstance(part, dict):
            return {}
        choices = part.get("anyOf")
        if isinstance(choices, list):
            part = next((each for each in choices if each != {"type": "null"}), {})
            continue
        reference = part.get("$ref")
        if not isinstance(reference, str):
            return part
        part = _follow_pointer(reference, root)
    raise BadValues([f"{name!r} refers in a circle"])


def _follow_pointer(reference: str, root: Mapping[str, Any]) -> Any:
    target: Any = root
    for step in reference.removeprefix("#/").split("/"):
        target = target.get(step) if isinstance(target, dict) else None
    return target
