"""One OpenAPI document over all API objects."""

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

from django.conf import settings
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
        "description": "A signed-in browser; what changes something also needs X-CSRFToken.",
    },
}
TENANT = {
    "in": "header",
    "name": "X-Tenant-ID",
    "required": False,
    "description": "One of the tenants you belong to, when there are several.",
    "schema": {"type": "string", "format": "uuid"},
}

LETTER = r"[^\x00-/:-@\[-^`{-\xa9]"
"""What we call a letter, as far as JSON Schema can say it: to it `\\w` is an English one, which no
name in Devanagari holds. Said by what is none: tools that make up values go through every range."""

NARROWER = frozenset({"pattern", "format", "enum", "const", "contentMediaType"})
FILE = {
    "type": "string",
    "contentMediaType": "application/octet-stream",
    "pattern": "^[!-~][^\\u0000]*$",
    "description": "The bytes of a file. A text file, as in the example, has words and no NUL.",
}
"""As OpenAPI 3.1 writes bytes; ninja still writes them as 3.0 did."""


@cache
def document() -> bytes:
    """The document as served. Operations do not change while a process runs."""
    from pramana.api.urls import APIS

    return json.dumps(merged(APIS), ensure_ascii=False).encode()


def merged(apis: Iterable[tuple[str, Api]]) -> dict[str, Any]:
    """Every API's operations and shapes as OpenAPI 3.1."""
    whole: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {
            "title": "Pramana",
            "version": __version__,
            "description": "Documents go in; out come answers that point at the words they rest "
            "on. Every answer carries X-Request-ID, every failure its API's envelope.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": {},
        "components": {"schemas": {}, "securitySchemes": SECURITY},
    }
    for _, api in apis:
        _add(whole, api)
    _say_what_texts_may_hold(whole)
    return whole


def _add(whole: dict[str, Any], api: Api) -> None:
    part = api.get_openapi_schema()
    shapes = {**part["components"]["schemas"], **_envelope_shapes(api)}
    for name, shape in shapes.items():
        known = whole["components"]["schemas"].setdefault(name, shape)
        if known != shape:
            raise ConfigError(f"Two APIs call different shapes {name}. Rename one of them.")
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
        sorted((str(status), said) for status, said in operation["responses"].items())
    )


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """In an address, a header or a form, nothing is said by leaving it out; there is no null."""
    kept = [part for part in schema.get("anyOf", []) if part.get("type") != "null"]
    if len(kept) != 1:
        return schema
    rest = {key: value for key, value in schema.items() if key not in ("anyOf", "default")}
    return {**kept[0], **rest}


def _describe_files(form: dict[str, Any]) -> None:
    """A form for files wants one at least, none of them empty, and its name says what kind it is.

    Where a form tells by itself that its file is missing, ninja takes the file for optional.
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
        said = f'form-data; name="{name}"; filename="note.txt"'
        head = {"schema": {"type": "string"}, "example": said}
        form["encoding"] = {name: {"headers": {"Content-Disposition": head}}}


def _say_what_texts_may_hold(whole: Any) -> None:
    """Every free text, in whatever shape: no NUL. Letters are those of every script."""
    if isinstance(whole, list):
        for item in whole:
            _say_what_texts_may_hold(item)
    elif isinstance(whole, dict):
        if whole.get("type") == "string" and not NARROWER.intersection(whole):
            whole["pattern"] = NO_NUL
        if isinstance(whole.get("pattern"), str):
            whole["pattern"] = in_every_script(whole["pattern"])
        for item in whole.values():
            _say_what_texts_may_hold(item)


def in_every_script(pattern: str) -> str:
    r"""A pattern of ours as the document says it.

    >>> in_every_script(r"^\w+$") == f"^{LETTER}+$"
    True
    """
    return pattern.replace(r"\w", LETTER)


def _envelope_shapes(api: Api) -> dict[str, Any]:
    schema = api.envelope.schema.model_json_schema(ref_template="#/components/schemas/{model}")
    return {api.envelope.schema.__name__: schema}
