"""A page's text before anyone lets it in: fetched with every guard, kept nowhere."""

from contextlib import closing
from dataclasses import dataclass, replace
from tempfile import NamedTemporaryFile

from pramana.documents.fetching import Fetched
from pramana.documents.services.inspecting import reading_options
from pramana.documents.services.sources import fetch_options
from pramana.external.shelf import ShelfFetcher
from pramana.jobs.cpu import stream_cpu

LONGEST = 12_000
"""Characters that are shown: enough to judge a page by."""

PATIENCE_S = 15.0
MOST_BYTES = 10 * 1024 * 1024
READING_S = 20.0


@dataclass(frozen=True)
class Preview:
    """Plain text and nothing else: what a page says can never become part of ours."""

    url: str
    """Where the page was in the end."""
    text: str
    is_cut: bool


def preview_of(url: str) -> Preview:
    """The beginning of what stands at an address. Raises `FetchError` and `Unreadable`.

    A person waits for this, so it is given less time and fewer bytes than letting the page in.
    """
    options = replace(fetch_options(), total_seconds=PATIENCE_S, max_bytes=MOST_BYTES)
    with ShelfFetcher(options).fetch(url) as page:
        text = _beginning(page)
    return Preview(page.url, text[:LONGEST], is_cut=len(text) > LONGEST)


def _beginning(page: Fetched) -> str:
    """Read in a child process, page by page, until there is enough; pictures are not read."""
    options = replace(reading_options(page.charset), ocr=False)
    parts, length = list[str](), 0
    with NamedTemporaryFile() as file:
        for chunk in page.chunks():
            file.write(chunk)
        file.flush()
        pages = stream_cpu(
            "pramana.documents.reading.pages.read_pages",
            file.name,
            page.filename,
            options=options,
            timeout=READING_S,
        )
        with closing(pages):
            for each in pages:
                parts.append(each.text)
                length += len(each.text)
                if length > LONGEST:
                    break
    return "\n\n".join(parts).strip()
