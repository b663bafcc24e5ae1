"""No operation without a guard, unless it says so in so many words."""

from typing import Any

from django.http import HttpRequest
from ninja.errors import ConfigError
from ninja.operation import Operation

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
    operation.auth_callbacks = [_guarded(operation, asked) for asked in operation.auth_callbacks]


def asked_of(operation: Operation) -> needs | None:
    """What the operation asks of its caller, or None when it is open to all."""
    guards = [found.asked for found in operation.auth_callbacks if isinstance(found, Guard)]
    return guards[0] if guards else None


def _guarded(operation: Operation, asked: Any) -> Guard:
    if not isinstance(asked, needs):
        raise ConfigError(f"{operation.view_func.__qualname__} is guarded by something unknown.")
    return Guard(asked)
