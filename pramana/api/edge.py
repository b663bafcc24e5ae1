"""The outermost ASGI layer: rejects requests before Django reads their body.

Django reads a whole body before its first middleware runs, and fails on a query that is not UTF-8
before any handler can respond. Both cases are handled here, in the envelope of the address.
`body_intake` decides which bodies are read.

Static files are served here too, from the apps, without collecting or scanning them at start.
`{% static %}` adds the file's digest to its address. Browsers may cache such an address for ever,
because a changed file gets another address.
"""

import asyncio
import hashlib
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from time import perf_counter
from typing import Any, ParamSpec, TypeVar
from weakref import WeakSet

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.exception import response_for_exception
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from servestatic.asgi import ServeStaticASGI

from pramana.api.body_intake import (
    PENDING,
    BodyRefused,
    Message,
    Receive,
    is_known_sender,
    limit_body,
    needs_credentials,
)
from pramana.api.error_responses import (
    JSON,
    MEGABYTE,
    Failure,
    body_limit,
    error_body,
    error_headers,
    failure_for_status,
    rule_for,
)
from pramana.api.middleware import request_id_from
from pramana.observability.metrics import count_request
from pramana.postgres.loans import releases_connections
from pramana.tenancy.domain import client_network

P = ParamSpec("P")
Result = TypeVar("Result")
THREADS = min(32, (os.cpu_count() or 1) + 4)
"""As many as asyncio would take."""


class DjangoApplication(ASGIHandler):
    """Django's ASGI application, with exceptions answered in the thread of their request.

    Django renders the page for an exception in a thread of the event loop's executor. Nothing
    returns the connection that the page used there, so a handful of such pages emptied the pool.
    Here the page is rendered in the request's own thread, whose connection goes back when the
    request ends, and whatever else runs in the loop's executor returns its connection when the call
    ends.
    """

    async def _get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        parent: Any = super()
        response: HttpResponseBase
        try:
            response = await parent._get_response_async(request)
        except Exception as error:
            response = await sync_to_async(response_for_exception)(request, error)
        return response


