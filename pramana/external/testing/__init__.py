"""A server of search providers on loopback: real HTTP, each wire format, bad manners on request."""

from pramana.external.testing.replies import (
    Page,
    Reply,
    breaks_off,
    fails,
    finds,
    garbles,
    hangs,
    limits,
    trickles,
    wrong_type,
)
from pramana.external.testing.server import Asked, SearchServer, search_server

__all__ = [
    "Asked",
    "Page",
    "Reply",
    "SearchServer",
    "breaks_off",
    "fails",
    "finds",
    "garbles",
    "hangs",
    "limits",
    "search_server",
    "trickles",
    "wrong_type",
]
