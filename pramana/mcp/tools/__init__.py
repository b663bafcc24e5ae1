"""What agents can do, one plain function each; the first argument is who asks."""

from pramana.mcp.tools.cases import cases
from pramana.mcp.tools.extracting import extract, extraction
from pramana.mcp.tools.finding import ask, read_document, search
from pramana.mcp.tools.proposing import propose
from pramana.mcp.tools.remembering import recall, remember
from pramana.mcp.tools.waiting import waiting

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
