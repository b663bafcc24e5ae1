"""Streamable HTTP. Each request stands alone, so any web process can answer it."""

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from pramana.kit.errors import ContextError
from pramana.mcp.server import make_server
from pramana.tenancy.contracts import Principal

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
PRINCIPAL = "pramana.principal"


async def answer(principal: Principal, scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Answer one request of a caller who has shown their key.

    Nothing is kept between requests, so the SDK's manager lives as long as one of them: there is no
    session another caller could guess, and nothing to start with the server or stop with it.
    """
    manager = StreamableHTTPSessionManager(
        app=_server()._lowlevel_server, json_response=True, stateless=True
    )
    async with manager.run():
        await manager.handle_request({**scope, PRINCIPAL: principal}, receive, send)


@cache
def _server() -> "MCPServer[None]":
    return make_server(_whose)


async def _whose(context: Context[Any, Any]) -> Principal:
    request = context.request_context.request
    principal = request.scope.get(PRINCIPAL) if request is not None else None
    if not isinstance(principal, Principal):
        raise ContextError("A tool was called without its caller.")
    return principal
