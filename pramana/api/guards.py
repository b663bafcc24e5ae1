"""Guards: who may call each operation, and which errors it declares in OpenAPI."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest
from ninja.errors import ConfigError
from ninja.operation import Operation

from pramana.api.error_responses import Envelope
from pramana.observability.context import bind_ids
from pramana.tenancy.contracts import Principal
from pramana.tenancy.errors import NotAMember
from pramana.tenancy.http import needs

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Guard:
    """Checks the caller with `needs`, then adds the tenant to the request's logs and spans."""

    def __init__(self, requirement: needs) -> None:
        self.requirement = requirement

    def __call__(self, request: HttpRequest) -> Principal:
        if request.META.get("HTTP_X_TENANT_ID") == "":
            raise NotAMember()  # an empty header must not mean "any tenant"
        principal = self.requirement(request)
        bind_ids(tenant_id=principal.scope.tenant_id, key_id=principal.key_id)
        return principal


def guard(operation: Operation, default: needs) -> None:
    """Install the guard of an operation. Reading needs a viewer by default.

    An operation that changes something must name a role: a missing `auth=` is an error at start.
    `auth=None` opens an operation to everyone.
    """
    if default in operation.auth_callbacks and not SAFE.issuperset(operation.methods):
        raise ConfigError(
            f"{operation.view_func.__qualname__} changes something but names no role: "
            "add auth=needs(role)."
        )
    operation.auth_callbacks = [
        _make_guard(operation, callback) for callback in operation.auth_callbacks
    ]


def declared_role(operation: Operation) -> needs | None:
    """The role that an operation requires, or None if it is open to everyone."""
    guards = [each.requirement for each in operation.auth_callbacks if isinstance(each, Guard)]
    return guards[0] if guards else None


def _make_guard(operation: Operation, callback: Any) -> Guard:
    if not isinstance(callback, needs):
        raise ConfigError(
            f"{operation.view_func.__qualname__} has an unknown guard. Use auth=needs(role)."
        )
    return Guard(callback)


BODIES = frozenset({"body", "form", "file"})


def declare(operation: Operation, envelope: Envelope) -> None:
    """Add the guard and the errors to OpenAPI; what the operation declares itself is kept."""
    extra = dict(operation.openapi_extra or {})
    responses: dict[int, Any] = dict(extra.get("responses", {}))
    for status in failures(operation, envelope):
        if status not in operation.response_models:
            responses.setdefault(status, error_description(status, envelope))
    operation.openapi_extra = {**extra, **guard_of(operation), "responses": responses}


def guard_of(operation: Operation) -> dict[str, Any]:
    requirement = declared_role(operation)
    if requirement is None:
        return {}
    role = str(requirement.role)
    return {
        "security": [{"BearerKey": [role]}, {"BrowserSession": [role]}],
        "x-role": role,
        "x-publishable-keys": requirement.publishable,
    }


def failures(operation: Operation, envelope: Envelope) -> list[int]:
    """The error statuses, from what the operation reads and who may call it."""
    sources = {model.__ninja_param_source__ for model in operation.models}
    if "requestBody" in (operation.openapi_extra or {}):
        sources.add("body")
    statuses = {400, 503, envelope.invalid}
    if declared_role(operation):
        statuses |= {401, 403, 429}
    if sources & BODIES:
        statuses |= {408, 413}
    if "path" in sources or not SAFE.issuperset(operation.methods):
        statuses |= {404, 409}
    return sorted(statuses)


def error_description(status: int, envelope: Envelope) -> dict[str, Any]:
    reference = {"$ref": f"#/components/schemas/{envelope.schema.__name__}"}
    response: dict[str, Any] = {
        "description": HTTPStatus(status).phrase,
        "content": {"application/json": {"schema": reference}},
    }
    if status in (429, 503):
        response["headers"] = {
            "Retry-After": {
                "description": "Seconds to wait before retrying.",
                "schema": {"type": "integer", "minimum": 0},
            }
        }
    return response
