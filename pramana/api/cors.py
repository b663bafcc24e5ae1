"""CORS: pages of other sites may use the chat with a publishable key.

A browser first sends a preflight without the key, which is allowed if any key names the origin. The
request itself is checked against the origins of its own key, and only then can the page read the
response. Cookies are never accepted here, so a page cannot use someone's session.
"""

from collections.abc import Awaitable, Callable

from asgiref.sync import sync_to_async
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from pramana.api.middleware import AsyncCapableMiddleware
from pramana.tenancy.contracts import KeyKind, Principal
from pramana.tenancy.selectors.access import is_key_of_origin, is_named_origin

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
    """Answers preflights, and adds the headers that let a page read a response."""

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
