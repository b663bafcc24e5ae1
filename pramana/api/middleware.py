"""The outermost Django middleware: request ids, metrics, the request log, error envelopes.

What only browsers need is one layer of its own, skipped for requests that carry a key.
"""

import logging
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from uuid import UUID, uuid4

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.common import CommonMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.locale import LocaleMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils.cache import patch_vary_headers

from pramana.api.error_responses import error_response, failure_for_status, is_page, rule_for
from pramana.observability.context import bind_ids, fresh_ids, printable_ids
from pramana.observability.metrics import count_request
from pramana.observability.tracing import in_trace, span
from pramana.tenancy.contracts import KeyKind, Principal
from pramana.tenancy.http import ScopedRequest
from pramana.tenancy.selectors.access import is_key_of_origin, is_named_origin

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""The methods that change nothing."""


class AsyncCapableMiddleware(ABC):
    """A middleware that works in sync and async mode; `is_async` says which it is in."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    @abstractmethod
    def __call__(self, request: Any) -> HttpResponseBase | Awaitable[HttpResponseBase]: ...


def request_id_from(header: str | None) -> UUID:
    """The caller's id if it is a uuid, otherwise a new one.

    >>> request_id_from("not an id").version
    4
    """
    if header and len(header) in (32, 36):
        try:
            return UUID(header)
        except ValueError:
            pass
    return uuid4()


def request_id_of(request: HttpRequest) -> UUID:
    known = getattr(request, "request_id", None)
    return known if isinstance(known, UUID) else uuid4()


def fix_scheme(request: HttpRequest) -> None:
    """Make it safe to replace `request.scope`.

    Django's ASGI requests keep the server's scope under that name and later read only the scheme
    from it. So the scheme is fixed here, before `needs` stores the tenant's scope there.
    """
    scheme = request._get_scheme()  # type: ignore[attr-defined]  # Django's hook, not in its stubs
    request._get_scheme = lambda: scheme  # type: ignore[attr-defined]


log = logging.getLogger("pramana.requests")

WITHOUT_BODY = (204, 304)
_CONVERTED = re.compile(r"<(?:\w+:)?(\w+)>")
KEPT_HEADERS = ("Allow", "Retry-After", "WWW-Authenticate")
"""Headers of Django's own error responses that are kept."""


