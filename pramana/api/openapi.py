"""One OpenAPI 3.1 document over all API objects, and a reference page in plain HTML from it."""

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import condition, require_safe
from ninja.errors import ConfigError

from pramana import __version__
from pramana.api.apis import Api
from pramana.kit.texts import NO_NUL

SECURITY = {
    "BearerKey": {
        "type": "http",
        "scheme": "bearer",
        "description": "An API key, from `pramana key create NAME` or the keys page.",
    },
    "BrowserSession": {
        "type": "apiKey",
        "in": "cookie",
        "name": settings.SESSION_COOKIE_NAME,
        "description": "A signed-in browser. Requests that change something also need X-CSRFToken.",
    },
}
TENANT = {
    "in": "header",
    "name": "X-Tenant-ID",
    "required": False,
    "description": "One of your tenants, if you belong to several.",
    "schema": {"type": "string", "format": "uuid"},
}

LETTER = r"[^\x00-/:-@\[-^`{-\xa9]"
"""A letter of any script, as far as JSON Schema can express it, where `\\w` matches ASCII only.

It lists what is not a letter, because tools that generate values go through every range.
"""

NARROWER = frozenset({"pattern", "format", "enum", "const", "contentMediaType"})
FILE = {
    "type": "string",
    "contentMediaType": "application/octet-stream",
    "description": "The bytes of a file.",
}
"""Bytes as OpenAPI 3.1 describes them; ninja still uses the form of 3.0."""


@cache
def document() -> bytes:
    """The document as it is served, cached because operations do not change in a process."""
    from pramana.api.urls import APIS

    return json.dumps(merged(APIS), ensure_ascii=False).encode()


def merged(apis: Iterable[tuple[str, Api]]) -> dict[str, Any]:
    """The operations and schemas of all APIs as one OpenAPI 3.1 document."""
    whole: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {
            "title": "Pramana",
            "version": __version__,
            "description": "Documents become answers, facts and fields that point at their source "
            "words. Every response has X-Request-ID, and every error its API's envelope.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": {},
        "components": {"schemas": {}, "securitySchemes": SECURITY},
    }
    for _, api in apis:
        _add(whole, api)
    _restrict_texts(whole)
    return whole


def _add(whole: dict[str, Any], api: Api) -> None:
    part = api.get_openapi_schema()
    shapes = {**part["components"]["schemas"], **_envelope_shapes(api)}
    for name, shape in shapes.items():
        known = whole["components"]["schemas"].setdefault(name, shape)
        if known != shape:
            raise ConfigError(f"Two APIs have different schemas named {name}. Rename one of them.")
    for path, operations in part["paths"].items():
        for operation in operations.values():
            _finish(operation)
        whole["paths"].setdefault(path, {}).update(operations)


def _finish(operation: dict[str, Any]) -> None:
    for parameter in operation["parameters"]:
        parameter["schema"] = _without_null(parameter["schema"])
    if operation.get("security"):
        operation["parameters"] = [*operation["parameters"], TENANT]
    form = operation.get("requestBody", {}).get("content", {}).get("multipart/form-data", {})
    _describe_files(form)
    operation["responses"] = dict(
        sorted((str(status), response) for status, response in operation["responses"].items())
    )


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Remove null: parameters and form fields are left out instead."""
    variants = [part for part in schema.get("anyOf", []) if part.get("type") != "null"]
    if len(variants) != 1:
        return schema
    rest = {key: value for key, value in schema.items() if key not in ("anyOf", "default")}
    return {**variants[0], **rest}


def _describe_files(form: dict[str, Any]) -> None:
    """Describe file fields: at least one file, none of them empty, with a file name.

    Ninja declares a file as optional if the operation itself reports that it is missing.
    """
    schema = form.get("schema", {})
    for name, field in schema.get("properties", {}).items():
        schema["properties"][name] = field = _without_null(field)
        if field.get("items", {}).get("format") == "binary":
            field.update(minItems=1, items=FILE)
        elif field.get("format") == "binary":
            schema["properties"][name] = {**FILE, "title": field["title"]}
        else:
            continue
        schema["required"] = sorted({*schema.get("required", []), name})
        example = f'form-data; name="{name}"; filename="note.txt"'
        head = {"schema": {"type": "string"}, "example": example}
        form["encoding"] = {name: {"headers": {"Content-Disposition": head}}}


def _restrict_texts(whole: Any) -> None:
    """Forbid NUL in every free text, and let `\\w` match letters of every script."""
    if isinstance(whole, list):
        for item in whole:
            _restrict_texts(item)
    elif isinstance(whole, dict):
        if whole.get("type") == "string" and not NARROWER.intersection(whole):
            whole["pattern"] = NO_NUL
        if isinstance(whole.get("pattern"), str):
            whole["pattern"] = in_every_script(whole["pattern"])
        for item in whole.values():
            _restrict_texts(item)


def in_every_script(pattern: str) -> str:
    r"""One of our patterns as JSON Schema expresses it.

    >>> in_every_script(r"^\w+$") == f"^{LETTER}+$"
    True
    """
    return pattern.replace(r"\w", LETTER)


def _envelope_shapes(api: Api) -> dict[str, Any]:
    schema = api.envelope.schema.model_json_schema(ref_template="#/components/schemas/{model}")
    return {api.envelope.schema.__name__: schema}


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
