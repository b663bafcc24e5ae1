"""The protocol over a pipe, for agents that start us themselves."""

from typing import Any

import anyio
from mcp.server.mcpserver import Context

from pramana.mcp.calling import check, in_thread
from pramana.mcp.server import make_server
from pramana.tenancy.contracts import Principal, Role
from pramana.tenancy.services import principal_for_key


def serve(key: str) -> None:
    """Answer on stdin and stdout, as the owner of this key, until stdin ends.

    The key is looked up at every call: one that is revoked meanwhile opens nothing more.
    """
    check(principal_for_key(key), Role.VIEWER)

    async def whose(_: Context[Any, Any]) -> Principal:
        found: Principal = await in_thread(principal_for_key, key)
        return found

    anyio.run(make_server(whose).run_stdio_async)
