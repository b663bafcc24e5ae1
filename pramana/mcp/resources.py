"""Documents as resources, for clients that let a person or an agent attach them.

`pramana://documents/ID` is the text of a document, in parts of limited length: `?start=` continues
where `next` in the part's metadata says. Lists are the documents that can be read, newest first.
"""

import re
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

from django.db import DataError, InterfaceError, OperationalError
from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
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

from pramana.documents.contracts import DocumentView, Status
from pramana.documents.selectors import newest_documents
from pramana.jobs.streams import NO_DATABASE
from pramana.kit.errors import AppError, InvalidRequest
from pramana.mcp.answers import NOTE
from pramana.mcp.calling import CallerLookup, check_role, error_text, run_in_thread
from pramana.mcp.tools.documents import FURTHEST, LONGEST_PART, read_document
from pramana.tenancy.contracts import Principal, Role

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
