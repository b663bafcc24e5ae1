"""Middleware that only browsers need, skipped for requests that carry a key.

Django runs each synchronous middleware in two switches to a thread and back. Sessions, CSRF,
languages and messages are seven of them, and a program with a key needs none. Here they are one
layer: a bearer request skips it, and a browser's request takes two switches in all.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.common import CommonMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.locale import LocaleMiddleware
from django.middleware.security import SecurityMiddleware

from pramana.api.address_rules import is_page
from pramana.api.guards import SAFE
from pramana.api.middleware import AsyncCapableMiddleware

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
