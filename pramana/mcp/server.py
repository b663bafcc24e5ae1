"""The server of the protocol: which tools there are, and what agents are told about them."""

import logging

from mcp.server.mcpserver import MCPServer

from pramana import __version__
from pramana.mcp import tools
from pramana.mcp.answers import NOTE
from pramana.mcp.calling import ADDS, ADDS_AND_LOOKS_OUTSIDE, READS, Offer, Who
from pramana.tenancy.contracts import Role

INSTRUCTIONS = (
    "Pramana keeps documents, conversations and the facts in them; every value points at the words "
    "it rests on. Use `search` and `read_document` to read, `ask` for an answer with citations, "
    "`recall` for facts as of any moment, and name the document and page you rest on. You propose; "
    f"people decide. {NOTE}"
)
OFFERS = (
    Offer(tools.search, READS),
    Offer(tools.read_document, READS),
    Offer(tools.recall, READS),
    Offer(tools.extraction, READS),
    Offer(tools.waiting, READS),
    Offer(tools.cases, READS),
    Offer(tools.ask, ADDS),
    Offer(tools.remember, ADDS, Role.REVIEWER),
    Offer(tools.extract, ADDS, Role.REVIEWER),
    Offer(tools.propose, ADDS_AND_LOOKS_OUTSIDE, Role.REVIEWER),
)
"""Those that add leave something: a turn of a conversation, messages, a run, a proposal. None
removes."""


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
    for offer in OFFERS:
        server.add_tool(offer.tool(who), annotations=offer.hints, structured_output=True)
    return server
