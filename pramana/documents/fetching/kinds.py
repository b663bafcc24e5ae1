"""What a server may send: what documents can be read from, and the extension that goes with it."""

import re
from email.message import Message
from pathlib import PurePosixPath

from httpx import URL

from pramana.documents.fetching.urls import host_of

WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PAGES = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "text/x-markdown": ".md",
    "application/pdf": ".pdf",
    "application/x-pdf": ".pdf",
    "application/msword": ".doc",
    WORD: ".docx",
    "image/jpeg": ".jpg",
    "image/png": ".png",
    "image/webp": ".webp",
    "image/tiff": ".tiff",
}
UNNAMED = frozenset({"", "application/octet-stream", "binary/octet-stream"})
"""These say nothing, so the end of the address speaks; the reader checks the bytes."""

LONGEST_NAME = 120
ENDING = re.compile(r"\.[a-z][a-z0-9]{1,4}$", re.IGNORECASE)


def named_type(header: str) -> tuple[str, str]:
    """The type and the charset of a Content-Type header.

    >>> named_type('Text/HTML; charset="UTF-8"')
    ('text/html', 'utf-8')
    """
    message = Message()
    message["content-type"] = header if header.isprintable() else ""
    return header.partition(";")[0].strip().lower(), message.get_content_charset("")


def extension(content_type: str, url: URL) -> str | None:
    """The extension for what is sent, or None where it is nothing that can be read."""
    ending = PurePosixPath(url.path).suffix.lower()
    known = {*PAGES.values(), ".htm", ".jpeg", ".tif", ".markdown"}
    if content_type in UNNAMED:
        return ending if ending in known else None
    if content_type == "text/plain" and ending in (".md", ".markdown"):
        return ending
    return PAGES.get(content_type)


def filename(url: URL, ending: str) -> str:
    """A name for the page: the last part of its path, or its host.

    >>> filename(URL("https://example.com/papers/report.php?id=3"), ".pdf")
    'report.pdf'
    """
    stem = ENDING.sub("", PurePosixPath(url.path).name) or host_of(url)
    clean = "".join(char if char.isprintable() and char not in "/\\:" else "-" for char in stem)
    return f"{clean[:LONGEST_NAME].strip(' .') or 'page'}{ending}"
