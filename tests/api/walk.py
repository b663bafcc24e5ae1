"""Every operation of the product, from its own OpenAPI document, with values that fit."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx
from django.test import Client

METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    said: dict[str, Any]
    document: dict[str, Any]

    @property
    def id(self) -> str:
        return str(self.said["operationId"])

    @property
    def role(self) -> str | None:
        return self.said.get("x-role")

    @property
    def streams(self) -> bool:
        return "text/event-stream" in self.said["responses"].get("200", {}).get("content", {})

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path}"

    def call(self, client: Client | httpx.Client, **ids: object) -> Any:
        """Ask with a body that fits; ids that are not given are new ones, known to nobody."""
        path = self.path
        for parameter in self.said["parameters"]:
            if parameter["in"] == "path":
                name = parameter["name"]
                path = path.replace(f"{{{name}}}", str(ids.get(name, unknown(parameter))))
        if "application/json" not in self.said.get("requestBody", {}).get("content", {}):
            return getattr(client, self.method)(path)
        schema = self.said["requestBody"]["content"]["application/json"]["schema"]
        body = example(self.document, schema)
        if isinstance(client, Client):
            return getattr(client, self.method)(path, body, content_type="application/json")
        return client.request(self.method, path, json=body)


def code_of(answer: Any) -> str | None:
    """The code of a failure, as far as its envelope has one: a detail has none."""
    said = answer.json()
    code = said.get("error_code") or said.get("error")
    if isinstance(code, dict):  # as OpenAI writes it
        code = code.get("code")
    return str(code).upper() if code else None


def unknown(parameter: dict[str, Any]) -> object:
    """A value of the right kind that nobody knows."""
    return 0 if parameter["schema"].get("type") == "integer" else uuid4()


def example(document: dict[str, Any], schema: dict[str, Any]) -> Any:
    """The smallest value that fits: required fields only."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return example(document, document["components"]["schemas"][name])
    for union in ("oneOf", "anyOf"):
        if union in schema:
            return example(document, schema[union][0])
    if "enum" in schema or "const" in schema:
        return schema.get("const") or schema["enum"][0]
    if schema.get("type") == "object":
        required = schema.get("required", [])
        return {name: example(document, schema["properties"][name]) for name in required}
    if schema.get("type") == "array":
        return [example(document, schema["items"])] * schema.get("minItems", 0)
    if schema.get("type") == "string":
        return str(uuid4()) if schema.get("format") == "uuid" else "x" * schema.get("minLength", 1)
    return False if schema.get("type") == "boolean" else schema.get("minimum", 0)


def operations(document: dict[str, Any]) -> Iterator[Operation]:
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                yield Operation(method, path, methods[method], document)


def guarded(document: dict[str, Any]) -> list[Operation]:
    return [found for found in operations(document) if found.role]
