"""The tools for agents. Each is a plain function whose first argument is the caller."""

from pramana.mcp.tools.documents import ask, extract, extraction, read_document, search
from pramana.mcp.tools.memory import recall, remember
from pramana.mcp.tools.work import cases, propose, waiting

__all__ = [
    "ask",
    "cases",
    "extract",
    "extraction",
    "propose",
    "read_document",
    "recall",
    "remember",
    "search",
    "waiting",
]
