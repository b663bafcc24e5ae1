"""A preview of a page before it is approved: fetched with every guard, stored nowhere."""

from contextlib import closing
from dataclasses import dataclass, replace
from tempfile import NamedTemporaryFile

from pramana.documents.fetching import FetchedPage
from pramana.documents.services.uploads import read_options
from pramana.documents.services.web_sources import fetch_options
from pramana.external.contracts import CandidateView
from pramana.external.ports import fetcher_for
from pramana.jobs.cpu import stream_cpu
from pramana.kit.scope import Scope

LONGEST = 12_000
"""How many characters are shown: enough to judge a page by."""

FETCHING_S = 15.0
MOST_BYTES = 10 * 1024 * 1024
READING_S = 20.0


@dataclass(frozen=True)
class Preview:
    """Plain text only, so that the page's markup never becomes part of ours."""

    url: str
    """The final address, after redirects."""
    text: str
    is_cut: bool


def preview_of(scope: Scope, candidate: CandidateView) -> Preview:
    """The beginning of a candidate's page. Raises `FetchError` and `Unreadable`.

    A person waits for this, so it may take less time and fewer bytes than an ingestion.
    """
    options = replace(fetch_options(), total_seconds=FETCHING_S, max_bytes=MOST_BYTES)
    with fetcher_for(scope, candidate.source, options).fetch(candidate.url) as page:
        text = beginning_of(page)
    return Preview(page.url, text[:LONGEST], is_cut=len(text) > LONGEST)


def beginning_of(page: FetchedPage) -> str:
    """The beginning of a page's text, read in a child process until there is enough. No OCR."""
    options = replace(read_options(page.charset), ocr=False)
    parts, length = list[str](), 0
    with NamedTemporaryFile() as file:
        for chunk in page.chunks():
            file.write(chunk)
        file.flush()
        pages = stream_cpu(
            "pramana.documents.reading.file_reader.read_pages",
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
