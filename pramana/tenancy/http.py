"""What every API shares: routers that name operations, `auth=needs(role)`, and rate limits."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from ninja import Router
from ninja.security.base import AuthBase
from ninja.utils import check_csrf

from pramana.kit.errors import Forbidden, RateLimited
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import KeyKind, Principal, Role
from pramana.tenancy.domain import client_network
from pramana.tenancy.errors import KeyRefused, SignInNeeded
from pramana.tenancy.models import User
from pramana.tenancy.services import open_principal, principal_for_key, principal_for_user


class AreaRouter(Router):
    """A router for one area of an API. Its operations are called `<area>_<function>`.

    The area is written down, so an operation keeps its id when its function moves elsewhere.
    With `beside`, the operations are added to those of another area, whose addresses they share.
    """

    def __init__(self, area: str, *, beside: Router | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.area = area
        if beside is not None:
            self.path_operations = beside.path_operations

    def add_api_operation(
        self,
        path: str,
        methods: list[str],
        view_func: Callable[..., Any],
        *,
        operation_id: str | None = None,
        **options: Any,
    ) -> None:
        name = operation_id or f"{self.area}_{view_func.__name__}"
        super().add_api_operation(path, methods, view_func, operation_id=name, **options)


BUCKETS_KEPT = 10_000
"""How many buckets are kept in memory. A key without one starts with a full bucket."""
_buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()
_lock = threading.Lock()


def spend_token(key_id: UUID, per_minute: int, *, now: float | None = None) -> None:
    """Take one token, or raise `RateLimited` with the number of seconds to wait."""
    sentence = f"This key may be used {per_minute} times a minute."
    _spend(key_id, per_minute, max(per_minute / 6, 1.0), sentence, now)


def spend_visitor_token(
    key_id: UUID, address: str, per_minute: int, *, now: float | None = None
) -> None:
    """The same for one visitor of a page with a publishable key, who may ask half of it at once."""
    sentence = f"You may ask {per_minute} times a minute. Wait a little, then ask again."
    _spend((key_id, address), per_minute, max(per_minute / 2, 1.0), sentence, now)


def _spend(
    bucket: Hashable, per_minute: int, burst: float, sentence: str, now: float | None
) -> None:
    """Counting in the process costs nothing per request; with several web processes each one grants
    the full rate, as the documentation says.
    """
    now = time.monotonic() if now is None else now
    with _lock:
        level, seen = _buckets.pop(bucket, (burst, now))
        level = min(burst, level + (now - seen) * per_minute / 60)
        _buckets[bucket] = (level - 1 if level >= 1 else level, now)
        if len(_buckets) > BUCKETS_KEPT:
            _buckets.popitem(last=False)
    if level < 1:
        wait = int((1 - level) * 60 / per_minute) + 1
        raise RateLimited(sentence, retry_after=wait)


TENANT_CHOICE = "tenant_id"
"""The session key that holds a signed-in person's choice of tenant."""


class ScopedRequest(HttpRequest):
    """A request that has passed `needs(role)`."""

    request_id: UUID
    principal: Principal
    scope: Scope


class needs(AuthBase):  # reads as a word at the operation: auth=needs(Role.REVIEWER)
    """Requires a bearer key or session with at least this role.

    Publishable keys are refused unless `publishable` is set.
    """

    openapi_type = "http"
    openapi_scheme = "bearer"

    def __init__(self, role: Role = Role.VIEWER, *, publishable: bool = False) -> None:
        super().__init__()
        self.role = role
        self.publishable = publishable

    def __call__(self, request: Any) -> Principal:
        principal = resolve_principal(request)
        if principal.key_kind is KeyKind.PUBLISHABLE and not self.publishable:
            raise Forbidden("A publishable key can only be used for chat.")
        if not principal.role.includes(self.role):
            raise Forbidden(f"This needs the role {self.role}; yours is {principal.role}.")
        request.principal, request.scope = principal, principal.scope
        return principal


def resolve_principal(request: Any) -> Principal:
    """The principal of a request. Its scope carries the request id as trace id."""
    principal = _authenticate(request)
    trace_id = getattr(request, "request_id", principal.scope.trace_id)
    return replace(principal, scope=replace(principal.scope, trace_id=trace_id))


def _authenticate(request: HttpRequest) -> Principal:
    tenant = request.headers.get("X-Tenant-ID")
    if "Authorization" in request.headers:
        return _authenticate_key(request, tenant)
    user = getattr(request, "user", None)
    if isinstance(user, User) or (user is not None and user.is_authenticated):
        _refuse_forgery(request)
        return principal_for_user(
            user, tenant_header=tenant, chosen=request.session.get(TENANT_CHOICE)
        )
    if settings.PRAMANA.open:
        _refuse_other_origins(request)
        return open_principal()
    raise SignInNeeded()


def _authenticate_key(request: HttpRequest, tenant: str | None) -> Principal:
    scheme, _, plain = request.headers["Authorization"].partition(" ")
    if scheme.lower() != "bearer" or not plain.strip():
        raise KeyRefused()
    principal = principal_for_key(
        plain.strip(), tenant_header=tenant, origin=request.headers.get("Origin")
    )
    if principal.key_id and principal.rate_per_minute:
        spend_token(principal.key_id, principal.rate_per_minute)
    if principal.key_id and principal.key_kind is KeyKind.PUBLISHABLE:
        address = client_network(request.META.get("REMOTE_ADDR", ""))
        spend_visitor_token(principal.key_id, address, settings.PRAMANA.visitor_rate_per_minute)
    return principal


def _refuse_forgery(request: HttpRequest) -> None:
    if check_csrf(request) is not None:
        raise Forbidden("The CSRF token is missing or wrong. Reload the page and try again.")


def _refuse_other_origins(request: HttpRequest) -> None:
    """In open mode, refuse requests that another web page makes in the person's browser."""
    origin = request.headers.get("Origin")
    if origin and urlsplit(origin).netloc != request.get_host():
        raise Forbidden("Open mode refuses requests from other web pages.")
