"""The MCP server: its tools, its documents as resources, and its two transports (HTTP and stdio).

`pramana://documents/ID` is the text of a document, in parts of limited length: `?start=` continues
where `next` in the part's metadata says. Lists are the documents that can be read, newest first.
"""

import logging
import re
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import cache
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import anyio
from django.db import DataError, InterfaceError, OperationalError
from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    Annotations,
    ListResourcesResult,
    ListResourceTemplatesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from pramana import __version__
from pramana.documents.contracts import DocumentView, Status
from pramana.documents.selectors import newest_documents
from pramana.jobs.streams import NO_DATABASE
from pramana.kit.errors import AppError, ContextError, InvalidRequest
from pramana.mcp import tools
from pramana.mcp.protocol import (
    ADDITIVE,
    ADDITIVE_OPEN_WORLD,
    NOTE,
    READ_ONLY,
    CallerLookup,
    OfferedTool,
    check_role,
    error_text,
    run_in_thread,
)
from pramana.mcp.tools.documents import FURTHEST, LONGEST_PART, read_document
from pramana.tenancy.contracts import Principal, Role
from pramana.tenancy.services import principal_for_key

PER_PAGE = 50
PREFIX = "pramana://documents/"
ADDRESS = re.compile(re.escape(PREFIX) + r"([0-9a-f-]{36})(?:\?.*)?", re.IGNORECASE)
TEXT = "text/plain"
TEMPLATE = ResourceTemplate(
    name="document",
    title="The text of a document",
    uri_template=PREFIX + "{document_id}{?start}",
    description=f"Parts of up to {LONGEST_PART} characters. {NOTE}",
    mime_type=TEXT,
)

Result = TypeVar("Result")
Request = ServerRequestContext[Any, Any]


def offer_documents(server: "MCPServer[None]", find_caller: CallerLookup) -> None:
    """Let the server list and read the documents of each caller's tenant."""

    async def list_all(request: Request, params: PaginatedRequestParams) -> ListResourcesResult:
        return await _answer(server, find_caller, request, list_documents, params.cursor or "")

    async def read(request: Request, params: ReadResourceRequestParams) -> ReadResourceResult:
        return await _answer(server, find_caller, request, read_part, str(params.uri))

    async def templates(
        _request: Request, _params: PaginatedRequestParams
    ) -> ListResourceTemplatesResult:
        return ListResourceTemplatesResult(resource_templates=[TEMPLATE])

    add = server._lowlevel_server.add_request_handler  # the list depends on who asks
    add("resources/list", PaginatedRequestParams, list_all)
    add("resources/read", ReadResourceRequestParams, read)
    add("resources/templates/list", PaginatedRequestParams, templates)


async def _answer(
    server: "MCPServer[None]",
    find_caller: CallerLookup,
    request: Request,
    function: Callable[[Principal, str], Result],
    argument: str,
) -> Result:
    """Call the function for whoever asks, and turn errors into those of the protocol."""
    context: Context[Any, Any] = Context(request_context=request, mcp_server=server)
    lookup: Awaitable[Principal] = find_caller(context)
    try:
        caller = await lookup
        check_role(caller, Role.VIEWER)
        result: Result = await run_in_thread(function, caller, argument)
    except AppError as error:
        raise MCPError(INVALID_PARAMS, error_text(error)) from error
    except DataError as error:
        raise MCPError(INVALID_PARAMS, "The address cannot be read.") from error
    except (OperationalError, InterfaceError) as error:
        raise MCPError(INTERNAL_ERROR, NO_DATABASE) from error
    return result


def list_documents(caller: Principal, cursor: str) -> ListResourcesResult:
    """A page of the documents that can be read, newest first."""
    found = newest_documents(
        caller.scope, status=Status.COMPLETED, before=_moment(cursor), limit=PER_PAGE + 1
    )
    shown = found[:PER_PAGE]
    return ListResourcesResult(
        resources=[_resource(each) for each in shown],
        next_cursor=shown[-1].created_at.isoformat() if len(found) > PER_PAGE else None,
    )


def _moment(cursor: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(cursor) if cursor else None
    except ValueError:
        moment = None
    if cursor and (moment is None or moment.tzinfo is None):
        raise InvalidRequest("The cursor is not one of ours. Begin the list again.")
    return moment


def _resource(document: DocumentView) -> Resource:
    return Resource(
        name=document.filename or document.title,
        title=document.title,
        uri=f"{PREFIX}{document.id}",
        mime_type=TEXT,
        annotations=Annotations(last_modified=document.created_at.isoformat()),
    )


def read_part(caller: Principal, address: str) -> ReadResourceResult:
    """A part of a document's text, fenced as quoted material."""
    found = ADDRESS.fullmatch(address)
    start = parse_qs(urlsplit(address).query).get("start", ["0"])[-1] if found else ""
    if not (found and start.isascii() and start.isdigit() and int(start[:12]) <= FURTHEST):
        raise InvalidRequest(f"Write the address as {PREFIX}ID, with ?start=N for a later part.")
    part = read_document(caller, _id(found[1]), int(start), LONGEST_PART)
    meta = {"note": part.note, "title": part.title, "start": part.start, "end": part.end}
    if part.next_start is not None:
        meta["next"] = f"{PREFIX}{part.id}?start={part.next_start}"
    contents = TextResourceContents(uri=address, mime_type=TEXT, text=part.text, _meta=meta)
    return ReadResourceResult(contents=[contents])


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise InvalidRequest("The address holds no document id.") from None


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
