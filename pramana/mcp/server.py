"""The MCP server: the tools it offers, and its two transports (HTTP and stdio)."""

import logging
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from pramana import __version__
from pramana.kit.errors import ContextError
from pramana.mcp import tools
from pramana.mcp.answers import NOTE
from pramana.mcp.calling import (
    ADDITIVE,
    ADDITIVE_OPEN_WORLD,
    READ_ONLY,
    CallerLookup,
    OfferedTool,
    check_role,
    run_in_thread,
)
from pramana.mcp.resources import offer_documents
from pramana.tenancy.contracts import Principal, Role
from pramana.tenancy.services import principal_for_key

INSTRUCTIONS = (
    "Pramana keeps documents, conversations and the facts in them; every value points at the words "
    "that support it. Use `search` and `read_document` to read, `ask` for a cited answer, "
    "`recall` for facts as of any moment, and name the document and page you rely on. You propose; "
    f"people decide. {NOTE}"
)
TOOLS = (
    OfferedTool(tools.search, "Search the documents", READ_ONLY),
    OfferedTool(tools.read_document, "Read a document", READ_ONLY),
    OfferedTool(tools.recall, "Recall facts", READ_ONLY),
    OfferedTool(tools.extraction, "Get an extraction", READ_ONLY),
    OfferedTool(tools.waiting, "See what waits for a decision", READ_ONLY),
    OfferedTool(tools.cases, "List the cases", READ_ONLY),
    OfferedTool(tools.ask, "Ask for a cited answer", ADDITIVE),
    OfferedTool(tools.remember, "Remember a message", ADDITIVE, Role.REVIEWER),
    OfferedTool(tools.extract, "Extract fields", ADDITIVE, Role.REVIEWER),
    OfferedTool(tools.propose, "Propose a change", ADDITIVE_OPEN_WORLD, Role.REVIEWER),
)
"""Additive tools create something: a conversation turn, messages, a run or a proposal. No tool
deletes anything."""


def make_server(find_caller: CallerLookup) -> "MCPServer[None]":
    """A server that finds the caller of each tool call with `find_caller`."""
    server: MCPServer[None] = MCPServer(
        name="pramana",
        title="Pramana",
        version=__version__,
        instructions=INSTRUCTIONS,
        subscriptions=False,
    )
    logging.getLogger("mcp").setLevel(logging.WARNING)  # lower levels log what tools returned
    for offer in TOOLS:
        server.add_tool(
            offer.tool(find_caller),
            title=offer.title,
            annotations=offer.hints,
            structured_output=True,
        )
    offer_documents(server, find_caller)
    return server


Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
PRINCIPAL = "pramana.principal"


async def answer_request(
    principal: Principal, scope: dict[str, Any], receive: Receive, send: Send
) -> None:
    """Answer one HTTP request of an authenticated caller.

    Nothing is kept between requests, so any web process can answer one and the SDK's manager lives
    only as long as the request. There is no session that another caller could guess.
    """
    manager = StreamableHTTPSessionManager(
        app=_server()._lowlevel_server, json_response=True, stateless=True
    )
    async with manager.run():
        await manager.handle_request({**scope, PRINCIPAL: principal}, receive, send)


@cache
def _server() -> "MCPServer[None]":
    return make_server(_caller_of)


async def _caller_of(context: Context[Any, Any]) -> Principal:
    request = context.request_context.request
    principal = request.scope.get(PRINCIPAL) if request is not None else None
    if not isinstance(principal, Principal):
        raise ContextError("A tool was called without a caller.")
    return principal


def serve_stdio(key: str) -> None:
    """Serve on stdin and stdout, as the owner of this key, until stdin ends.

    The key is checked at every call, so a key that is revoked stops working at once.
    """
    check_role(principal_for_key(key), Role.VIEWER)

    async def find_caller(_: Context[Any, Any]) -> Principal:
        caller: Principal = await run_in_thread(principal_for_key, key)
        return caller

    anyio.run(make_server(find_caller).run_stdio_async)
