"""What the client sends is what the product offers: each address, every family, every case."""

import inspect
import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from pramana.api.urls import APIS
from pramana.client import Pramana
from pramana.client.calls import ApiCall, Pages
from pramana.client.operations import Part, operation, page_operation, stream_operation
from pramana.client.streams import StreamRequest

GIVEN = {
    "file": ("a.txt", b"a"), "document": ("a.txt", b"a"), "messages": ["a"], "columns": [],
    "patch": [], "record": {}, "index": 0, "origins": [], "document_ids": [], "kinds": [],
    "choices": {}, "filters": {}, "record_ids": ["person_1"],
}  # fmt: skip
"""What an argument is given that cannot be an id."""


def calls() -> Iterator[tuple[str, ApiCall[Any]]]:
    """Every request that an operation may send, with the operation's name."""
    with Pramana("http://127.0.0.1:9", "key") as client:
        parts = [part for part in vars(client).values() if isinstance(part, Part)]
    for part in parts:
        for name, written in inspect.getmembers_static(type(part)):
            if isinstance(written, operation | stream_operation | page_operation):
                for call in _requests(written.build(part, **_arguments(written.build))):
                    yield f"{type(part).__name__}.{name}", call


def _arguments(build: Any) -> dict[str, Any]:
    _, *wanted = inspect.signature(build).parameters.values()
    names = [each.name for each in wanted if each.default is inspect.Parameter.empty]
    return {name: GIVEN.get(name, str(uuid4())) for name in names}


def _requests(built: ApiCall[Any] | StreamRequest[Any] | Pages[Any, Any]) -> list[ApiCall[Any]]:
    if isinstance(built, StreamRequest):
        return [built.begin, built.resume({"x-extraction-id": str(uuid4())}, 1)]
    return [built.first] if isinstance(built, Pages) else [built]


def offered() -> Iterator[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    for _, api in APIS:
        schema = api.get_openapi_schema()
        for path, methods in schema["paths"].items():
            for method, described in methods.items():
                yield method.upper(), path, described, schema["components"]["schemas"]


def is_at(call: ApiCall[Any], method: str, path: str) -> bool:
    template = re.sub(r"\\{\w+\\}", "[^?]+", re.escape(path))
    return call.method == method and bool(re.fullmatch(template, call.path))


def test_every_request_goes_to_an_operation_there_is() -> None:
    known = list(offered())
    for name, call in calls():
        assert any(is_at(call, method, path) for method, path, _, _ in known), (name, call.path)


def test_every_family_of_operations_has_its_part() -> None:
    sent = [call for _, call in calls()]
    families = {(described.get("tags") or ["agni"])[0] for _, _, described, _ in offered()}
    reached = {
        (described.get("tags") or ["agni"])[0]
        for method, path, described, _ in offered()
        if any(is_at(call, method, path) for call in sent)
    }
    assert families - reached == {"health", "openai"}, "OpenAI's wire has clients of its own"


def test_whatever_may_be_done_for_a_case_is_done_for_it() -> None:
    takes = {
        (method, path)
        for method, path, described, schemas in offered()
        if "case_id" in _fields(described, schemas)
    }
    sent = [call for _, call in calls() if call.starts_work]

    assert {place for place in takes if any(is_at(call, *place) for call in sent)} == takes
    for call in sent:
        said = call.with_fields({"case_id": "c", "workflow": "intake"})
        assert {"case_id": "c", "workflow": "intake"}.items() <= (said.data or said.json).items()


def _fields(described: dict[str, Any], schemas: dict[str, Any]) -> set[str]:
    """The names of what a body or form may hold."""
    found: set[str] = set()
    for content in described.get("requestBody", {}).get("content", {}).values():
        for schema in _unions(content["schema"], schemas):
            found |= set(schema.get("properties", {}))
    return found


def _unions(schema: dict[str, Any], schemas: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]]
    for kind in ("anyOf", "oneOf", "allOf"):
        for each in schema.get(kind, ()):
            yield from _unions(each, schemas)
    yield schema
