"""Fetching pages and sites, politely and by one visitor."""

from collections import Counter
from collections.abc import Iterator
from uuid import UUID

from django.core.files.base import File

from pramana.documents.contracts import SourceStatus, SourceView
from pramana.documents.fetching import Fetched, Fetcher, Found, Validators, discover
from pramana.documents.fetching.errors import FetchError
from pramana.documents.reading.errors import Unreadable
from pramana.documents.selectors import get_source, known_page
from pramana.documents.selectors.sources import KnownPage
from pramana.documents.services import end_fetching, take_page
from pramana.documents.services.sources import fetch_options
from pramana.jobs.claims import Claim
from pramana.jobs.context import JobContext
from pramana.jobs.contracts import sentence_of
from pramana.jobs.registry import task
from pramana.kit.scope import Scope


def say_why(job: Claim, error: str, source_id: UUID) -> None:
    end_fetching(job.scope, source_id, SourceStatus.FAILED, error=sentence_of(error))


@task("documents.fetch", on_failure=say_why)
def fetch(job: JobContext, source_id: UUID) -> None:
    """Fetch a page, or each page of a site; a page that fails does not stop the others."""
    source = get_source(job.scope, source_id)
    fetcher = Fetcher(fetch_options())
    counts = Counter(fetched=0, unchanged=0, failed=0)
    error = ""
    for number, found in enumerate(_found(source, fetcher), start=1):
        job.progress("fetching", number)
        try:
            counts[_take(job.scope, source, fetcher, found)] += 1
        except (FetchError, Unreadable) as problem:
            if not source.whole_site:
                raise
            counts["failed"] += 1
            error = f"{found.url}: {problem}"
    with job.commit():
        end_fetching(job.scope, source_id, SourceStatus.COMPLETED, error=error, **counts)


def _found(source: SourceView, fetcher: Fetcher) -> Iterator[Found]:
    if not source.whole_site:
        return iter([Found(url=source.url)])
    return discover(source.url, fetch_options(), fetcher=fetcher)


def _take(scope: Scope, source: SourceView, fetcher: Fetcher, found: Found) -> str:
    """Fetch one page and keep it if it is new or has changed; which of the three counts it is."""
    known = known_page(scope, found.url)
    with found.page or fetcher.fetch(found.url, known=_validators(found.url, known)) as page:
        if page.unchanged or (known and known.sha256 == page.sha256):
            return "unchanged"
        _keep(scope, source, found.url, page)
    return "fetched"


def _validators(url: str, known: KnownPage | None) -> Validators | None:
    if known is None:
        return None
    return Validators(url=url, etag=known.etag, last_modified=known.last_modified)


def _keep(scope: Scope, source: SourceView, url: str, page: Fetched) -> None:
    content = File(page.body, name=page.filename)
    content.size = page.size
    take_page(
        scope,
        source,
        url,
        page.filename,
        content,
        charset=page.charset,
        etag=page.etag,
        last_modified=page.last_modified,
    )
