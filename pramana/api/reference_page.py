"""The OpenAPI document, and a reference page made from it in plain HTML, without scripts."""

import hashlib
import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import condition, require_safe

from pramana.api.openapi import document

_NOTHING: dict[str, Any] = {}
METHODS = ("get", "post", "put", "patch", "delete")


def _etag(request: HttpRequest) -> str:
    return f'"{hashlib.sha256(document()).hexdigest()[:16]}"'


@require_safe
@condition(etag_func=_etag)
def openapi(request: HttpRequest) -> HttpResponse:
    return HttpResponse(document(), content_type="application/json; charset=utf-8")


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    whole = json.loads(document())
    return render(request, "api/docs.html", {"info": whole["info"], "groups": groups(whole)})


def groups(whole: dict[str, Any]) -> list[dict[str, Any]]:
    """Operations by tag, each reduced to what the page shows."""
    by_tag: dict[str, list[dict[str, Any]]] = {}
    for path, operations in whole["paths"].items():
        for method in METHODS:
            if method in operations:
                view = _operation_view(whole, path, method, operations[method])
                by_tag.setdefault(view["tag"], []).append(view)
    return [{"tag": tag, "operations": views} for tag, views in sorted(by_tag.items())]


def _operation_view(
    whole: dict[str, Any], path: str, method: str, operation: dict[str, Any]
) -> dict[str, Any]:
    content: dict[str, Any] = operation.get("requestBody", {}).get("content", {})
    kind, body = next(iter(content.items()), ("", _NOTHING))
    return {
        "id": operation["operationId"],
        "tag": next(iter(operation.get("tags", ["other"]))),
        "method": method.upper(),
        "path": path,
        "summary": operation.get("description", "").partition("\n")[0],
        "description": operation.get("description", "").partition("\n")[2].strip(),
        "role": operation.get("x-role", ""),
        "parameters": [_field(whole, each) for each in operation.get("parameters", [])],
        "body_kind": kind,
        "body": fields(whole, body.get("schema", {})),
        "responses": [
            (status, response["description"], fields(whole, _schema(response)))
            for status, response in operation["responses"].items()
        ],
    }


def fields(whole: dict[str, Any], schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The properties of a schema and of its alternatives, one level deep."""
    by_name: dict[str, dict[str, Any]] = {}
    for shape in _shapes(whole, schema):
        for name, inner in shape.get("properties", {}).items():
            required = name in shape.get("required", [])
            field = {"name": name, "type": type_of(inner), "required": required, **_words(inner)}
            by_name.setdefault(name, field)
    return list(by_name.values())


def _shapes(whole: dict[str, Any], schema: dict[str, Any]) -> list[dict[str, Any]]:
    shape = _resolve(whole, schema)
    others = shape.get("anyOf") or shape.get("oneOf") or []
    return [shape, *(_resolve(whole, other) for other in others)]


def type_of(schema: dict[str, Any]) -> str:
    """A type in a few words.

    >>> type_of({"anyOf": [{"type": "string", "format": "uuid"}, {"type": "null"}]})
    'uuid or null'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(type_of(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {type_of(schema.get('items', {}))}"
    return str(schema.get("format") or schema.get("type") or "any")


def _field(whole: dict[str, Any], parameter: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": parameter["name"],
        "where": parameter["in"],
        "type": type_of(parameter["schema"]),
        "required": parameter.get("required", False),
        "description": parameter.get("description", ""),
    }


def _words(schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": schema.get("description", "")}


def _schema(response: dict[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = next(iter(response.get("content", {}).values()), {})
    schema: dict[str, Any] = content.get("schema", {})
    return schema


def _resolve(whole: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        target: dict[str, Any] = whole["components"]["schemas"].get(name, {})
        return target
    return schema
