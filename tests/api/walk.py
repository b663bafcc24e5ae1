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
                path = path.replace(f"{{{name}}}", str(ids.get(name, uuid4())))
        if "application/json" not in self.said.get("requestBody", {}).get("content", {}):
            return getattr(client, self.method)(path)
        body = BODIES.get(self.id, {})
        if isinstance(client, Client):
            return getattr(client, self.method)(path, body, content_type="application/json")
        return client.request(self.method, path, json=body)


BODIES: dict[str, dict[str, Any]] = {
    "keys_add_key": {"name": "made by a test"},
    "members_add": {"user_name": "someone.new"},
    "members_change": {"role": "viewer"},
    "documents_find": {"query": "words"},
}


def operations(document: dict[str, Any]) -> Iterator[Operation]:
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                yield Operation(method, path, methods[method])


def guarded(document: dict[str, Any]) -> list[Operation]:
    return [found for found in operations(document) if found.role]
