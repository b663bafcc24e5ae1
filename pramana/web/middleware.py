"""The content security policy: pages run only our own files."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase

HEADER = "Content-Security-Policy"

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""No inline script or style, so that text from a document can never become code."""

OPERATORS = "/admin/"
OPERATORS_POLICY = POLICY.replace(
    "script-src 'self'", "script-src 'self' 'unsafe-inline' 'unsafe-eval'"
).replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
"""The admin is third-party code with inline handlers; only superusers reach it."""

Respond = Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]


class ContentSecurityPolicyMiddleware:
    """Set the policy on every response, sync or async, without a thread hop."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        response = self.get_response(request)
        if isinstance(response, HttpResponseBase):
            return with_policy(request, response)
        return self._later(request, response)

    async def _later(
        self, request: HttpRequest, response: Awaitable[HttpResponseBase]
    ) -> HttpResponseBase:
        return with_policy(request, await response)


def with_policy(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Add the policy, unless the view set its own."""
    if HEADER not in response:
        operators = request.path.startswith(OPERATORS)
        response[HEADER] = OPERATORS_POLICY if operators else POLICY
    return response
