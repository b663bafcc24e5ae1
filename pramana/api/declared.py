"""What OpenAPI says of each operation beyond its own types: who may call it, how it may fail."""

from http import HTTPStatus
from typing import Any

from ninja.operation import Operation

from pramana.api.envelopes import Envelope
from pramana.api.guards import SAFE, asked_of

BODIES = frozenset({"body", "form", "file"})


def declare(operation: Operation, envelope: Envelope) -> None:
    """Add guard and failures; what its author declared stays as it is."""
    extra = dict(operation.openapi_extra or {})
    said: dict[int, Any] = dict(extra.get("responses", {}))
    for status in failures(operation, envelope):
        if status not in operation.response_models:
            said.setdefault(status, described(status, envelope))
    operation.openapi_extra = {**extra, **guard_of(operation), "responses": said}


def guard_of(operation: Operation) -> dict[str, Any]:
    asked = asked_of(operation)
    if asked is None:
        return {}
    role = str(asked.role)
    return {
        "security": [{"BearerKey": [role]}, {"BrowserSession": [role]}],
        "x-role": role,
        "x-publishable-keys": asked.publishable,
    }


def failures(operation: Operation, envelope: Envelope) -> list[int]:
    """The statuses, from what the operation reads and who may call it."""
    sources = {model.__ninja_param_source__ for model in operation.models}
    found = {400, 503, envelope.invalid}
    if asked_of(operation):
        found |= {401, 403, 429}
    if sources & BODIES:
        found.add(413)
    if "path" in sources or not SAFE.issuperset(operation.methods):
        found |= {404, 409}  # it is not there, or not in a state in which this can be answered
    return sorted(found)


def described(status: int, envelope: Envelope) -> dict[str, Any]:
    reference = {"$ref": f"#/components/schemas/{envelope.schema.__name__}"}
    said: dict[str, Any] = {
        "description": HTTPStatus(status).phrase,
        "content": {"application/json": {"schema": reference}},
    }
    if status in (429, 503):
        said["headers"] = {
            "Retry-After": {
                "description": "Seconds to wait before trying again.",
                "schema": {"type": "integer", "minimum": 0},
            }
        }
    return said
