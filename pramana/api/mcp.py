"""`/mcp`: the Model Context Protocol with the same keys, envelope and metrics as every API.

The protocol's library is loaded at the first request, so that a web process that serves no agents
saves the memory.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from time import perf_counter
from typing import Any
from uuid import UUID

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIRequest

from pramana.api.apis import Guard
from pramana.api.body_intake import BodyRefused, Message, Receive
from pramana.api.edge import App, Scope, Send
from pramana.api.error_responses import (
    CHAT,
    JSON,
    Failure,
    error_body,
    error_headers,
    failure_for,
    failure_for_status,
)
from pramana.api.middleware import request_id_from
from pramana.observability.context import fresh_ids
from pramana.observability.metrics import count_request
from pramana.observability.tracing import in_trace, span
from pramana.postgres.loans import releases_connections
from pramana.tenancy.contracts import Principal
from pramana.tenancy.http import needs

PATH = "/mcp"


class Mcp:
    """Answers at `/mcp`, and passes everything else on."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].rstrip("/") != PATH:
            await self.app(scope, receive, send)
            return
        sent = dict(scope["headers"]).get(b"x-request-id", b"")
        exchange = McpExchange(request_id_from(sent.decode("latin-1")), send)
        with exchange.traced(scope["method"]):
            await exchange.respond(scope, receive)


class McpExchange:
    """One MCP request and its response."""

    def __init__(self, request_id: UUID, send: Send) -> None:
        self.request_id = request_id
        self.status = 500
        self._send = send

    @contextmanager
    def traced(self, method: str) -> Iterator[None]:
        """Put the request's id into logs and spans, and its outcome into the metrics."""
        began = perf_counter()
        with (
            fresh_ids(request_id=self.request_id),
            in_trace(self.request_id),
            span(f"{method} {PATH}"),
        ):
            try:
                yield
            except BodyRefused as refused:  # the edge answers
                self.status = refused.status
                raise
            finally:
                count_request(method, PATH, self.status, perf_counter() - began)

    async def respond(self, scope: Scope, receive: Receive) -> None:
        if scope["method"] != "POST":  # no server push and no sessions
            allowed = {"Allow": "POST"}
            await self.reject(failure_for_status(405, self.request_id, allowed))
            return
        try:
            async with ThreadSensitiveContext():
                principal = await sync_to_async(_principal)(scope, self.request_id)
        except Exception as error:
            await self.reject(failure_for(error, self.request_id))
            return
        from pramana.mcp.server import answer_request

        await answer_request(principal, scope, await _read(receive), self.send)

    async def reject(self, failure: Failure) -> None:
        content = error_body(CHAT, failure)
        named = {
            **error_headers(failure),
            "Content-Type": JSON,
            "Content-Length": str(len(content)),
        }
        head = [(name.lower().encode(), text.encode("latin-1")) for name, text in named.items()]
        await self.send({"type": "http.response.start", "status": failure.status, "headers": head})
        await self.send({"type": "http.response.body", "body": content})

    async def send(self, message: Message) -> None:
        """Send a message with the headers that every response carries."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            own: list[tuple[bytes, bytes]] = [
                (b"x-request-id", str(self.request_id).encode()),
                (b"x-content-type-options", b"nosniff"),
            ]
            message = {**message, "headers": [*message["headers"], *own]}
        await self._send(message)


async def _read(receive: Receive) -> Receive:
    """Read the whole body first, because an error about its size would be lost in the library."""
    body, more = bytearray(), True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    pending = [{**message, "body": bytes(body)}]

    async def receive_body() -> Message:
        return pending.pop() if pending else await receive()

    return receive_body


@releases_connections
def _principal(scope: Scope, request_id: UUID) -> Principal:
    """Whose key this is. Sign-in sessions are not accepted: agents have keys."""
    request: Any = ASGIRequest(scope, BytesIO())
    request.request_id = request_id
    request.get_host()  # raises if the host is not allowed
    return Guard(needs())(request)