class RequestContextMiddleware(AsyncCapableMiddleware):
    """Adds X-Request-ID to responses, logs and spans, and counts requests per route."""

    def __call__(self, request: ScopedRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        request.request_id = request_id_from(request.META.get("HTTP_X_REQUEST_ID"))
        fix_scheme(request)
        if self.is_async:
            return self._asynchronously(request)
        began = time.perf_counter()
        with _request_context(request) as opened:
            response = _rejection(request) or self.get_response(request)
            return _finish(request, response, began, opened)

    async def _asynchronously(self, request: ScopedRequest) -> HttpResponseBase:
        began = time.perf_counter()
        with _request_context(request) as opened:
            response = _rejection(request) or await self.get_response(request)
            finished = _finish(request, response, began, opened)
        if finished.streaming:  # its frames are sent later, in this task, and need the same id
            bind_ids(request_id=request.request_id)
        return finished


@contextmanager
def _request_context(request: ScopedRequest) -> Iterator[Any]:
    """Bind the request's id for logs and traces, and yield the span if there is one."""
    request_id = request.request_id
    with fresh_ids(request_id=request_id), in_trace(request_id), span("request") as opened:
        yield opened


def _rejection(request: ScopedRequest) -> HttpResponse | None:
    """Reject an address with a NUL character, which the database cannot look up."""
    if "\x00" not in request.path_info:
        return None
    return HttpResponse(status=400)


def _finish(
    request: ScopedRequest, response: HttpResponseBase, began: float, opened: Any
) -> HttpResponseBase:
    response = _with_envelope(request, response)
    response.headers["X-Request-ID"] = str(request.request_id)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    if request.is_secure():
        seconds = settings.SECURE_HSTS_SECONDS
        response.headers.setdefault("Strict-Transport-Security", f"max-age={seconds}")
    if isinstance(response, HttpResponse) and response.status_code not in WITHOUT_BODY:
        response.headers.setdefault("Content-Length", str(len(response.content)))
    _log_request(request, response.status_code, time.perf_counter() - began, opened)
    return response


def _log_request(request: ScopedRequest, status: int, seconds: float, opened: Any) -> None:
    """Count every request, and log those that changed something or failed."""
    match, method = request.resolver_match, request.method or ""
    route = _label(match.route) if match else "unmatched"
    count_request(method, route, status, seconds)
    ids = {"method": method, "route": route, "status": status}
    level = logging.DEBUG if method in SAFE and status < 400 else logging.INFO
    if log.isEnabledFor(level):
        log.log(level, "answered", extra={**ids, "duration_ms": round(seconds * 1000, 1)})
    if opened is not None:
        opened.update_name(f"{method} {route}")
        opened.set_attributes({**ids, **printable_ids()})


@cache
def _label(route: str) -> str:
    """A route as OpenAPI writes it. Cached, because there are few routes."""
    return "/" + _CONVERTED.sub(r"{\1}", route)


def _with_envelope(request: ScopedRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Convert Django's own error responses to the envelope of the API."""
    if response.status_code < 400 or response.streaming or is_page(request.path_info):
        return response
    if response.headers.get("Content-Type", "").startswith("application/json"):
        return response
    headers = {name: response.headers[name] for name in KEPT_HEADERS if name in response.headers}
    failure = failure_for_status(response.status_code, request.request_id, headers)
    return error_response(rule_for(request.path_info).envelope, failure)


PARTS = (
    SecurityMiddleware,
    SessionMiddleware,
    LocaleMiddleware,
    CommonMiddleware,
    CsrfViewMiddleware,
    AuthenticationMiddleware,
    MessageMiddleware,
    XFrameOptionsMiddleware,
)


def carries_key(request: HttpRequest) -> bool:
    """Whether a program calls an API with a key. Requests for pages always count as a browser's."""
    header: str = request.META.get("HTTP_AUTHORIZATION", "")
    return header[:7].lower() == "bearer " and not is_page(request.path_info)


class BrowserMiddleware(AsyncCapableMiddleware):
    """Django runs each synchronous middleware in two switches to a thread and back. Sessions, CSRF,
    languages and messages are seven of them, and a program with a key needs none. Here they are one
    layer: a bearer request skips it, and a browser's request takes two switches in all.
    """

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        self.parts: list[Any] = [part(_unused) for part in PARTS]
        self.csrf = CsrfViewMiddleware(_unused)
        self.process_view: Callable[..., Any] = (
            self._process_view_async if self.is_async else self._process_view
        )

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if carries_key(request):
            return self.get_response(request)  # type: ignore[no-any-return]  # Django's own chain
        if self.is_async:
            return self._asynchronously(request)
        reached, response = self._before(request)
        return self._after(request, response or self.get_response(request), reached)

    async def _asynchronously(self, request: HttpRequest) -> HttpResponseBase:
        reached, response = await sync_to_async(self._before)(request)
        response = response or await self.get_response(request)
        return await sync_to_async(self._after)(request, response, reached)

    def _before(self, request: HttpRequest) -> tuple[int, HttpResponseBase | None]:
        """Run `process_request` of each part until one responds; return how many ran."""
        for reached, part in enumerate(self.parts):
            process = getattr(part, "process_request", None)
            response = process(request) if process else None
            if response is not None:
                return reached, response
        return len(self.parts), None

    def _after(
        self, request: HttpRequest, response: HttpResponseBase, reached: int
    ) -> HttpResponseBase:
        for part in reversed(self.parts[:reached]):
            if hasattr(part, "process_response"):
                response = part.process_response(request, response)
        return secure_cookies(request, response)

    def _process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        if carries_key(request):
            return None
        return self.csrf.process_view(request, view, args, kwargs)

    async def _process_view_async(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        if request.method in SAFE or carries_key(request):
            return self._process_view(request, view, args, kwargs)
        return await sync_to_async(self._process_view)(request, view, args, kwargs)


def secure_cookies(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Mark cookies as secure if the request came over TLS; plain loopback has no TLS."""
    if request.is_secure():
        for cookie in response.cookies.values():
            cookie["secure"] = True
    return response


def _unused(request: HttpRequest) -> HttpResponse:
    raise AssertionError("The parts are called hook by hook, so they never call the next layer.")


OPEN = ("/chat", "/history")
"""Addresses that accept publishable keys, and whose responses other sites may read."""

ALLOWED = {
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, X-Request-ID",
    "Access-Control-Max-Age": "600",
}
EXPOSED = "X-Request-ID, Retry-After"
LONGEST_ORIGIN = 255


class CorsMiddleware(AsyncCapableMiddleware):
    """CORS: pages of other sites may use the chat with a publishable key.

    A browser first sends a preflight without the key, which is allowed if any key names the origin.
    The request itself is checked against the origins of its own key, and only then can the page
    read the response. Cookies are never accepted here, so a page cannot use someone's session.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if not is_open(request.path_info):
            return self.get_response(request)  # type: ignore[no-any-return]  # Django's own chain
        if self.is_async:
            return self._asynchronously(request)
        if _is_preflight(request):
            return preflight(request)
        return add_cors_headers(request, self.get_response(request))

    async def _asynchronously(self, request: HttpRequest) -> HttpResponseBase:
        if _is_preflight(request):
            return await sync_to_async(preflight)(request)
        response = await self.get_response(request)
        if _principal(request) is None and _origin(request):
            return await sync_to_async(add_cors_headers)(request, response)
        return add_cors_headers(request, response)


def is_open(path: str) -> bool:
    """
    >>> is_open("/chat/stream"), is_open("/chats"), is_open("/api/me")
    (True, False, False)
    """
    return any(path == prefix or path.startswith(f"{prefix}/") for prefix in OPEN)


def preflight(request: HttpRequest) -> HttpResponse:
    """Allow an origin that some key names; answer any other without the headers."""
    response = HttpResponse(status=204)
    origin = _origin(request)
    if origin and _is_true(is_named_origin, origin):
        response.headers["Access-Control-Allow-Origin"] = origin
        for name, value in ALLOWED.items():
            response.headers[name] = value
    patch_vary_headers(response, ["Origin"])
    return response


def add_cors_headers(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Let the page read this response if its own key names its origin."""
    if _may_read(request):
        response.headers["Access-Control-Allow-Origin"] = _origin(request)
        response.headers["Access-Control-Expose-Headers"] = EXPOSED
    patch_vary_headers(response, ["Origin"])
    return response


def _may_read(request: HttpRequest) -> bool:
    """Whether the page's key names its origin.

    If the guard let the request through, it knows the key. Otherwise the key is looked up, because
    a page must be able to read, for example, that its key was used too often.
    """
    if not _origin(request):
        return False
    principal = _principal(request)
    if principal is not None:
        return principal.key_kind is KeyKind.PUBLISHABLE
    scheme, _, plain = request.headers.get("Authorization", "").partition(" ")
    return scheme.lower() == "bearer" and _is_true(
        is_key_of_origin, plain.strip(), _origin(request)
    )


def _principal(request: HttpRequest) -> Principal | None:
    return getattr(request, "principal", None)


def _is_preflight(request: HttpRequest) -> bool:
    asks = "Origin" in request.headers and "Access-Control-Request-Method" in request.headers
    return request.method == "OPTIONS" and asks


def _origin(request: HttpRequest) -> str:
    origin = request.headers.get("Origin", "")
    return origin if len(origin) <= LONGEST_ORIGIN and origin.isprintable() else ""


def _is_true(question: Callable[..., bool], *arguments: str) -> bool:
    """Ask the database; if it does not answer, the answer is no."""
    try:
        return question(*arguments)
    except (DatabaseError, InterfaceError):
        return False
