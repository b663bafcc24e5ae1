"""The server of the protocol: which tools there are, and what agents are told about them."""

import logging

from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations

from pramana import __version__
from pramana.mcp import tools
from pramana.mcp.answers import NOTE
from pramana.mcp.calling import Offer, Who
from pramana.tenancy.contracts import Role

INSTRUCTIONS = (
    "Pramana keeps documents, conversations and the facts in them; every value points at the words "
    "it rests on. Use `search` and `read_document` to read, `ask` for an answer with citations, "
    "`recall` for facts as of any moment, and name the document and page you rest on. You propose; "
    f"people decide. {NOTE}"
)
READS = (
    Offer(tools.search),
    Offer(tools.read_document),
    Offer(tools.recall),
    Offer(tools.extraction),
    Offer(tools.waiting),
)
ADDS = (
    Offer(tools.ask),
    Offer(tools.remember, Role.REVIEWER),
    Offer(tools.extract, Role.REVIEWER),
    Offer(tools.propose, Role.REVIEWER),
)
"""They add something: a turn of a conversation, messages, a run, a proposal. None removes."""


def make_server(who: Who) -> "MCPServer[None]":
    """A server whose callers are found by `who`."""
    server: MCPServer[None] = MCPServer(
        name="pramana",
        title="Pramana",
        version=__version__,
        instructions=INSTRUCTIONS,
        subscriptions=False,
    )
    logging.getLogger("mcp").setLevel(logging.WARNING)  # below that it writes what tools said
    for offers, reads in ((READS, True), (ADDS, False)):
        hints = ToolAnnotations(read_only_hint=reads, destructive_hint=False)
        for offer in offers:
            server.add_tool(offer.tool(who), annotations=hints, structured_output=True)
    return server