class ReleasingExecutor(ThreadPoolExecutor):
    """Threads that keep no database connection between two calls."""

    def submit(
        self, function: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[Result]:
        return super().submit(releases_connections(function), *args, **kwargs)


_loops: "WeakSet[asyncio.AbstractEventLoop]" = WeakSet()


def release_in_executor(loop: asyncio.AbstractEventLoop | None = None) -> None:
    """Let the loop's executor return connections. Only the first call for a loop does anything."""
    current = loop or asyncio.get_running_loop()
    if current not in _loops:
        _loops.add(current)
        current.set_default_executor(ReleasingExecutor(THREADS, "loop"))


Scope = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PATIENCE = 4
LEAST_DRAINED = 16 * MEGABYTE
"""A rejected body is read and discarded up to this size, or `PATIENCE` times its limit, so that the
sender sees the response. After that the connection is closed."""
DRAIN_S = 5.0
"""Nor is a rejected body read for longer than this."""


def edge(app: App) -> App:
    """Wrap Django's ASGI application."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _acknowledge_lifespan(receive, send)
        elif scope["type"] == "http":
            release_in_executor()
            await _call_with_limits(app, scope, receive, send)
        else:  # web sockets are not supported
            await receive()
            await send({"type": "websocket.close"})

    return wrapped


async def _acknowledge_lifespan(receive: Receive, send: Send) -> None:
    """Acknowledge lifespan events, although there is nothing to start or stop."""
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


async def _call_with_limits(app: App, scope: Scope, receive: Receive, send: Send) -> None:
    sent = dict(scope["headers"])
    limit = body_limit(scope["path"], sent.get(b"content-type", b"").decode("latin-1").lower())
    if not _is_utf8(scope.get("query_string", b"")):
        await _reject(scope, send, 400, sent)
    elif _content_length(sent) > limit:
        await _refuse_body(scope, receive, send, 413, sent, limit)
    elif status := await _refusal(scope["path"], sent):
        await _refuse_body(scope, receive, send, status, sent, limit)
    else:
        try:
            with PENDING.count_arriving(_address(scope)) as add:
                await app(scope, limit_body(receive, limit, add), send)
        except BodyRefused as refused:
            await _refuse_body(scope, receive, send, refused.status, sent, limit)


async def _refusal(path: str, sent: dict[bytes, bytes]) -> int | None:
    """The status with which a body is refused before it is read, if it is."""
    if not needs_credentials(sent, _content_length(sent)):
        return None
    try:
        return None if await is_known_sender(path, sent) else 401
    except (OperationalError, InterfaceError):
        return 503


async def _refuse_body(
    scope: Scope, receive: Receive, send: Send, status: int, sent: dict[bytes, bytes], limit: int
) -> None:
    """Respond at once, then read what is still sent: a sender that is cut off sees no response."""
    await _reject(scope, send, status, sent, is_last=False)
    if b"expect" not in sent and status != 408:
        with suppress(TimeoutError):
            await asyncio.wait_for(_drain(receive, limit), DRAIN_S)
    await send({"type": "http.response.body", "body": b""})


async def _drain(receive: Receive, limit: int) -> None:
    seen, most = 0, max(LEAST_DRAINED, PATIENCE * limit)
    while seen < most:
        message = await receive()
        seen += len(message.get("body", b""))
        if not message.get("more_body"):
            return


def _address(scope: Scope) -> str:
    return client_network(str((scope.get("client") or ("",))[0]))


async def _reject(
    scope: Scope, send: Send, status: int, sent: dict[bytes, bytes], *, is_last: bool = True
) -> None:
    began = perf_counter()
    request_id = request_id_from(sent.get(b"x-request-id", b"").decode("latin-1"))
    failure = failure_for_status(status, request_id)
    content = error_body(rule_for(scope["path"]).envelope, failure)
    await send(
        {"type": "http.response.start", "status": status, "headers": _head(failure, content)}
    )
    await send({"type": "http.response.body", "body": content, "more_body": not is_last})
    count_request(scope["method"], "refused", status, perf_counter() - began)


def _head(failure: Failure, content: bytes) -> list[tuple[bytes, bytes]]:
    named = {
        **error_headers(failure),
        "Content-Type": JSON,
        "Content-Length": str(len(content)),
        "X-Request-ID": str(failure.request_id),
        "X-Content-Type-Options": "nosniff",
        "Connection": "close",
    }
    return [(name.lower().encode(), value.encode("latin-1")) for name, value in named.items()]


def _content_length(sent: dict[bytes, bytes]) -> int:
    length = sent.get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


def _is_utf8(query: bytes) -> bool:
    try:
        query.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


FOREVER = b"public, max-age=31536000, immutable"
VERSION = "v"
SHOWN = 12


class DigestedStaticFiles(StaticFilesStorage):
    """Adds `?v=<digest>` to the address of each file; digests are cached until the file changes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._digests: dict[str, tuple[float, str]] = {}

    def url(self, name: str | None) -> str:
        plain = super().url(name)
        found = finders.find(name) if name else None
        return f"{plain}?{VERSION}={self._digest(found)}" if found else plain

    def _digest(self, path: str) -> str:
        changed = os.stat(path).st_mtime
        known = self._digests.get(path)
        if known is None or known[0] != changed:
            with open(path, "rb") as file:
                known = (changed, hashlib.file_digest(file, "sha256").hexdigest()[:SHOWN])
            self._digests[path] = known
        return known[1]


class StaticFiles(ServeStaticASGI):  # type: ignore[misc]  # servestatic carries no types
    """Looks a file up on its first request and caches it, unless debugging."""

    def __init__(self, app: App) -> None:
        super().__init__(app, max_age=0, allow_all_origins=False)
        self.prefix = str(settings.STATIC_URL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(self.prefix):
            await self.application(scope, receive, send)
            return
        if settings.DEBUG or scope["path"] not in self.files:
            await sync_to_async(self._look_up, thread_sensitive=False)(scope["path"])
        await super().__call__(scope, receive, _add_headers(scope, send))

    def _look_up(self, path: str) -> None:
        self.files.pop(path, None)
        name = path[len(self.prefix) :]
        found = finders.find(name) if self.url_is_canonical(path) and "\x00" not in name else None
        if found and os.path.isfile(found):
            self.files[path] = self.get_static_file(found, path)


def _add_headers(scope: Scope, send: Send) -> Send:
    """Add the common headers, and the cache header if the address contains a digest."""
    versioned = scope.get("query_string", b"").startswith(f"{VERSION}=".encode())

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            forever = versioned and message["status"] < 400
            message = {**message, "headers": _response_headers(scope, message["headers"], forever)}
        await send(message)

    return send_with_headers


def _response_headers(scope: Scope, head: Any, forever: bool) -> list[tuple[bytes, bytes]]:
    headers = [(name.lower(), value) for name, value in head]
    named = {name for name, _ in headers}
    if forever:
        headers = [pair for pair in headers if pair[0] != b"cache-control"]
        headers.append((b"cache-control", FOREVER))
    if b"x-request-id" not in named:
        request_id = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
        headers.append((b"x-request-id", str(request_id_from(request_id)).encode()))
    if b"x-content-type-options" not in named:
        headers.append((b"x-content-type-options", b"nosniff"))
    return headers
