"""No operation without a guard, unless it says so in so many words."""

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
    """Asks `needs`, then names the tenant in this request's logs and spans."""

    def __init__(self, asked: needs) -> None:
        self.asked = asked

    def __call__(self, request: HttpRequest) -> Principal:
        if request.META.get("HTTP_X_TENANT_ID") == "":
            raise NotAMember()  # a header that names nothing must not mean "any"
        principal = self.asked(request)
        bind_ids(tenant_id=principal.scope.tenant_id, key_id=principal.key_id)
        return principal


def guard(operation: Operation, default: needs) -> None:
    """Put the guard in place. Reading needs a viewer by default; changing has to say whom.

    A forgotten `auth=` on an operation that changes something is an error at start, not an open
    door. `auth=None` opens an operation to all.
    """
    if default in operation.auth_callbacks and not SAFE.issuperset(operation.methods):
        raise ConfigError(
            f"{operation.view_func.__qualname__} changes something and does not say who may: "
            "add auth=needs(role)."
        )
    operation.auth_callbacks = [_make_guard(operation, asked) for asked in operation.auth_callbacks]


def declared_role(operation: Operation) -> needs | None:
    """What the operation asks of its caller, or None when it is open to all."""
    guards = [found.asked for found in operation.auth_callbacks if isinstance(found, Guard)]
    return guards[0] if guards else None


def _make_guard(operation: Operation, asked: Any) -> Guard:
    if not isinstance(asked, needs):
        raise ConfigError(f"{operation.view_func.__qualname__} is guarded by something unknown.")
    return Guard(asked)


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
    asked = declared_role(operation)
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
    if declared_role(operation):
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
