"""The outermost ASGI layer: rejects requests before Django reads their body.

Django reads a whole body before its first middleware runs, and fails on a query that is not UTF-8
before any handler can respond. Both cases are handled here, in the envelope of the address.
`body_intake` decides which bodies are read.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from time import perf_counter
from typing import Any, ParamSpec, TypeVar
from weakref import WeakSet

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.exception import response_for_exception
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest
from django.http.response import HttpResponseBase

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
