"""From a file to pages of NFC text. Runs in the CPU pool, so it imports nothing of Django."""

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.info import document_info
from pramana.documents.reading.pages import read_pages
from pramana.documents.reading.plain import read_text
from pramana.documents.reading.render import page_boxes, render_page
from pramana.documents.reading.source import open_source

__all__ = [
    "Unreadable",
    "document_info",
    "open_source",
    "page_boxes",
    "read_pages",
    "read_text",
    "render_page",
]
